"""Questions about the model. Pure functions: no device, no text, no vendor."""

"""Checks of the evidence itself."""

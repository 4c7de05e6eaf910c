"""One folder per network operating system; nothing else lives here."""

"""The command line: one file per command, found by its place, each importing what it needs late."""

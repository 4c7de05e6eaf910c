"""Audit RoCE networks before deployment: exact verdicts, proven repairs."""

__version__ = "0.1.0"

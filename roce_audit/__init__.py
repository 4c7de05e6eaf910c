"""Audit RoCE networks before deployment: exact verdicts, proven repairs."""

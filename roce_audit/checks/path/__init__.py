"""Checks of the way between hosts and through switches."""

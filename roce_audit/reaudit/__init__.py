"""Proof of a repair: the same reader and the same checks on a copy with the snippet applied."""

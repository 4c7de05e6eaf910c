"""Readers for the few layouts that configurations come in, and what a platform must offer."""

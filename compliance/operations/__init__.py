"""Writes: what can be done with customers."""

"""Closing months in the back office."""

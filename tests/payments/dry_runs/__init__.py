"""Dry runs of payments."""

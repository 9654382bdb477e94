"""Races of what a token may spend."""

"""Migrations of the compliance app."""

"""Migrations of the platforms app."""

"""Migrations of banks."""

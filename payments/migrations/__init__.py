"""Migrations of the payments app."""

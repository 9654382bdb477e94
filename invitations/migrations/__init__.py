"""Migrations of the invitations app."""

"""Writes of invitations. Each requires an open database transaction."""

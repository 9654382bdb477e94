"""Writes: what can be done with invitations. Each demands an open database transaction."""

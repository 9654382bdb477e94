"""Writes of the payments app. Each demands an open database transaction."""

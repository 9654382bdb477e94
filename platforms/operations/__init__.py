"""Writes of the platforms app. Each demands an open database transaction."""

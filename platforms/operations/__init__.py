"""Writes of the platforms app. Each requires an open database transaction."""

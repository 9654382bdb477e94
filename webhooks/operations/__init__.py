"""Writes of the webhooks app. Each demands an open database transaction."""

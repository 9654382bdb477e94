"""Shares of amounts in requests: a field."""

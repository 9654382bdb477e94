"""Customers and the owners of businesses: made, changed, closed, forgotten; their status."""

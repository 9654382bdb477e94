"""Customers and the owners of businesses: created, changed, closed, erased; their status."""

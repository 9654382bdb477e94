"""Quotes: their parties, their price, and the beginning of their payment."""

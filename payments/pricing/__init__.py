"""Prices of payments across currencies: arithmetic and fees."""

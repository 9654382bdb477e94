"""Quotes: their price, its explanation, and the beginning of their payment. Their parties: `accounts.quote_parties`."""

"""Quotes: who pays and who gets, the price, and what becomes of a quote's payment."""

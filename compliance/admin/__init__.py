"""The back office of customers."""

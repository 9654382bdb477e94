"""Money that arrived: for an account, or for a quote."""

"""Commands of what practises."""

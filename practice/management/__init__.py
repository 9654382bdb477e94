"""Management of what practises."""

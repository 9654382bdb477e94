"""The ledger: double entry in the database. Knows accounts and amounts, but no transfers or quotes."""

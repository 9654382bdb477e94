"""The ledger: double entry in the database. Knows accounts and amounts, nothing of transfers or quotes."""

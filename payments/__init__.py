"""Accounts, ledger, transfers, transactions, rates and rails."""

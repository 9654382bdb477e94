"""Other institutions: the directory of UMA providers, and which payments with them are allowed."""

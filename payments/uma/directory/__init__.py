"""Other institutions: the directory of UMA providers, and whether we deal with them."""

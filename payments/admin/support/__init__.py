"""The support desk: where a payment's money is, what happened to it, and what staff can do."""

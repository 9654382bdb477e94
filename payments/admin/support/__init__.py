"""The support desk: where a payment's money is, its timeline, and staff actions."""

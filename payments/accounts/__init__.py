"""Internal and external accounts: look-ups before a payment, and erasure."""

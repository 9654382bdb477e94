"""What a payment across currencies costs: the arithmetic and the fees."""

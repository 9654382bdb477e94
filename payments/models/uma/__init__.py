"""Tables of the UMA protocol and of payments by UMA."""

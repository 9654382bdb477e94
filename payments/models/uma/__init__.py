"""What the UMA protocol and its payments need remembered."""

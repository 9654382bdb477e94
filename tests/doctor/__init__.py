"""The doctor names what is wrong: each fault is made for real, and found."""

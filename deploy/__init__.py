"""How the service gets to where it runs; the service imports nothing of it."""

"""How messages travel between institutions and are shown to be genuine."""

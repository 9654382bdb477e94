"""REST endpoints of the platforms app."""

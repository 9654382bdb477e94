"""REST endpoints of the payments app."""

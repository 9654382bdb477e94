"""Admin of the payments app."""

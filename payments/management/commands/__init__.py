"""Commands of the payments app."""

"""Commands of the platforms app."""

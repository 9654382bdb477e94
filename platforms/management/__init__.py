"""Management of the platforms app."""

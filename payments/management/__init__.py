"""Management of the payments app."""

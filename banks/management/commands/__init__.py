"""Commands of banks."""

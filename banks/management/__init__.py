"""Management commands of banks."""

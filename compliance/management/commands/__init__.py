"""Management commands of the compliance app."""

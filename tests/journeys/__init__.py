"""Business stories across apps."""

"""Internal and external accounts, what can be asked of one before money moves, and how they are forgotten."""

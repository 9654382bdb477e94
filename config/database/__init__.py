"""The tables of an empty database, and the rights of each database role."""

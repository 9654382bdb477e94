"""The tables of an empty database, and what each role of the database may do."""

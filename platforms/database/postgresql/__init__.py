"""The database backend: Django's for PostgreSQL, with an end to every wait."""

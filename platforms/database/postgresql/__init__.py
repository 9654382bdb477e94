"""The database backend: Django's for PostgreSQL, with a time limit on every wait."""

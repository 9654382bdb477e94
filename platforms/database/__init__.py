"""Access to PostgreSQL: the backend, prepared statements, batches, statements sent together."""

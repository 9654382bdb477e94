"""How the service talks to PostgreSQL: its backend, prepared statements, batches, statements sent together."""

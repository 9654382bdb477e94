"""What people say, read by kinds: `days`, `amounts`, `names`. Nothing here asks the database."""

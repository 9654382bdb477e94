"""Transport of messages between institutions, and their authenticity."""

"""The layer between the web server and Django: a thread is taken only after the body has been read."""

"""What stands between the web server and Django: bodies are read, and only then a thread is taken."""

"""The processes of the service: web server, worker and scheduler, and what tells whether each of them works."""

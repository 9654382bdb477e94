"""`manage.py listen`, run on a developer's machine: uses the API of the service, and nothing else of it."""

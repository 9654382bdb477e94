"""`manage.py listen`, on a developer's machine: knows the API of the service, and nothing else of it."""

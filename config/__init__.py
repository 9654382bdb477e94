"""Composition root: settings, URLs, Celery, the back office site and the launcher. May import every app."""

"""Composition root: settings, URLs, Celery, the back office site and the launcher. May import every app."""

from config.celery import app as celery_app

__all__ = ["celery_app"]

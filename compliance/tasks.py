"""Celery entry points of the compliance app."""

from celery import shared_task

from compliance.operations import document_files
from platforms.kit import clock


@shared_task(name="compliance.sweep_document_files")
def sweep_document_files() -> int:
    """Erase the files whose time is over and those that no document names; return how many there were."""
    return document_files.sweep(now=clock.now())

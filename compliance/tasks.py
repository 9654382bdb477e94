"""Celery entry points of the compliance app."""

import time

from celery import shared_task
from django.db import transaction

from compliance.operations import document_files, screening_sweeps
from platforms.kit import clock

_SWEEP_SECONDS = 90
"""How long one run of a sweep goes on: less than what a task may take. The next goes on where it ended."""


@shared_task(name="compliance.rescreen_customers")
def rescreen_customers() -> int:
    """Compare customers with a new list, step by step; return how many were compared."""
    compared, end = 0, time.monotonic() + _SWEEP_SECONDS
    while time.monotonic() < end:
        with transaction.atomic(durable=True):
            step = screening_sweeps.advance(now=clock.now())
        compared += step
        if not step:
            break
    return compared


@shared_task(name="compliance.sweep_document_files")
def sweep_document_files() -> int:
    """Erase the files whose time is over and those that no document names; return how many there were."""
    return document_files.sweep(now=clock.now())

"""Files of payments as staff upload them."""

from collections.abc import Iterable

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from payments.models import PaymentFile
from payments.transfers import files
from platforms import audit
from platforms.base import clock
from platforms.models import Platform

HEADER = ",".join(files.COLUMNS)


def text(rows: Iterable[tuple[str, str, str, str]], *, header: str = HEADER) -> bytes:
    """Return a file of rows: source, destination, amount, currency."""
    return "\n".join([header, *(",".join(row) for row in rows)]).encode()


def sent(content: bytes) -> SimpleUploadedFile:
    """Return a file as a form sends it."""
    return SimpleUploadedFile("payroll.csv", content, content_type="text/csv")


def uploaded(platform: Platform, rows: Iterable[tuple[str, str, str, str]]) -> PaymentFile:
    """Return a file that somebody has uploaded."""
    with transaction.atomic():
        return files.upload(
            platform=platform,
            name="payroll.csv",
            content=text(rows),
            reason="salaries",
            actor=audit.Actor(kind="STAFF", id="one"),
            now=clock.real_now(),
        )

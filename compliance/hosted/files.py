"""Files that the identity page takes, and why one is refused, in sentences for the person who took the photo."""

import functools
import hashlib
import re
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from compliance.documents import checking, upload_limits, uploads
from compliance.hosted import forms, kyc_links
from compliance.models import KycLink
from compliance.verification import documents
from platforms.base import clock, errors, slots
from platforms.database import writes

_SENTENCES = (
    (
        r"is a picture of the kind HEIC or AVIF",
        gettext_noop(
            "This photo is of the kind HEIC or AVIF, which can't be read here. On an iPhone, open Settings, Camera, "
            "Formats, choose Most Compatible, and take the photo again. On other phones, switch off HEIF or high "
            "efficiency pictures in the camera's settings. A screenshot of the photo will do too."
        ),
    ),
    (
        r"is no PDF, JPEG or PNG|is a film",
        gettext_noop("This file is no photo or scan that can be read here. Send a JPEG or PNG picture, or a PDF."),
    ),
    (
        r"has a name that ends in .* ends in (?P<ending>\.\w+)$",
        gettext_noop(
            "This file has a name that does not fit its content. Give it a name that ends in %(ending)s, or take a "
            "new photo."
        ),
    ),
    (
        r"is an archive as well|is two files in one|holds something else",
        gettext_noop("This file holds something else beside the document. Send a new photo or scan."),
    ),
    (
        r"ends in the middle|is damaged",
        gettext_noop("This file is damaged or not complete. Send it again, or take a new photo."),
    ),
    (
        r"is encrypted",
        gettext_noop("This file is protected by a password. Send it without a password, or send a photo."),
    ),
    (
        r"has no pages|has a page without a size|shows nothing",
        gettext_noop("This file shows nothing: its pages are empty. Choose another one."),
    ),
    (
        r"has more than \d+ million pixels|has more than \d+ pages|unpacks to more|takes too much work",
        gettext_noop("This file is too large to be read. Send a photo of medium size, or a scan of a few pages."),
    ),
    (
        r"is too small to be read: (?P<width>\d+) by (?P<height>\d+) pixels, at least (?P<least>\d+)",
        gettext_noop(
            "This picture is too small to be read: it has %(width)s by %(height)s pixels, and needs at least %(least)s "
            "each way. Take a larger photo."
        ),
    ),
    (
        r"runs a script|contains harmful code",
        gettext_noop("This file holds a program, which may do harm. Send a new photo or scan."),
    ),
    (r"moves", gettext_noop("This picture moves. Send one that does not.")),
)


def sentence(reason: str) -> str:
    """Return, in the reader's language, what is wrong with a file, and what helps.

    `reason` is what the inspection says to programs. One that is not known here gets a sentence without a reason.
    """
    for pattern, text in _SENTENCES:
        match = re.match(pattern, reason)
        if match:
            return gettext(text) % match.groupdict()
    return gettext("This file can't be used. Send another photo or scan.")


def take(form: forms.StepForm, link: KycLink) -> None:
    """Inspect and store the files of a form, before any database transaction; problems are shown at the field."""
    stored: dict[str, uploads.StoredFile] = {}
    for name in ("front", "back"):
        file = form.cleaned_data.get(name)
        if not file:
            continue
        try:
            stored[name.upper()] = _stored(file, link)
        except slots.Busy:
            form.add_error(
                None, gettext("We are very busy at the moment. Wait a few seconds, then send the file again.")
            )
            form.refused_with, form.retry_after = 503, slots.RETRY_SECONDS
            break
        except errors.DomainError as refusal:
            _refuse(form, name, refusal, link)
    form.cleaned_data["stored"] = stored


def _stored(file: Any, link: KycLink) -> uploads.StoredFile:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    now = clock.real_now()
    return uploads.take(
        file.file,
        platform_id=link.platform_id,
        name=file.name[:255],
        size=file.size,
        sha256=digest.digest(),
        today=now.date(),
        count=functools.partial(_count, link, file.size, now),
    )


def _count(link: KycLink, size: int, now: clock.RealTime) -> None:
    upload_limits.count_for_link(link.id)
    upload_limits.count(platform_id=link.platform_id, size=size, now=now)


def _refuse(form: forms.StepForm, name: str, refusal: errors.DomainError, link: KycLink) -> None:
    if isinstance(refusal, uploads.Infected):
        _record(refusal, link)
    if isinstance(refusal, upload_limits.LinkExhausted):
        text = gettext("This link has taken as many files as it may. Ask for a new link.")
        form.refused_with = 429
    elif isinstance(refusal, upload_limits.DayExhausted):
        text = gettext("No more files can be taken today. Send this one again after midnight UTC.")
        form.refused_with, form.retry_after = 429, refusal.details["retryAfter"]
    elif isinstance(refusal, errors.InvalidInput):
        text = sentence(refusal.problems[0]["reason"])
    elif isinstance(refusal, checking.CheckUnavailable):
        text = gettext("This file could not be checked, and was not kept. Send it again.")
    else:
        text = sentence("")
    form.add_error(name, text)


def _record(infected: uploads.Infected, link: KycLink) -> None:
    with transaction.atomic(durable=True), writes.together():
        documents.record_infection(
            platform_id=link.platform_id,
            subject=link.customer.public_id,
            infected=infected,
            actor=kyc_links.as_customer(link),
            now=link.platform.now(),
        )

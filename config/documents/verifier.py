"""The program that checks proofs, `/docs/verify_proof.py`: one file, which needs Python's own library alone."""

import functools
import pathlib

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.documents import pages
from payments.proofs import verify_proof


@pages.limited
@require_safe
def program(_: HttpRequest) -> HttpResponse:
    """Answer with the file."""
    response = HttpResponse(text(), content_type="text/x-python; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@functools.cache
def text() -> str:
    """Return the file: the module by which the service itself hashes."""
    return pathlib.Path(verify_proof.__file__).read_text(encoding="utf-8")

"""The listener as one file, `/docs/listen.pyz`: `python3 listen.pyz` runs it, without the service's code."""

import functools
import io
import zipfile

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.documents import pages

_PACKAGE = settings.BASE_DIR / "webhooks" / "developer" / "listener"
_MAIN = "import sys\n\nfrom webhooks.developer.listener import command\n\nsys.exit(command.main())\n"


@pages.limited
@require_safe
def program(_: HttpRequest) -> HttpResponse:
    """Answer with the file."""
    response = HttpResponse(packed(), content_type="application/octet-stream")
    response["Cache-Control"] = "no-cache"
    return response


@functools.cache
def packed() -> bytes:
    """Return the package as a program for `python3`: its modules in folders of the same names, packed."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("__main__.py"), _MAIN)
        for folder in ("webhooks", "webhooks/developer"):
            archive.writestr(zipfile.ZipInfo(f"{folder}/__init__.py"), "")
        for module in sorted(_PACKAGE.glob("*.py")):
            archive.writestr(zipfile.ZipInfo(f"webhooks/developer/listener/{module.name}"), module.read_text())
    return content.getvalue()

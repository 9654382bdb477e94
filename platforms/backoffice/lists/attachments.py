"""Files that the back office hands out."""

from collections.abc import Iterable

from django.http import StreamingHttpResponse


def attachment(name: str, content: Iterable[object], *, content_type: str) -> StreamingHttpResponse:
    """Return a file to be saved under this name, its text or bytes sent as they are made. No cache keeps it."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(content, content_type=content_type, headers=headers)

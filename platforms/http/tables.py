"""Replies that are tables, in JSON or CSV, and files: `Accept` chooses."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from platforms.base.reports.tables import Table

CSV = "text/csv"
_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Begins a file: without it the most used spreadsheet takes UTF-8 for another encoding."""


@dataclasses.dataclass(frozen=True, slots=True)
class TableReply:
    """A table as a reply: its rows are `data` in JSON, behind what `head` says."""

    name: str
    """Of the file, without its ending."""
    table: Table
    head: Mapping[str, Any]
    page: Callable[[], Mapping[str, Any]] | None = None
    """Returns the reply in JSON where that comes in pages; CSV always comes whole."""


class File(NamedTuple):
    """A file to be sent while it is made."""

    name: str
    content_type: str
    chunks: Iterable[str | bytes]


@dataclasses.dataclass(frozen=True, slots=True)
class FileReply:
    """A file as a reply."""

    make: Callable[[str], File]
    """Returns the file in one of the types that the endpoint declares."""


def file_response(request: HttpRequest, reply: FileReply, types: Sequence[str]) -> HttpResponseBase:
    """Return the response in the type that the client prefers; the first one where it wants another, or says nothing.

    Raises the refusal of `make`.
    """
    made = reply.make(request.get_preferred_type(list(types)) or types[0])
    headers = {"Content-Disposition": f'attachment; filename="{made.name}"', "Vary": "Accept"}
    return StreamingHttpResponse(made.chunks, content_type=made.content_type, headers=headers)


def wants_csv(request: HttpRequest) -> bool:
    """Tell whether the client prefers CSV to JSON."""
    return request.get_preferred_type(["application/json", CSV]) == CSV


def response(request: HttpRequest, reply: TableReply) -> HttpResponseBase:
    """Return the response. CSV is sent while its rows are read."""
    if wants_csv(request):
        headers = {"Content-Disposition": f'attachment; filename="{reply.name}.csv"', "Vary": "Accept"}
        return StreamingHttpResponse(file(reply.table), content_type=f"{CSV}; charset=utf-8", headers=headers)
    body = reply.page() if reply.page is not None else {**reply.head, "data": list(reply.table.objects())}
    return HttpResponse(
        orjson.dumps(body), content_type="application/json", charset="utf-8", headers={"Vary": "Accept"}
    )


def file(table: Table) -> Iterator[str]:
    """Yield a file of CSV."""
    yield _MARK
    yield from table.lines()

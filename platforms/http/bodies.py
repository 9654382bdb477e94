"""Bodies that are not here yet: a request is looked at first, and its body is read when an endpoint wants it.

`config.server` calls Django for a large body without it. Django refuses the request, or says how much it would read,
and is called again with what came. So nobody without rights fills memory or disk, and no thread waits for a client.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

KEY = "platforms.announced_body"
"""Of the WSGI environment: the `Announced` of a request whose body was not here when it was handed over."""


class Announced:
    """A body that is not here yet."""

    def __init__(self, is_here: Callable[[], bool] = lambda: False) -> None:
        """Take what tells whether the body has come meanwhile; it may wait a moment."""
        self.is_here = is_here
        self.most_bytes = 0
        """What the endpoint reads, when it wants the body."""
        self.was_looked_at = False
        """The endpoint has said so before, and here is the body."""


class Wanted(Exception):
    """The endpoint takes the body, which has not come yet."""


def is_awaited(request: HttpRequest) -> bool:
    """Tell whether the request is looked at before its body is read."""
    announced = request.META.get(KEY)
    return announced is not None and not announced.was_looked_at


def was_looked_at(request: HttpRequest) -> bool:
    """Tell whether the request was looked at once before, without its body."""
    announced = request.META.get(KEY)
    return announced is not None and announced.was_looked_at


def want(request: HttpRequest, most_bytes: int) -> None:
    """Say that the endpoint reads so many bytes at most; raises Wanted when the body has yet to come."""
    if is_awaited(request):
        announced = request.META[KEY]
        announced.most_bytes = most_bytes
        if not announced.is_here():
            raise Wanted


def go_on(request: HttpRequest, most_bytes: int) -> HttpResponse:
    """Return what stands for a reply while the body is read. It goes no further than the server."""
    request.META[KEY].most_bytes = most_bytes
    return HttpResponse(status=100)

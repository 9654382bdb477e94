"""Bodies not received yet: a request is checked first, and its body is read when an endpoint wants it.

`config.server` calls Django for a large body without it. Django refuses the request, or returns how much it would read,
and is called again with the body. So clients without rights can't fill memory or disk, and no thread waits for a
client.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

KEY = "platforms.announced_body"
"""Key in the WSGI environment: the `Announced` of a request whose body had not been received."""


class Announced:
    """A body not received yet."""

    def __init__(self, is_here: Callable[[], bool] = lambda: False) -> None:
        """Take a function that tells whether the body has arrived meanwhile; it may wait a moment."""
        self.is_here = is_here
        self.most_bytes = 0
        """Bytes that the endpoint will read."""
        self.was_looked_at = False
        """The endpoint has asked for the body before, and here it is."""
        self.rate_left: Any = None
        """What the caller's rate limit had left when the request was checked (`rate_limit.Left`)."""


class Wanted(Exception):
    """The endpoint wants the body, which has not arrived yet."""


def is_awaited(request: HttpRequest) -> bool:
    """Tell whether the request is checked before its body is read."""
    announced = request.META.get(KEY)
    return announced is not None and not announced.was_looked_at


def was_looked_at(request: HttpRequest) -> bool:
    """Tell whether the request was checked once before, without its body."""
    announced = request.META.get(KEY)
    return announced is not None and announced.was_looked_at


def want(request: HttpRequest, most_bytes: int) -> None:
    """Declare that the endpoint reads so many bytes at most; raises Wanted when the body has not arrived."""
    if is_awaited(request):
        announced = request.META[KEY]
        announced.most_bytes = most_bytes
        if not announced.is_here():
            raise Wanted


def go_on(request: HttpRequest, most_bytes: int) -> HttpResponse:
    """Return a stand-in for the reply while the body is read. The server never sends it."""
    request.META[KEY].most_bytes = most_bytes
    return HttpResponse(status=100)

"""What the client raises."""

import email.utils
import time
from typing import Any

import httpx

from .generated.models import ErrorCode


class PaymentsError(Exception):
    """The root of everything that this package raises by itself."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Queues and pools of processes hand errors on; the constructors of these take keywords.
        return _made, (type(self), self.args), self.__dict__


def _made(kind: type[PaymentsError], args: tuple[object, ...]) -> PaymentsError:
    """Return an error without its constructor; what it knows is put in by who calls."""
    return kind.__new__(kind, *args)


class ApiError(PaymentsError):
    """The service answered with an error. Decide by `code`, never by `message`."""

    def __init__(
        self,
        *,
        status: int,
        code: str,
        message: str,
        details: dict[str, Any] | None = None,
        request_id: str = "",
        idempotency_key: str = "",
        is_retryable: bool = False,
        retry_after: float | None = None,
    ) -> None:
        found = f"{status} {code}: {message}" if code else f"{status}: {message}"
        super().__init__(found + _reasons(message, details or {}))
        self.status = status
        self.code = ErrorCode(code)
        """A code of the API; empty where something between you and the service answered in its place.

        A code that this version of the client does not know is kept as it came.
        """
        self.message = message
        self.details = details or {}
        """`errors` lists every wrong field, with its reason."""
        self.request_id = request_id
        """Quote it when you ask the operator for help."""
        self.idempotency_key = idempotency_key
        """The key that the request carried; empty if it carried none."""
        self.is_retryable = is_retryable
        """Whether the same request, with the same key, may succeed later without anything being corrected."""
        self.retry_after = retry_after
        """Seconds to wait before the same request is sent again; None where the reply does not say."""

    @classmethod
    def of(cls, response: httpx.Response, *, idempotency_key: str = "") -> "ApiError":
        """Return the error that a reply tells of which is no success. Its body must have been read."""
        body = _object(response)
        return cls(
            status=response.status_code,
            code=_text(body.get("code")),
            message=_text(body.get("message")) or response.reason_phrase,
            details=body["details"] if isinstance(body.get("details"), dict) else None,
            request_id=response.headers.get("X-Request-Id", ""),
            idempotency_key=idempotency_key,
            is_retryable=body.get("retryable") is True,
            retry_after=seconds_to_wait(response),
        )


class NoReply(PaymentsError):
    """No reply came, however often the request was sent. The service may have carried it out, once.

    Send the same request with the same key later to learn its reply. The text has the last failure of the network;
    `__cause__` is that failure.
    """

    def __init__(self, *, idempotency_key: str = "", cause: Exception | None = None) -> None:
        because = f" ({type(cause).__name__}: {cause})" if cause else ""
        with_key = f" Send it again with the idempotency key {idempotency_key}." if idempotency_key else ""
        super().__init__(f"No reply came to the request{because}.{with_key}")
        self.idempotency_key = idempotency_key
        """The key that the request carried; empty for a request that only reads."""


def seconds_to_wait(response: httpx.Response) -> float | None:
    """Return what `Retry-After` says, in seconds: it has a number or a date."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        until = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, until.timestamp() - time.time())


def _reasons(message: str, details: dict[str, Any]) -> str:
    """Return the reasons of wrong fields that the message does not give, in brackets."""
    errors = details.get("errors")
    wrong = [each for each in errors if isinstance(each, dict)] if isinstance(errors, list) else []
    reasons = [
        f"{each.get('field')}: {each['reason']}"
        for each in wrong
        if isinstance(each.get("reason"), str) and each["reason"] not in message
    ]
    return f" ({'; '.join(reasons[:_REASONS])})" if reasons else ""


_REASONS = 10


def _object(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""

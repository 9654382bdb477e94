"""Errors in replies: one table from public code to HTTP status, one shape for every refusal."""

import logging
import math
from collections.abc import Iterable, Iterator
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework import serializers

from platforms.base import errors
from platforms.database import outages

logger = logging.getLogger(__name__)

_CODES: dict[int, str] = {
    400: """INVALID_INPUT MISSING_MANDATORY_USER_INFO INVITATION_ALREADY_CLAIMED INVITATIONS_NOT_CONFIGURED
        INVALID_UMA_ADDRESS INVITATION_CANCELLED INVITATION_EXPIRED QUOTE_REQUEST_FAILED INVALID_PAYREQ_RESPONSE
        INVALID_RECEIVER PARSE_PAYREQ_RESPONSE_ERROR CERT_CHAIN_INVALID CERT_CHAIN_EXPIRED INVALID_PUBKEY_FORMAT
        MISSING_REQUIRED_UMA_PARAMETERS SENDER_NOT_ACCEPTED AMOUNT_OUT_OF_RANGE INVALID_CURRENCY INVALID_TIMESTAMP
        INVALID_NONCE INVALID_REQUEST_FORMAT INVALID_BANK_ACCOUNT SELF_PAYMENT LOOKUP_REQUEST_FAILED
        PARSE_LNURLP_RESPONSE_ERROR INVALID_AMOUNT WEBHOOK_ENDPOINT_NOT_SET WEBHOOK_DELIVERY_ERROR LOW_QUALITY
        DATA_MISMATCH EXPIRED SUSPECTED_FRAUD UNSUITABLE_DOCUMENT INCOMPLETE INSUFFICIENT_BALANCE PULL_NOT_SUPPORTED
        CURRENCY_MISMATCH DRY_RUN_NOT_POSSIBLE""",
    401: "UNAUTHORIZED INVALID_SIGNATURE",
    403: "FORBIDDEN USER_NOT_READY COUNTERPARTY_NOT_ALLOWED VELOCITY_LIMIT_EXCEEDED",
    404: """TRANSACTION_NOT_FOUND INVITATION_NOT_FOUND USER_NOT_FOUND QUOTE_NOT_FOUND LOOKUP_REQUEST_NOT_FOUND
        TOKEN_NOT_FOUND BULK_UPLOAD_JOB_NOT_FOUND REFERENCE_NOT_FOUND INTERNAL_ACCOUNT_NOT_FOUND
        EXTERNAL_ACCOUNT_NOT_FOUND BENEFICIAL_OWNER_NOT_FOUND DOCUMENT_NOT_FOUND VERIFICATION_NOT_FOUND NOT_FOUND""",
    405: "METHOD_NOT_ALLOWED",
    408: "REQUEST_TIMEOUT",
    409: """TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL TRANSACTION_NOT_CANCELLABLE UMA_ADDRESS_EXISTS QUOTE_EXPIRED
        QUOTE_NOT_PENDING
        EXTERNAL_ACCOUNT_EXISTS DOCUMENT_SUBMITTED CUSTOMER_HAS_FUNDS IDEMPOTENCY_KEY_IN_USE
        IDEMPOTENCY_KEY_VOIDED IDEMPOTENCY_KEY_USED WEBHOOK_ENDPOINT_LIMIT_REACHED NOT_SEALED_YET
        FORCED_OUTCOME_LIMIT_REACHED RECORD_DAMAGED""",
    410: "CUSTOMER_DELETED",
    412: "UNSUPPORTED_UMA_VERSION",
    413: "PAYLOAD_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    422: "IDEMPOTENCY_KEY_REUSED",
    424: """PAYREQ_REQUEST_FAILED COUNTERPARTY_PUBKEY_FETCH_ERROR NO_COMPATIBLE_UMA_VERSION LNURLP_REQUEST_FAILED
        BATCH_REFUSED""",
    429: "RATE_LIMITED",
    500: "SWITCH_ERROR INTERNAL_ERROR",
    501: "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY NOT_IMPLEMENTED",
    503: "SERVICE_UNAVAILABLE",
}
CODES_OF_STATUS: dict[int, tuple[str, ...]] = {status: tuple(codes.split()) for status, codes in _CODES.items()}
_LONGEST_RETRY_SECONDS = 30
_PASSING_STATUSES = frozenset({408, 424, 429, 500, 503})
_PASSING_CODES = frozenset({"IDEMPOTENCY_KEY_IN_USE"})
_LASTING_CODES = frozenset({"BATCH_REFUSED"})
"""Of these statuses, but kept under their key."""
STATUS_OF_CODE: dict[str, int] = {code: status for status, codes in CODES_OF_STATUS.items() for code in codes}

_BOUNDS = {"max_value": "must be at most {max_value}", "min_value": "must be at least {min_value}"}
_SENTENCES: dict[type[serializers.Field[Any, Any, Any, Any]], dict[str, str]] = {
    serializers.Field: {"required": "is required", "null": "must not be null: give a value, or leave it out"},
    serializers.BooleanField: {"invalid": "must be true or false"},
    serializers.CharField: {
        "invalid": "must be a string",
        "blank": "must not be empty",
        "max_length": "must have at most {max_length} characters",
        "min_length": "must have at least {min_length} characters",
    },
    serializers.IntegerField: {
        "invalid": "must be a whole number",
        "max_string_length": "must be a whole number of fewer digits",
        **_BOUNDS,
    },
    serializers.DecimalField: {
        "invalid": "must be a number",
        "max_digits": "must have at most {max_digits} digits",
        "max_decimal_places": "must have at most {max_decimal_places} decimals",
        "max_whole_digits": "must have at most {max_whole_digits} digits before the point",
        "max_string_length": "must be a number of fewer digits",
        **_BOUNDS,
    },
    serializers.DateField: {
        "invalid": "must be a date such as 2026-01-31",
        "datetime": "must be a date without a time",
    },
    serializers.DateTimeField: {
        "invalid": "must be a moment such as 2026-01-31T09:30:00Z",
        "date": "must be a moment, not a date",
        "make_aware": "must be a moment that there is in its time zone",
        "overflow": "must be a moment of the years 1 to 9999",
    },
    serializers.EmailField: {"invalid": "must be an e-mail address such as ada@example.com"},
    serializers.ChoiceField: {"invalid_choice": "must be one of the accepted values"},
    serializers.ListField: {
        "not_a_list": "must be a list",
        "empty": "must not be empty",
        "min_length": "must have at least {min_length} members",
        "max_length": "must have at most {max_length} members",
    },
    serializers.DictField: {"not_a_dict": "must be an object", "empty": "must not be empty"},
    serializers.JSONField: {"invalid": "must be JSON"},
    serializers.Serializer: {"invalid": "must be an object"},
    serializers.ListSerializer: {
        "not_a_list": "must be a list",
        "empty": "must not be empty",
        "min_length": "must have at least {min_length} members",
        "max_length": "must have at most {max_length} members",
    },
}
"""What the framework's fields say in our words: a reason completes the sentence that the field's name begins."""
for _kind, _sentences in _SENTENCES.items():
    _kind.default_error_messages = {**_kind.default_error_messages, **_sentences}


class Unauthorized(errors.DomainError):
    """The credentials are missing, unknown, revoked or expired."""

    code = "UNAUTHORIZED"
    message = "Authenticate with HTTP Basic: client id and client secret of an API token."


class Forbidden(errors.DomainError):
    """The token may not do this."""

    code = "FORBIDDEN"


class MethodNotAllowed(errors.DomainError):
    """The path exists, the method does not."""

    code = "METHOD_NOT_ALLOWED"
    message = "This path does not support this method."

    def __init__(self, allowed: Iterable[str]) -> None:
        """Take the methods that the path does support."""
        self.allowed = tuple(allowed)
        super().__init__(allowed=self.allowed)


class PayloadTooLarge(errors.DomainError):
    """The body is larger than the endpoint accepts."""

    code = "PAYLOAD_TOO_LARGE"
    message = "The body is larger than this endpoint accepts."


class UnsupportedMediaType(errors.DomainError):
    """The body is not in a format the endpoint reads."""

    code = "UNSUPPORTED_MEDIA_TYPE"

    def __init__(self, expected: str = "application/json") -> None:
        """Take the format that the endpoint reads."""
        super().__init__(f"Send the body as {expected}.", expected=expected)


class UnsupportedEncoding(errors.DomainError):
    """The body is compressed."""

    code = "UNSUPPORTED_MEDIA_TYPE"
    message = "Send the body as it is, without a Content-Encoding: compressed bodies are not read."


class RequestTimeout(errors.DomainError):
    """The body took too long to arrive."""

    code = "REQUEST_TIMEOUT"
    message = "The body of the request took too long to arrive. Nothing was done."


class RateLimited(errors.DomainError):
    """The token has used up its requests; `retry_after` says when the next is allowed."""

    code = "RATE_LIMITED"
    message = "Too many requests for this API token."
    left: Any = None
    """What the caller's bucket has left (`rate_limit.Left`), where it is a caller's."""


class Unavailable(errors.DomainError):
    """The service can't work at the moment. `retryAfter` says in how many seconds to ask again, 30 at most."""

    code = "SERVICE_UNAVAILABLE"
    message = "The service is not available at the moment. Try again, with the same Idempotency-Key."

    def __init__(self, retry_after: float = 1, *, message: str | None = None) -> None:
        """Take the seconds, and a message in place of the class's own."""
        super().__init__(message, retryAfter=min(max(1, math.ceil(retry_after)), _LONGEST_RETRY_SECONDS))


def body(status: int, code: str, message: str, details: dict[str, object], *, is_passing: bool = False) -> bytes:
    """Return the JSON of a refusal. `is_passing`: its cause lies with another party."""
    told = {"status": status, "code": code, "message": message, "details": details}
    told["retryable"] = is_passing or is_retryable(status, code)
    if "retryAfter" in details:
        told["retryAfterSeconds"] = details["retryAfter"]
    return orjson.dumps(told | {"documentationUrl": documentation_url(code)}, default=str)


def is_retryable(status: int, code: str) -> bool:
    """Tell whether the same request, with the same key, may succeed later without anything being corrected."""
    return code in _PASSING_CODES or (status in _PASSING_STATUSES and code not in _LASTING_CODES)


def documentation_url(code: str) -> str:
    """Return the address of a code's cause and remedy, among the documents that the service shows."""
    return f"{settings.PUBLIC_BASE_URL.rstrip('/')}/docs/platform-developer/errors/#{code.lower()}"


def status_of(error: errors.DomainError) -> int:
    """Return the HTTP status of a domain error; a code missing from the table is a bug that a test finds."""
    return STATUS_OF_CODE[error.code]


def normalize(error: Exception) -> errors.DomainError | None:
    """Return the domain error for an exception; None when it is a fault of ours."""
    if isinstance(error, errors.DomainError):
        return error
    if isinstance(error, serializers.ValidationError):
        return errors.InvalidInput(flatten(error.detail), code=common_code(error.detail))
    return Unavailable() if outages.is_outage(error) else None


def response(error: Exception, request: HttpRequest) -> HttpResponse:
    """Turn any exception into a reply; an unforeseen one is logged and becomes a 500 that names the request."""
    known = normalize(error)
    if known is None:
        return fault(error, request)
    if known is not error and isinstance(known, Unavailable):
        outages.warned(logger, error)
    status = status_of(known)
    details: dict[str, object] = dict(known.details)
    if status >= 500:
        details["requestId"] = request_id(request)
    if status == 500:
        # A provider or a program failed: no fault of this code.
        logger.warning("answered with 500", extra={"request_id": request_id(request), "code": known.code})
    if isinstance(known, errors.RecordDamaged):
        named = {"request_id": request_id(request)}
        logger.error("stored rows are damaged: see manage.py ledger_check", exc_info=known, extra=named)
    content = body(status, known.code, known.text, details, is_passing=known.is_passing)
    reply = HttpResponse(content, status=status, content_type="application/json")
    if status == 401:
        reply["WWW-Authenticate"] = 'Basic realm="payments", charset="UTF-8"'
    if isinstance(known, MethodNotAllowed):
        reply["Allow"] = ", ".join(known.allowed)
    if isinstance(known, UnsupportedEncoding):
        reply["Accept-Encoding"] = "identity"
    if status in {429, 503}:
        reply["Retry-After"] = str(known.details.get("retryAfter", 1))
    return reply


def fault(error: BaseException | None, request: HttpRequest) -> HttpResponse:
    """Log an unforeseen exception, in one line; return the 500 that names the request."""
    logger.error("unhandled exception", exc_info=error, extra={"request_id": request_id(request)})
    content = body(500, "INTERNAL_ERROR", "An error occurred on our side.", {"requestId": request_id(request)})
    return HttpResponse(content, status=500, content_type="application/json")


def request_id(request: HttpRequest) -> str:
    """Return the id that the middleware gave the request."""
    return getattr(request, "request_id", "")


def common_code(detail: Any) -> str | None:
    """Return the code of our catalogue shared by all problems of a serializer's error tree; None when there is none."""
    codes = set(_codes(detail))
    return codes.pop() if len(codes) == 1 and next(iter(codes)).isupper() else None


def _codes(detail: Any) -> Iterator[str]:
    if isinstance(detail, dict | list):
        for value in detail.values() if isinstance(detail, dict) else detail:
            yield from _codes(value)
    else:
        yield str(getattr(detail, "code", ""))


def flatten(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield (dotted path, reason) for every problem in a serializer's error tree."""
    if isinstance(detail, dict):
        for key, value in detail.items():
            name = "" if key == "non_field_errors" else str(key)
            yield from flatten(value, f"{path}.{name}" if path and name else path or name)
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            nested = isinstance(value, dict | list)
            if not nested or value:
                yield from flatten(value, f"{path}.{index}" if nested else path)
    else:
        yield path, str(detail)

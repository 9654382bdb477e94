"""Refusals: the schema of each status, and which codes each operation answers with."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, inline_serializer
from rest_framework import serializers

from platforms.http import errors
from platforms.http.document.parts import SCHEMAS, Part
from platforms.http.endpoints import Endpoint


def of_status(status: int) -> OpenApiResponse:
    """Return what the generator is told of a refusal: the schema that all refusals of a status have."""
    if status not in _ERROR_SERIALIZERS:
        _ERROR_SERIALIZERS[status] = inline_serializer(
            f"Error{status}",
            {
                "status": serializers.ChoiceField(choices=[status]),
                "code": serializers.ChoiceField(choices=[(code, code) for code in errors.CODES_OF_STATUS[status]]),
                "message": serializers.CharField(
                    help_text="A sentence for developers. It may change: decide by `code`."
                ),
                "details": serializers.DictField(required=False, help_text=_DETAILS),
                "retryable": serializers.BooleanField(required=False, help_text=_RETRYABLE),
                "retryAfterSeconds": serializers.IntegerField(
                    required=False,
                    min_value=1,
                    help_text="How many seconds to wait before that. Absent where it is not known.",
                ),
                "documentationUrl": serializers.URLField(
                    required=False, help_text="The page that tells the cause of this code, and what to do about it."
                ),
            },
        )
    return OpenApiResponse(_ERROR_SERIALIZERS[status])


def name(endpoint: Endpoint, codes: tuple[str, ...], status: str) -> str:
    """Name a refusal by its only code, and by the operation where there are several."""
    if len(codes) == 1:
        return "".join(word.capitalize() for word in codes[0].split("_"))
    operation = f"{endpoint.operation[0].upper()}{endpoint.operation[1:]}" if codes else "Unused"
    return operation + NAMES[status]


def description(codes: tuple[str, ...], status: int) -> str:
    """Return what the status means, and the codes that an operation answers with."""
    if not codes:
        return "Kept free: this version does not answer so here."
    named = ", ".join(f"`{code}`" for code in codes)
    return f"{_STATUS_SENTENCES[status]} `code`: {named}."


def explain(result: Part, **_: Any) -> Part:
    """Describe the schema of each status, with the codes of the catalogue that this version keeps from operations."""
    components = result["components"]
    sent: dict[str, set[str]] = {}
    for response in components.get("responses", {}).values():
        schema_name = response["content"]["application/json"]["schema"]["$ref"].removeprefix(SCHEMAS)
        sent.setdefault(schema_name, set()).update(response["x-codes"])
    for schema_name, codes in sent.items():
        schema = components["schemas"][schema_name]
        schema["description"] = _sentence(int(schema_name.removeprefix("Error")), codes)
        for field, text in _TEXTS_OF_FIELDS.items():
            schema["properties"][field]["description"] = text
    return result


_TEXTS_OF_FIELDS = {
    "status": "The HTTP status of the reply.",
    "code": "What to decide by: each operation says which of these it answers with.",
}
"""Beside references: the generator would wrap these."""


def _sentence(status: int, sent: set[str]) -> str:
    others = [f"`{code}`" for code in errors.CODES_OF_STATUS[status] if code not in sent]
    meaning = f"A refusal with status {status}."
    if not others:
        return meaning
    return (
        f"{meaning} No operation of this version answers with {', '.join(others)}: listed for other institutions, the"
        " hosted pages, or later versions."
    )


_DETAILS = (
    "More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a"
    " dotted path, and `reason`; of a choice or a number also `expected`, the accepted values or the bounds."
)
_RETRYABLE = (
    "Whether the same request, with the same key, may succeed later without anything being corrected. Absent from"
    " replies that were kept before there was this field."
)
_ERROR_SERIALIZERS: dict[int, Any] = {}
NAMES = {
    "400": "BadRequest",
    "401": "Unauthorized",
    "403": "Forbidden",
    "404": "NotFound",
    "408": "RequestTimeout",
    "409": "Conflict",
    "410": "Gone",
    "412": "PreconditionFailed",
    "413": "PayloadTooLarge",
    "415": "UnsupportedMediaType",
    "422": "UnprocessableContent",
    "424": "FailedDependency",
    "429": "TooManyRequests",
    "500": "InternalServerError",
    "501": "NotImplemented",
    "503": "ServiceUnavailable",
}
"""As the standard says, in the words that the codes use: the library's own have changed with versions of Python."""
_STATUS_SENTENCES = {
    400: "The request is wrong, or what there is does not allow it.",
    401: "The token is missing, unknown, revoked or expired, or is used from an address that it is not for.",
    403: "The token may not do this, or the parties of a payment may not pay or be paid at the moment.",
    404: "Your platform has no such object. Those of other platforms are not found either.",
    408: "The body of the request took too long to arrive. Nothing was done.",
    409: "Something is in the way: what there is already, or another request.",
    410: "The customer was deleted. Its history can be read; nothing new can be done with it.",
    412: "The receiver's institution speaks no version of the protocol that is known here.",
    413: "The body is larger than the endpoint takes. Nothing was done.",
    415: "The body is not of the type that the endpoint reads, or is compressed.",
    422: "The idempotency key belongs to another request.",
    424: "The receiver's institution can't be reached, or its answer can't be relied on. Try again with the same key.",
    429: "Too many requests. Wait as long as `Retry-After` says, then send it again with the same key.",
    500: "A fault on our side, or at who checks accounts. Send it again with the same key.",
    501: "The receiver's institution insists on something that the protocol does not name.",
    503: "Not available at the moment. Wait as long as `Retry-After` says, then send it again with the same key.",
}
"""What a refusal of each status means: the first words of its description."""

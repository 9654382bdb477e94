"""The OpenAPI document: how views describe themselves, and what all operations share."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers
from rest_framework.views import APIView

from platforms.http import errors
from platforms.http.endpoints import Endpoint
from platforms.http.fields import Query
from platforms.http.middleware import is_api_path


def described(endpoints: Mapping[str, Endpoint]) -> type[APIView]:
    """Return the class by which the generator knows the endpoints of a path, given by method."""
    methods = {method.lower(): _describe(endpoint) for method, endpoint in endpoints.items()}
    return type("Endpoints", (APIView,), {"endpoints": endpoints, **methods})


def _describe(endpoint: Endpoint) -> Callable[..., Any]:
    summary, _, description = (inspect.getdoc(endpoint.function) or "").partition("\n\n")
    first, *words = endpoint.function.__name__.split("_")
    describe: Callable[..., Callable[..., Any]] = extend_schema(
        operation_id="".join([first, *(word.capitalize() for word in words)]),
        summary=summary.removesuffix("."),
        description=description,
        request={"multipart/form-data": endpoint.body} if endpoint.file else endpoint.body,
        parameters=None if endpoint.query is Query else [endpoint.query],
        responses={endpoint.status: endpoint.response or OpenApiResponse(description="Done; no content.")}
        | {code: _error(code) for code in endpoint.errors},
    )
    return describe(endpoint.function)


class ApiSchema(AutoSchema):
    """Adds to every operation what the API's grammar adds: errors, the idempotency header, a tag per resource."""

    def get_tags(self) -> list[str]:
        """Group operations by the first segment after the version."""
        segments = [part for part in self.path.split("/") if part and not part.startswith("{")]
        return [segments[1] if len(segments) > 1 else "service"]

    def get_description(self) -> str:  # type: ignore[override]
        """Add nothing to a summary that says it all."""
        return ""

    def get_override_parameters(self) -> list[Any]:
        """Document the idempotency key of writes."""
        parameters = list(super().get_override_parameters())
        if self._takes_key():
            parameters.append(
                OpenApiParameter(
                    "Idempotency-Key",
                    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
                    OpenApiParameter.HEADER,
                    description="Send the same key again to get the first reply again. 1 to 255 printable characters.",
                )
            )
        return parameters

    def _get_serializer_name(self, *args: Any, **options: Any) -> str:
        """Name what is sent `...Request`, where its name does not say so anyway."""
        name: str = super()._get_serializer_name(*args, **options)
        short = name.removesuffix("Request")
        return short if "Request" in short else name

    def _insert_field_validators(self, field: Any, schema: dict[str, Any]) -> None:
        """Show a text that may be empty as one text: clients would be made for a union of a text and nothing.

        Whether it may be empty, its pattern says.
        """
        super()._insert_field_validators(field, schema)  # type: ignore[no-untyped-call]
        if getattr(field, "allow_blank", False) and "pattern" in schema.get("oneOf", [{}])[0]:
            schema.update(schema.pop("oneOf")[0])

    def _get_request_for_media_type(self, serializer: Any, direction: Any = "request") -> tuple[Any, bool]:
        """Require the body of a union: its discriminator is required."""
        schema, is_required = super()._get_request_for_media_type(serializer, direction)  # type: ignore[no-untyped-call]
        return schema, is_required or isinstance(serializer, PolymorphicProxySerializer)

    def _takes_key(self) -> bool:
        endpoints = getattr(self.view, "endpoints", {})
        return self.method in endpoints and endpoints[self.method].writes

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        """Add the errors of the API's grammar: here, because a view's own description replaces what lies above."""
        bodies = super()._get_response_bodies(direction)
        if direction == "request":
            # A webhook's: its receiver answers.
            return bodies
        shared = {400, 401, 403, 429, 500, 503}
        if "{" in self.path:
            shared.add(404)
        if self._takes_key():
            shared |= {409, 413, 422}
        if self.method != "GET":
            shared |= {408, 415}
        for code in sorted(shared):
            if str(code) not in bodies:
                bodies[str(code)] = self._get_response_for_code(_error(code), str(code))
        return dict(sorted(bodies.items()))

    def _get_response_for_code(
        self, serializer: Any, status_code: str, media_types: Any = None, direction: Any = "response"
    ) -> Any:
        """Name the errors: each is said once, as a component."""
        response = super()._get_response_for_code(serializer, status_code, media_types, direction)  # type: ignore[no-untyped-call]
        if status_code not in _ERROR_NAMES:
            return response
        if status_code in {"429", "503"}:
            response["headers"] = {"Retry-After": _SECONDS_TO_WAIT}
        component = ResolvedComponent(  # type: ignore[no-untyped-call]
            _ERROR_NAMES[status_code], ResolvedComponent.RESPONSE, schema=response, object=status_code
        )
        self.registry.register_on_missing(component)
        return component.ref


def _error(status: int) -> OpenApiResponse:
    if status not in _ERROR_SERIALIZERS:
        _ERROR_SERIALIZERS[status] = inline_serializer(
            f"Error{status}",
            {
                "status": serializers.ChoiceField(choices=[status]),
                "code": serializers.ChoiceField(choices=[(code, code) for code in errors.CODES_OF_STATUS[status]]),
                "message": serializers.CharField(),
                "details": serializers.DictField(required=False),
            },
        )
    return OpenApiResponse(_ERROR_SERIALIZERS[status], description=", ".join(errors.CODES_OF_STATUS[status][:3]))


_ERROR_SERIALIZERS: dict[int, Any] = {}
# As the standard says, in the words that the codes use: the library's own have changed with versions of Python.
_ERROR_NAMES = {
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
_SECONDS_TO_WAIT = {"schema": {"type": "integer", "minimum": 1}, "description": "Seconds to wait before asking again."}


def list_of(name: str, item: Any, *, paged: bool = True) -> Any:
    """Return the schema of a list reply. `item` is a serializer instance or a polymorphic proxy with `many=True`."""
    fields: dict[str, Any] = {"data": item}
    if paged:
        fields |= {
            "hasMore": serializers.BooleanField(),
            "nextCursor": serializers.CharField(required=False),
            "totalCount": serializers.IntegerField(required=False),
        }
    return inline_serializer(name, fields)


def only_api_paths(endpoints: list[tuple[str, str, str, Any]], **_: Any) -> list[tuple[str, str, str, Any]]:
    """Leave everything out of the document that is not under a version of the API."""
    return [entry for entry in endpoints if is_api_path(entry[0])]

"""How endpoints describe themselves to the generator, and what all operations share."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers
from rest_framework.views import APIView

from platforms.http import dry_runs, tables
from platforms.http.document import refusals, sentences
from platforms.http.endpoints import Endpoint
from platforms.http.fields import Query


def described(endpoints: Mapping[str, Endpoint]) -> type[APIView]:
    """Return the class by which the generator knows the endpoints of a path, given by method."""
    methods = {method.lower(): _describe(endpoint) for method, endpoint in endpoints.items()}
    return type("Endpoints", (APIView,), {"endpoints": endpoints, **methods})


def _describe(endpoint: Endpoint) -> Callable[..., Any]:
    summary, description, returned = endpoint.texts
    describe: Callable[..., Callable[..., Any]] = extend_schema(
        operation_id=endpoint.operation,
        summary=summary,
        description="\n\n".join(filter(None, [description, *_rules(endpoint)])),
        request={"multipart/form-data": endpoint.body} if endpoint.file else endpoint.body,
        parameters=None if endpoint.query is Query else [endpoint.query],
        responses={
            **_success(endpoint, returned),
            **{status: refusals.of_status(status) for status in endpoint.refusals},
        },
        extensions={"x-permission": str(endpoint.permission)},
    )
    return describe(endpoint.function)


def _success(endpoint: Endpoint, returned: str) -> Mapping[Any, OpenApiResponse]:
    reply = OpenApiResponse(endpoint.response, description=returned or "Done; no content.")
    if endpoint.files:
        return {(endpoint.status, each): OpenApiResponse(OpenApiTypes.STR, returned) for each in endpoint.files}
    if endpoint.dry_run is not None and endpoint.dry_run.reply is not None:
        rehearsed = OpenApiResponse(endpoint.dry_run.reply, description="With `dryRun=true`: what would be made.")
        return {endpoint.status: reply, dry_runs.STATUS: rehearsed}
    if not endpoint.is_table:
        return {endpoint.status: reply}
    file = OpenApiResponse(OpenApiTypes.STR, description=reply.description)
    return {(endpoint.status, "application/json"): reply, (endpoint.status, tables.CSV): file}


def _rules(endpoint: Endpoint) -> Iterator[str]:
    """Yield what the endpoint's declaration says of its use: who may call it, and whether it may be repeated."""
    is_sandbox = endpoint.path.startswith("sandbox/")
    yield f"Permission: `{endpoint.permission}`." + (" Sandbox platforms only." if is_sandbox else "")
    if not endpoint.writes:
        return
    moves_money = endpoint.moves_money or (endpoint.statements is not None and endpoint.statements.moves_money)
    keeps = "for ever where it moved money, otherwise for 30 days" if moves_money else "for 30 days"
    yield f"Repeat it safely with an `Idempotency-Key`: the reply is kept under it {keeps}."


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
                    description="A text of your own for one intention, such as a UUID. The same request with the same"
                    " key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a"
                    " comma.",
                )
            )
        return parameters

    def _get_serializer_name(self, *args: Any, **options: Any) -> str:
        """Name what is sent `...Request`, where its name does not say so anyway; an answer to a webhook does not."""
        name: str = super()._get_serializer_name(*args, **options)
        short = name.removesuffix("Request")
        return short if "Request" in short or short.endswith("Response") else name

    def _get_serializer_field_meta(self, field: Any, direction: Any) -> dict[str, Any]:
        """Say of each field what it means and which form it has."""
        meta: dict[str, Any] = super()._get_serializer_field_meta(field, direction)  # type: ignore[no-untyped-call]
        if isinstance(field, serializers.Field) and (said := sentences.of(field)):
            meta["description"] = said
        return meta

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        """Say of each variable of a path what it names."""
        parameters: list[dict[str, Any]] = super()._resolve_path_parameters(variables)  # type: ignore[no-untyped-call]
        return [each | {"description": sentences.OF_PATHS[each["name"]]} for each in parameters]

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
        """Show replies in the order of their statuses."""
        return dict(sorted(super()._get_response_bodies(direction).items()))

    def _get_response_for_code(
        self, serializer: Any, status_code: str, media_types: Any = None, direction: Any = "response"
    ) -> Any:
        """Name the errors: each is said once, as a component."""
        response = super()._get_response_for_code(serializer, status_code, media_types, direction)  # type: ignore[no-untyped-call]
        if direction == "request" or status_code not in refusals.NAMES:
            return response
        endpoint: Endpoint = vars(type(self.view))["endpoints"][self.method]
        codes = endpoint.refusals[int(status_code)]
        response["description"] = refusals.description(codes, int(status_code))
        response["x-codes"] = list(codes)
        component = ResolvedComponent(  # type: ignore[no-untyped-call]
            refusals.name(endpoint, codes, status_code), ResolvedComponent.RESPONSE, schema=response, object=status_code
        )
        self.registry.register_on_missing(component)
        return component.ref


def list_of(name: str, item: Any, *, paged: bool = True) -> Any:
    """Return the schema of a list reply. `item` is a serializer instance or a polymorphic proxy with `many=True`."""
    fields: dict[str, Any] = {"data": item}
    if paged:
        fields |= {
            "hasMore": serializers.BooleanField(),
            "nextCursor": serializers.CharField(required=False),
            "totalCount": serializers.IntegerField(required=False),
        }
    made = inline_serializer(name, fields)
    type(made).__doc__ = "A page of a list." if paged else "A list that comes whole."
    return made


def only_api_paths(endpoints: list[tuple[str, str, str, Any]], **_: Any) -> list[tuple[str, str, str, Any]]:
    """Leave everything out of the document that is not under its version of the API."""
    return [entry for entry in endpoints if entry[0].startswith(f"{spectacular_settings.SCHEMA_PATH_PREFIX}/")]

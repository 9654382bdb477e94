"""The OpenAPI document: served as JSON, and what is done to it after it is generated."""

import collections
import functools
import re
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework import serializers

from platforms.http import errors, rate_limit
from platforms.http.fields import MomentField
from webhooks.outbox import event_types


@rate_limit.per_address("openapi")
def document(request: HttpRequest) -> HttpResponseBase:
    """Answer with the OpenAPI document; it needs no token."""
    if request.method not in {"GET", "HEAD"}:
        return errors.response(errors.MethodNotAllowed(["GET", "HEAD"]), request)
    return HttpResponse(_document(), content_type="application/json")


@functools.cache
def _document() -> bytes:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return orjson.dumps(generator.get_schema(request=None, public=True))  # type: ignore[no-untyped-call]


def finish(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Name the authentication scheme, HTTP Basic with an API token, and say once what is alike."""
    result = _merge_alike(result)
    components = result["components"]
    components["parameters"] = _share_parameters(result["paths"])
    components.setdefault("securitySchemes", {})["BasicAuth"] = {
        "type": "http",
        "scheme": "basic",
        "description": "User name: client id of an API token (or the token's id). Password: its client secret.",
    }
    result["security"] = [{"BasicAuth": []}]
    return result


def _share_parameters(paths: dict[str, Any]) -> dict[str, Any]:
    """Refer to parameters that several operations take in one form, and return these by the names that they get."""
    operations = [operation for item in paths.values() for operation in item.values() if "parameters" in operation]
    forms = collections.Counter(orjson.dumps(each) for operation in operations for each in operation["parameters"])
    shared: dict[str, bytes] = {}
    for form, count in forms.most_common():
        if count >= _SEVERAL:
            # Of two forms with one name, the one that more operations take.
            words = re.split("[-_]", orjson.loads(form)["name"])
            shared.setdefault("".join(word[0].upper() + word[1:] for word in words), form)
    named = {form: {"$ref": f"#/components/parameters/{name}"} for name, form in shared.items()}
    for operation in operations:
        operation["parameters"] = [named.get(orjson.dumps(each), each) for each in operation["parameters"]]
    return {name: orjson.loads(shared[name]) for name in sorted(shared)}


_SEVERAL = 3


def _merge_alike(result: dict[str, Any]) -> dict[str, Any]:
    """Show what is read and written in one form as one component, where the generator has made two."""
    schemas = result["components"]["schemas"]
    alike = {name for name in schemas if f"{name}Request" in schemas}
    while different := {
        name for name in alike if len({_renamed(schemas[each], alike) for each in (name, f"{name}Request")}) > 1
    }:
        alike -= different
    for name in alike:
        del schemas[f"{name}Request"]
    merged: dict[str, Any] = orjson.loads(_renamed(result, alike))
    return merged


def _renamed(part: Any, names: set[str]) -> bytes:
    """Return a part of the document as it is where both forms of these names have one name."""

    def name(found: re.Match[bytes]) -> bytes:
        return found[1] if found[1].decode() in names else found[0]

    return re.sub(rb"(?<=/schemas/)(\w+)Request(?=\")", name, orjson.dumps(part))


def _webhook(name: str, component: str, prefix: str, data: Any) -> OpenApiWebhook:
    """Describe the events of one topic: an envelope around the resource as its GET shows it."""
    types = [value for value in event_types.EventType.values if event_types.topic(value) == prefix]
    fields: dict[str, Any] = {
        "id": serializers.CharField(help_text="`Webhook:<uuid>`; the same when the event is sent again."),
        "type": serializers.ChoiceField(choices=types),
        "timestamp": MomentField(),
    }
    if data is not None:
        fields["data"] = data
        fields["sequence"] = serializers.IntegerField(
            min_value=1,
            required=False,
            help_text="The number of the event among those of the same resource, without gaps.",
        )
        fields["isTruncated"] = serializers.BooleanField(
            required=False, help_text="True where the event was too long: `data` has only short, plain values."
        )
    envelope = type(component, (serializers.Serializer,), fields)
    acknowledged = {200: OpenApiResponse(description="Acknowledged. 409 stops this event, 410 disables the endpoint.")}
    return OpenApiWebhook(name, extend_schema(request=envelope, responses=acknowledged, tags=["webhooks"]))


WEBHOOKS = [
    _webhook(topic.webhook, topic.component, prefix, import_string(topic.schema)() if topic.schema else None)
    for prefix, topic in event_types.TOPICS.items()
]

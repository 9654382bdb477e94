"""The API reference: a list of all operations in the order of an integration, and a page for each subject."""

import copy
import functools
import re
from typing import Any

import orjson
from csp import constants as csp
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularRedocView
from rest_framework.request import Request
from rest_framework.response import Response

from config.documents import front_page, pages, samples
from platforms.http.document import served

Json = dict[str, Any]

SUBJECTS = {
    "platform": ("Your platform", ("config", "versions", "tokens")),
    "customers": ("Customers and their accounts", ("customers",)),
    "verification": ("Owners, documents, verification", ("beneficial-owners", "documents", "verifications")),
    "accounts": (
        "Accounts of your platform, banks, receivers",
        ("platform", "discoveries", "receiver", "payee-verifications"),
    ),
    "quotes": ("Rates, fees and quotes", ("exchange-rates", "crypto", "quotes")),
    "transfers": ("Transfers", ("transfer-in", "transfer-out", "transfers")),
    "payments": ("Payments, lost replies, proofs, reports", ("transactions", "idempotency-keys", "proofs", "reports")),
    "uma": ("UMA and invitations", ("uma-providers", "invitations")),
    "webhooks": ("Webhooks and events", ("webhook-endpoints", "webhook-secrets", "events", "webhooks")),
    "sandbox": ("The sandbox", ("sandbox",)),
}
"""By the last part of its address: title, and the groups of operations."""

_METHODS = ("get", "post", "put", "patch", "delete")
_REFERENCE = re.compile(r"#/components/(\w+)/([^\"]+)")
# Redoc makes its styles at run time, without a nonce.
_with_styles_of_its_own = csp_replace({"style-src": [csp.SELF, "'unsafe-inline'"]})


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """Answer with the list of all operations."""
    subjects = [
        {"name": name, "title": title, "operations": list(_listed(document(name)))}
        for name, (title, _) in SUBJECTS.items()
    ]
    response = render(request, "reference.html", {"subjects": subjects, "version": settings.API_VERSION})
    response["Content-Security-Policy"] = front_page.POLICY
    return response


@method_decorator(_with_styles_of_its_own, name="dispatch")
class Subject(SpectacularRedocView):
    """The page of a subject."""

    http_method_names = ["get", "head"]

    def get(self, request: Request, subject: str) -> HttpResponse | Response:
        """Answer with the page, or with the one that says that there is none."""
        if subject not in SUBJECTS:
            return pages.missing()
        response: Response = super().get(request)  # type: ignore[no-untyped-call]
        names = list(SUBJECTS)
        place = names.index(subject)
        response.data |= {
            "title": f"{SUBJECTS[subject][0]} · API reference",
            "subject": SUBJECTS[subject][0],
            "before": _named(names[place - 1]) if place else None,
            "after": _named(names[place + 1]) if place + 1 < len(names) else None,
        }
        return response

    def _get_schema_url(self, _request: Request) -> str:
        return f"/docs/reference/{self.kwargs['subject']}.json"


@pages.limited
@require_safe
def part(_: HttpRequest, subject: str) -> HttpResponse:
    """Answer with the part of the OpenAPI document that a subject's page shows."""
    if subject not in SUBJECTS:
        return pages.missing()
    return HttpResponse(orjson.dumps(document(subject)), content_type="application/json")


@functools.cache
def document(subject: str) -> Json:
    """Return the operations of a subject with their samples, and the components that they use."""
    whole = served.whole()
    _, groups = SUBJECTS[subject]
    chosen = {name: whole[name] for name in ("openapi", "info", "servers", "security")}
    chosen["tags"] = [tag for tag in whole["tags"] if tag["name"] in groups]
    for name in ("paths", "webhooks"):
        shown = {path: _of_groups(item, groups) for path, item in whole.get(name, {}).items()}
        chosen[name] = {path: item for path, item in shown.items() if item}
    for path, item in chosen["paths"].items():
        for method, operation in item.items():
            parameters = [_resolved(each, whole) for each in operation.get("parameters", [])]
            samples.add(operation, method=method.upper(), path=path, parameters=parameters)
    chosen["components"] = _used(chosen, whole["components"])
    return chosen


def _of_groups(item: Json, groups: tuple[str, ...]) -> Json:
    return {
        method: copy.copy(operation)
        for method, operation in item.items()
        if method in _METHODS and set(operation["tags"]) & set(groups)
    }


def _resolved(parameter: Json, whole: Json) -> Json:
    reference = _REFERENCE.match(parameter.get("$ref", ""))
    return whole["components"][reference[1]][reference[2]] if reference else parameter


def _used(chosen: Json, components: Json) -> Json:
    """Return the components that a part of the document names, and those that these name."""
    used: Json = {"securitySchemes": components["securitySchemes"]}
    left = [chosen]
    while left:
        for kind, name in _REFERENCE.findall(orjson.dumps(left.pop()).decode()):
            if name not in used.setdefault(kind, {}):
                used[kind][name] = components[kind][name]
                left.append(used[kind][name])
    return used


def _listed(shown: Json) -> Any:
    for path, item in shown["paths"].items():
        for method, operation in item.items():
            anchor = f"tag/{operation['tags'][0]}/operation/{operation['operationId']}"
            yield {"method": method.upper(), "path": path, "summary": operation["summary"], "anchor": anchor}


def _named(subject: str) -> dict[str, str]:
    return {"name": subject, "title": SUBJECTS[subject][0]}

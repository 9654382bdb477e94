"""The parameter that asks for a dry run."""

from typing import Any

from django.http import HttpRequest
from rest_framework import serializers

from platforms.http.fields import Query

PARAMETER = "dryRun"
_ASKED = {"true": True, "false": False}


class _SwitchField(serializers.BooleanField):
    """A query parameter that is `true` or `false`."""

    def to_internal_value(self, data: Any) -> bool:
        """Refuse the other words that the parent class accepts."""
        if data not in _ASKED:
            self.fail("invalid", input=data)
        return _ASKED[data]


class DryRunQuery(Query):
    """The query of an endpoint that can be rehearsed."""

    dryRun = _SwitchField(
        required=False,
        help_text=(
            "`true`: check the request and tell what it would do, and do nothing. The reply has `dryRun` and `effects`,"
            " and no ids of what was not made; a refusal is the same as without it. An `Idempotency-Key` is not used."
        ),
    )


def is_asked(request: HttpRequest) -> bool:
    """Tell whether a request wants a dry run, or may want one and says it in a wrong way."""
    return bool(request.META.get("QUERY_STRING")) and any(value != "false" for value in request.GET.getlist(PARAMETER))

"""Public paths of the webhooks app that are not part of a version."""

from django.urls import path

from platforms.http import rate_limit
from webhooks.signing import public_keys

_limited = rate_limit.per_address("webhook-keys")

urlpatterns = [
    path("webhook-keys/<uuid:platform_id>.pem", _limited(public_keys.as_pem), name="webhook-public-keys"),
    path("webhook-keys/<uuid:platform_id>", _limited(public_keys.as_json), name="webhook-public-keys-json"),
]

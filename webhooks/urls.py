"""Public paths of the webhooks app that are not part of a version."""

from django.urls import path

from webhooks import public_keys

urlpatterns = [
    path("webhook-keys/<uuid:platform_id>.pem", public_keys.as_pem, name="webhook-public-keys"),
    path("webhook-keys/<uuid:platform_id>", public_keys.as_json, name="webhook-public-keys-json"),
]

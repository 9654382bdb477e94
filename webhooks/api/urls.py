"""Paths of the webhooks app, relative to the version's base path."""

from django.urls import path

from webhooks.api import events, sandbox, signing_secrets

urlpatterns = [
    path("events", events.Events.as_view()),
    path("events/redeliver", events.RedeliverRange.as_view()),
    path("events/<str:event_id>", events.OneEvent.as_view()),
    path("events/<str:event_id>/redeliver", events.Redeliver.as_view()),
    path("webhook-secrets", signing_secrets.Secrets.as_view()),
    path("webhook-secrets/<str:secret_id>", signing_secrets.OneSecret.as_view()),
    path("sandbox/webhooks/listen", sandbox.Listen.as_view()),
    path("sandbox/webhooks/test", sandbox.SendTestWebhook.as_view()),
]

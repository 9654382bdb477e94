"""The spans that the service makes in a test."""

import pytest
from django.conf import settings as django_settings
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from platforms.base import tracing


@pytest.fixture
def spans(settings, monkeypatch):
    """Read what was exported since the last time."""
    exporter = InMemorySpanExporter()
    provider = tracing.export_to(exporter)
    monkeypatch.setattr(tracing, "provider", lambda: provider)
    settings.TRACES = True
    first = django_settings.MIDDLEWARE.index("platforms.http.middleware.RequestMiddleware") + 1
    before, after = django_settings.MIDDLEWARE[:first], django_settings.MIDDLEWARE[first:]
    settings.MIDDLEWARE = [*before, "platforms.http.tracing.TraceMiddleware", *after]

    def read():
        provider.force_flush()
        found = exporter.get_finished_spans()
        exporter.clear()
        return found

    yield read
    provider.shutdown()

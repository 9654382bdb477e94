"""What the present work is about and which request has caused it; and traces by OpenTelemetry.

Log lines and audit rows take the request's id and the subject from here, whoever writes them. Traces are off unless
TRACES is set: one for a payment, from its request to the last webhook. The id of a trace is that of the request, which
a payment and the audit log keep. The library is imported with the first span, in the process that makes it, after all
forks.
"""

import contextlib
import contextvars
import functools
import uuid
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from django.conf import settings

from platforms.base import clock

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

R = TypeVar("R")
_LOW = (1 << 64) - 1
_NANOSECONDS = 1_000_000_000
_SUBJECT = "payments.subject"
_request: contextvars.ContextVar[int | None] = contextvars.ContextVar("request", default=None)
"""The id of the request whose own span begins."""


class Cause(NamedTuple):
    """The id of the request that caused the present work, and the public id of what the work is about; or empty."""

    request_id: str = ""
    subject: str = ""


_UNKNOWN = Cause()
_cause: contextvars.ContextVar[Cause] = contextvars.ContextVar("cause", default=_UNKNOWN)


def cause() -> Cause:
    """Return what has caused the present work of this thread."""
    return _cause.get()


@contextlib.contextmanager
def caused_by(cause: Cause) -> Iterator[None]:
    """Declare what causes the work of the block."""
    token = _cause.set(cause)
    try:
        yield
    finally:
        _cause.reset(token)


def carried(call: Callable[[], R]) -> Callable[[], R]:
    """Return the call for another thread, with what causes it here."""
    here = _cause.get()

    def within() -> R:
        with caused_by(here):
            return call()

    return within


def is_on() -> bool:
    """Tell whether spans are made."""
    return bool(settings.TRACES)


@contextlib.contextmanager
def of_request(request_id: str) -> "Iterator[Span]":
    """Yield the span of a request, the first of its trace."""
    from opentelemetry.context import Context  # noqa: PLC0415 - only where traces are on

    token = _request.set(uuid.UUID(request_id).int)
    try:
        span = _tracer().start_span("request", context=Context(), kind=_kind("SERVER"))
    finally:
        _request.reset(token)
    with _used(span):
        yield span


def traced(call: Callable[[], R], name: str, *, request_id: str, subject: str) -> Callable[[], R]:
    """Return a function that makes the call about `subject` within a span of the trace of a request."""
    attributes = {_SUBJECT: subject}

    def within() -> R:
        span = _tracer().start_span(name, context=_after(request_id), kind=_kind("CLIENT"), attributes=attributes)
        with _used(span):
            return call()

    return within


def note(name: str, *, request_id: str, seconds: float, subject: str, status: int | None, is_good: bool) -> None:
    """Add a span for a request to others about `subject` that has just ended; `status` is None without a reply."""
    from opentelemetry.trace import StatusCode  # noqa: PLC0415 - only where traces are on

    attributes = {_SUBJECT: subject, "http.response.status_code": status or 0}
    end = int(clock.real_now().timestamp() * _NANOSECONDS)
    begin = end - int(seconds * _NANOSECONDS)
    span = _tracer().start_span(
        name, context=_after(request_id), kind=_kind("CLIENT"), attributes=attributes, start_time=begin
    )
    if not is_good:
        span.set_status(StatusCode.ERROR)
    span.end(end)


def export_to(exporter: Any) -> "TracerProvider":
    """Return a provider of this service's spans, which go to `exporter`."""
    from opentelemetry.sdk.resources import SERVICE_NAME, Resource  # noqa: PLC0415 - only where traces are on
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator  # noqa: PLC0415

    class Ids(RandomIdGenerator):
        """The ids of a request's own span come from the request, so that others can name it as their parent."""

        def generate_trace_id(self) -> int:
            return _request.get() or super().generate_trace_id()

        def generate_span_id(self) -> int:
            request = _request.get()
            return super().generate_span_id() if request is None else request & _LOW

    # The environment (OTEL_SERVICE_NAME) goes before the name here.
    resource = Resource({SERVICE_NAME: "payments-platform"}).merge(Resource.create())
    provider = TracerProvider(id_generator=Ids(), resource=resource)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider


@functools.cache
def provider() -> "TracerProvider":
    """Return the provider of this process, which sends by OTLP to where the OTEL_… variables say."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - as above

    return export_to(OTLPSpanExporter())


def _tracer() -> Any:
    return provider().get_tracer("payments_platform")


@contextlib.contextmanager
def _used(span: "Span") -> "Iterator[Span]":
    """End the span with the block; an exception is noted by its class alone, for its text may hold personal data."""
    from opentelemetry.trace import StatusCode  # noqa: PLC0415 - as above

    try:
        yield span
    except BaseException as error:
        span.set_status(StatusCode.ERROR, type(error).__name__)
        raise
    finally:
        span.end()


def _after(request_id: str) -> "Context":
    """Return the context of what a request has caused; of a trace of its own, where no request has."""
    from opentelemetry.context import Context  # noqa: PLC0415 - as above
    from opentelemetry.trace import (  # noqa: PLC0415
        NonRecordingSpan,
        SpanContext,
        TraceFlags,
        set_span_in_context,
    )

    if not request_id:
        return Context()
    key = uuid.UUID(request_id).int
    flags = TraceFlags(TraceFlags.SAMPLED)
    parent = SpanContext(trace_id=key, span_id=key & _LOW, is_remote=True, trace_flags=flags)
    return set_span_in_context(NonRecordingSpan(parent), Context())


def _kind(name: str) -> Any:
    from opentelemetry.trace import SpanKind  # noqa: PLC0415 - as above

    return SpanKind[name]

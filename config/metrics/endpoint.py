"""`/metrics`: answered with METRICS_TOKEN from one of METRICS_ADDRESSES, and not found by others."""

import contextlib
import hmac
import os
import pathlib
import re
from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, exposition
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.launch import processes
from config.metrics import figures
from platforms.base import metrics
from platforms.http import addresses

PATH = "/metrics"
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The library's variable for the folder of counts: set by `config.processes.web` before the library is imported."""


class MetricsMiddleware:
    """Answers before hosts and TLS are looked at: Prometheus asks each web server by its address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Take the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer an allowed scrape; pass everything else on, also a scrape without the token."""
        if request.path != PATH or request.method != "GET" or not _may_scrape(request):
            return self.get_response(request)
        return HttpResponse(text(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def text() -> bytes:
    """Return all metrics in the format of Prometheus."""
    metrics.count()
    asked = CollectorRegistry()
    asked.register(figures.Figures())
    counted = REGISTRY
    if FOLDER in os.environ:
        counted = CollectorRegistry()
        counted.register(_OfAllProcesses())
    return exposition.generate_latest(counted) + exposition.generate_latest(asked)


def _may_scrape(request: HttpRequest) -> bool:
    if not settings.METRICS_TOKEN:
        return False
    given = request.META.get("HTTP_AUTHORIZATION", "").encode()
    if not hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode()):
        return False
    address = addresses.parse(addresses.client_ip(request))
    allowed = settings.METRICS_ADDRESSES
    return not allowed or (address is not None and any(address in network for network in allowed))


class _OfAllProcesses(Collector):
    """The counts of all web processes of this machine, from their files."""

    def collect(self) -> Iterator[Metric]:
        """Yield the counts, without gauges of ended processes; their counters stay, for counters never fall."""
        folder = pathlib.Path(os.environ[FOLDER])
        for file in folder.glob("gauge_live*.db"):
            found = re.search(r"_(\d+)\.db$", file.name)
            if found is not None and not processes.is_alive(int(found[1])):
                with contextlib.suppress(FileNotFoundError):
                    file.unlink()
        yield from MultiProcessCollector(None, str(folder)).collect()  # type: ignore[no-untyped-call]

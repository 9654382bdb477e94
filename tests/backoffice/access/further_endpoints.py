"""What staff do with an endpoint beside that of the configuration, for the test of the audit log."""

from collections.abc import Callable, Mapping
from typing import Any

from platforms.base import clock
from webhooks.models import FurtherEndpoint


def _enable(stage: Any) -> Any:
    FurtherEndpoint.objects.update(disabled_at=clock.real_now(), disabled_reason="GONE")
    return stage.ask("further_endpoint.enable", FurtherEndpoint.objects.get())


def _test(stage: Any) -> Any:
    """Nothing listens there: what was asked for is logged before anything is sent."""
    FurtherEndpoint.objects.update(url="http://127.0.0.1:1/")
    return stage.ask("further_endpoint.test", FurtherEndpoint.objects.get())


CASES: Mapping[str, Callable[[Any], Any]] = {"further_endpoint.enable": _enable, "further_endpoint.test": _test}
LOGGED_AS = {"further_endpoint.enable": "webhook_endpoint.update", "further_endpoint.test": "webhook_endpoint.test"}

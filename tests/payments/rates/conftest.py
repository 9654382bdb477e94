"""A bank's web server that gives its daily file, and rates that are shared by real processes."""

import datetime as dt
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from platforms.base import clock
from tests.support.processes.adapters import Adapters
from tests.support.servers.webhook_receiver import Answer, Receiver

FILE = pathlib.Path(__file__).with_name("ecb_daily.xml").read_text()
DAY = "2026-11-20"


class Bank:
    """Serves the reference file; `publish` changes what it says."""

    def __init__(self, server: Receiver) -> None:
        self.server = server
        self.publish()

    def publish(self, *, days_ago: int = 1, delay: float = 0, **rates: str) -> None:
        day = (clock.real_now() - dt.timedelta(days=days_ago)).date()
        text = FILE.replace(DAY, day.isoformat())
        for currency, rate in rates.items():
            before, _, after = text.partition(f"currency='{currency}' rate='")
            text = f"{before}currency='{currency}' rate='{rate}'{after.partition(chr(39))[2]}"
        self.serve(text.encode(), delay=delay)

    def serve(self, body: bytes, *, status: int = 200, delay: float = 0) -> None:
        self.server.default = Answer(status=status, body=body, delay=delay)

    @property
    def asked(self) -> int:
        return len(self.server.received)


@pytest.fixture
def bank(within_an_hour: None, settings: Any) -> Iterator[Bank]:
    with Receiver() as server:
        settings.ECB_RATES_URL = server.url
        settings.ALLOW_LOOPBACK_WEBHOOKS = True
        yield Bank(server)


@pytest.fixture
def exchange_at(adapters: Adapters) -> Callable[[str], None]:
    """Return a function that names the rate source of production platforms."""
    return lambda path: adapters("PRODUCTION", rates=path)


@pytest.fixture
def staff_rates(exchange_at: Callable[[str], None]) -> None:
    """Production platforms exchange at the rates that staff enter."""
    exchange_at("payments.rates.staff.StaffRates")

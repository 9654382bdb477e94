"""Sources of rates for tests, in a module of their own: a web server loads it too."""

import datetime as dt
import threading
from decimal import Decimal
from typing import ClassVar

from payments.providers.rate_source import Pair, RateTable


class Hanging:
    """Answers when `released` is set."""

    name = "HANGING"
    refresh_every = stale_after = dt.timedelta(hours=1)
    released: ClassVar[threading.Event] = threading.Event()
    asked: ClassVar[threading.Semaphore] = threading.Semaphore(0)

    def fetch(self, now: dt.datetime) -> RateTable:
        self.asked.release()
        self.released.wait()
        return RateTable((Pair("USD", "EUR", Decimal("1.1")),))

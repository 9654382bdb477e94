"""Exchange rates: what the service knows of them now, shared by all its processes.

A source (`payments.providers.rate_source`) is asked from time to time, by one process at a time, outside of database
transactions (`feed`). What it said is kept as a snapshot, and read from there as a `RateBook` (`book`), which crosses
the pairs it holds. `staff` is the source that reads the rates entered in the back office.
"""

from payments.rates.book import RateBook, RatesStale, RateUnknown
from payments.rates.feed import current, ensure, refresh_due

__all__ = ["RateBook", "RateUnknown", "RatesStale", "current", "ensure", "refresh_due"]

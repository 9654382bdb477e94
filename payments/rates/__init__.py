"""Present exchange rates, shared by all processes of the service.

A source (`payments.providers.rate_source`) is asked from time to time, by one process at a time, outside of database
transactions (`feed`). Its answer is stored as a snapshot, and read from there as a `RateBook` (`book`), which crosses
the stored pairs. `staff` is the source that reads the rates entered in the back office.
"""

from payments.rates.book import RateBook, RatesStale, RateUnknown
from payments.rates.feed import current, ensure, refresh_due

__all__ = ["RateBook", "RateUnknown", "RatesStale", "current", "ensure", "refresh_due"]

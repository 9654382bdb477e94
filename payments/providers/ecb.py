"""The European Central Bank's daily reference rates.

One small XML file: on each working day, at about 16:00 in Frankfurt, the value of one euro in some thirty currencies.
All other rates are crossed through the euro. The file comes from outside: it is bounded in size and time, read without
entities, and refused as a whole when any part of it is invalid.
"""

import datetime as dt
import re
from decimal import Decimal
from xml.etree.ElementTree import Element, ParseError

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException
from django.conf import settings

from payments.providers.rate_source import Pair, RatesUnavailable, RateTable
from webhooks.delivery import client

ANCHOR = "EUR"
MOST_BYTES = client.READ_BYTES
"""The file is about 2 kB."""
_ROOT = "{http://www.gesmes.org/xml/2002-08-01}Envelope"
_CUBE = "{http://www.ecb.int/vocabulary/2002-08-01/eurofxref}Cube"
_FIXING = dt.time(14, tzinfo=dt.UTC)
"""16:00 in Frankfurt in summer. In winter the file comes an hour later, and its rates count as that much older."""
_CLOCKS_DIFFER = dt.timedelta(hours=1)
_CODE = re.compile(r"[A-Z]{3}", re.ASCII)
_RATE = re.compile(r"\d{1,12}(\.\d{1,12})?", re.ASCII)


class EcbRates:
    """The daily reference file."""

    name = "ECB"
    refresh_every = dt.timedelta(hours=1)

    @property
    def stale_after(self) -> dt.timedelta:
        """Return the setting ECB_RATES_STALE_HOURS."""
        return dt.timedelta(hours=settings.ECB_RATES_STALE_HOURS)

    def fetch(self, now: dt.datetime) -> RateTable:
        """Download the file and read it."""
        reply = client.send(
            client.Request(
                url=settings.ECB_RATES_URL,
                method="GET",
                headers={"Accept": "application/xml, text/xml"},
                allow_loopback=settings.ALLOW_LOOPBACK_WEBHOOKS,
                keep_bytes=MOST_BYTES,
            )
        )
        if reply.failure is not None or reply.status != 200:
            raise RatesUnavailable(f"no file: {reply.failure or f'HTTP status {reply.status}'}")
        if len(reply.body) >= MOST_BYTES:
            raise RatesUnavailable("the file is much too large")
        return read(reply.body, now=now)


def read(content: bytes, *, now: dt.datetime) -> RateTable:
    """Return the rates in a reference file; raises RatesUnavailable for anything but one day's whole table."""
    day = _day(content)
    as_of = _moment(day.get("time", ""), now=now)
    return RateTable(tuple(_pair(entry, as_of) for entry in day))


def _day(content: bytes) -> Element:
    try:
        root: Element = ElementTree.fromstring(content, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise RatesUnavailable(f"not XML that may be read: {type(error).__name__}") from None
    if root.tag != _ROOT:
        raise RatesUnavailable("not a file of reference rates")
    tables = root.findall(_CUBE)
    days = tables[0].findall(_CUBE) if len(tables) == 1 else []
    if len(days) != 1:
        raise RatesUnavailable("not the rates of one day")
    return days[0]


def _moment(text: str, *, now: dt.datetime) -> dt.datetime:
    try:
        as_of = dt.datetime.combine(dt.date.fromisoformat(text), _FIXING)
    except ValueError:
        raise RatesUnavailable("the day is not a date") from None
    if as_of > now + _CLOCKS_DIFFER:
        raise RatesUnavailable("the day has not come yet")
    return as_of


def _pair(entry: Element, as_of: dt.datetime) -> Pair:
    currency, rate = entry.get("currency", ""), entry.get("rate", "")
    if entry.tag != _CUBE or not _CODE.fullmatch(currency) or not _RATE.fullmatch(rate):
        raise RatesUnavailable("an entry is not a currency with its rate")
    return Pair(currency, ANCHOR, Decimal(rate), as_of)

"""The European Central Bank's file, and what is no such file."""

import datetime as dt
from decimal import Decimal

import pytest

from bench import programs
from payments import rates
from payments.providers import ecb
from payments.providers.rate_source import RatesUnavailable
from platforms.base import clock
from tests.payments.rates.conftest import DAY, FILE

NOW = dt.datetime(2026, 11, 20, 16, tzinfo=dt.UTC)


def read(text: str):
    return ecb.read(text.encode(), now=NOW)


def test_the_file_says_what_a_euro_is_worth_as_of_its_day():
    table = read(FILE)

    assert {(pair.source, pair.destination): str(pair.rate) for pair in table.pairs} == {
        ("USD", "EUR"): "1.1000",
        ("JPY", "EUR"): "165.00",
        ("DKK", "EUR"): "7.4600",
        ("GBP", "EUR"): "0.85000",
        ("BRL", "EUR"): "6.0500",
        ("INR", "EUR"): "93.5000",
        ("MXN", "EUR"): "20.3500",
        ("PHP", "EUR"): "62.700",
    }
    assert {pair.as_of for pair in table.pairs} == {dt.datetime(2026, 11, 20, 14, tzinfo=dt.UTC)}


@pytest.mark.django_db
def test_other_rates_are_crossed_through_the_euro_and_rounded_once(bank):
    book = rates.ensure("PRODUCTION")

    assert book.rate("EUR", "USD") == Decimal("0.909090909090909")
    assert book.rate("USD", "MXN") == Decimal("0.0540540540540541")
    assert book.rate("MXN", "USD") == Decimal("18.5")
    assert book.rate("GBP", "INR") == Decimal("0.00909090909090909")
    taken = clock.iso(book.taken_at)
    yesterday = f"{(clock.real_now() - dt.timedelta(days=1)).date()}T14:00:00.000000Z"
    assert book.explain("MXN", "USD") == {
        "snapshotId": str(book.snapshot_id),
        "source": "ECB",
        "takenAt": taken,
        "asOf": yesterday,
        "rate": "18.5",
        "steps": [
            {"source": "MXN", "destination": "EUR", "rate": "20.3500", "asOf": yesterday, "inverse": False},
            {"source": "USD", "destination": "EUR", "rate": "1.1000", "asOf": yesterday, "inverse": True},
        ],
    }


ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
FOREIGN = '<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">'
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
WRONG = {
    "empty": "",
    "not XML": "<html><body>Down for maintenance</p>",
    "another page": "<html><body>Hello</body></html>",
    "cut off": FILE[:500],
    "an entity": FILE.replace(HEAD, HEAD + ENTITIES).replace("A test", "&b;"),
    "a foreign document type": FILE.replace(HEAD, HEAD + FOREIGN),
    "an unknown encoding": FILE.replace("UTF-8", "no-such-code"),
    "another root": FILE.replace("gesmes:Envelope", "gesmes:Letter"),
    "another vocabulary": FILE.replace("eurofxref", "eurofxref2"),
    "no day": FILE.replace(f"time='{DAY}'", ""),
    "a day that is none": FILE.replace(DAY, "2026-13-01"),
    "a day to come": FILE.replace(DAY, "2026-11-21"),
    "two days": FILE.replace("</Cube>\n\t</Cube>", f"</Cube><Cube time='{DAY}'/>\n\t</Cube>"),
    "no rates": FILE[: FILE.index("<Cube currency")] + FILE[FILE.index("</Cube>") :],
    "zero": FILE.replace("1.1000", "0.0000"),
    "less than zero": FILE.replace("1.1000", "-1.1"),
    "no number": FILE.replace("1.1000", "N/A"),
    "not a number": FILE.replace("1.1000", "NaN"),
    "infinity": FILE.replace("1.1000", "Infinity"),
    "too many digits": FILE.replace("1.1000", "1" * 13),
    "an exponent": FILE.replace("1.1000", "1e400"),
    "other digits": FILE.replace("1.1000", "\u0661.\u0661"),
    "a comma": FILE.replace("1.1000", "1,1000"),
    "no rate": FILE.replace("rate='1.1000'", ""),
    "no currency": FILE.replace("currency='USD'", ""),
    "no code": FILE.replace("'USD'", "'usd'"),
    "a currency twice": FILE.replace("'JPY'", "'USD'"),
    "the euro itself": FILE.replace("'JPY'", "'EUR'"),
    "another element": FILE.replace("<Cube currency='USD'", "<Sphere currency='USD'"),
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_file_that_makes_no_sense_is_refused_whole(text):
    assert text != FILE

    with pytest.raises(RatesUnavailable):
        read(text)


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(RatesUnavailable):
        ecb.read(b"\xff\xfe\x00\xd8" * 50, now=NOW)


@pytest.mark.django_db
def test_a_file_that_is_much_too_large_is_refused(bank):
    bank.serve(FILE.encode() + b" " * 100_000)

    with pytest.raises(RatesUnavailable, match="too large"):
        ecb.EcbRates().fetch(clock.real_now())


def test_a_server_that_sends_us_elsewhere_is_not_followed(bank):
    bank.serve(b"", status=302)

    with pytest.raises(RatesUnavailable, match="302"):
        ecb.EcbRates().fetch(clock.real_now())


def test_a_server_that_is_not_there_is_said_to_be_so(settings, unused_port):
    settings.ECB_RATES_URL = f"http://127.0.0.1:{unused_port}/"
    settings.ALLOW_LOOPBACK_WEBHOOKS = True

    with pytest.raises(RatesUnavailable, match="UNREACHABLE"):
        ecb.EcbRates().fetch(clock.real_now())


def test_the_inside_of_the_network_is_not_asked(settings):
    settings.ECB_RATES_URL = "https://127.0.0.1/eurofxref.xml"

    with pytest.raises(RatesUnavailable, match="REFUSED_ADDRESS"):
        ecb.EcbRates().fetch(clock.real_now())


@pytest.fixture
def unused_port() -> int:
    return programs.free_port()

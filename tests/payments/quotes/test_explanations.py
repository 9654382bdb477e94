"""A stored quote is explained from the rows it names."""

from typing import Any

import pytest

from payments.models import Quote
from payments.quotes import explanations
from tests.support.payments import quote_requests, rate_entries

pytestmark = pytest.mark.django_db
RATE, CHARGED = "0.0540540540540541", "0.0545945945945946"


@pytest.fixture
def charged(acme):
    rate_entries.schedule(
        acme,
        source_currency="USD",
        destination_currency="MXN",
        fixed_fee=150,
        variable_rate="0.015",
        rate_multiplier="1.01",
    )


def lines_of(quote: Any) -> list[tuple[str, str, str]]:
    return [(line.what, line.working, line.result) for line in explanations.explain(quote).lines]


def test_a_sending_lock_is_explained_line_by_line(charged, ask):
    ask(amount=100_00)

    found = lines_of(Quote.objects.get())

    assert found == [
        ("Mid rate", "1 / 18.5, to 15 digits", f"{RATE} USD for one MXN"),
        ("Rate with margin", f"{RATE} x 1.01", f"{CHARGED} USD for one MXN"),
        ("Sent", "as asked for", "100.00 USD"),
        ("Fixed fee", "by the schedule", "1.50 USD"),
        ("Variable fee", "100.00 USD x 0.015 = 1.50 USD, rounded up", "1.50 USD"),
        ("Exchanged", "100.00 USD - 1.50 USD - 1.50 USD", "97.00 USD"),
        (
            "Received",
            f"97.00 USD / {CHARGED} = 1776.73267326732655… MXN, rounded down",
            "1776.73 MXN",
        ),
        (
            "Rounding difference",
            f"97.00 USD - 1776.73 MXN x {CHARGED}",
            "0.00014594594593… USD",
        ),
    ]


def test_a_receiving_lock_is_explained_line_by_line(charged, ask):
    ask(side="RECEIVING", amount=1_776_74)

    found = lines_of(Quote.objects.get())

    assert [line[0] for line in found] == [
        "Mid rate",
        "Rate with margin",
        "Received",
        "To be exchanged",
        "Sent",
        "Fixed fee",
        "Variable fee",
        "Exchanged",
        "Rounding difference",
    ]
    assert found[2:8] == [
        ("Received", "as asked for", "1776.74 MXN"),
        ("To be exchanged", f"1776.74 MXN x {CHARGED} = 97.0004… USD, rounded up", "97.01 USD"),
        ("Sent", "(97.01 USD + 1.50 USD) / (1 - 0.015) = 100.01015228426395… USD, rounded up", "100.02 USD"),
        ("Fixed fee", "by the schedule", "1.50 USD"),
        ("Variable fee", "100.02 USD x 0.015 = 1.5003 USD, rounded up", "1.51 USD"),
        ("Exchanged", "100.02 USD - 1.50 USD - 1.51 USD", "97.01 USD"),
    ]


def test_a_crossed_rate_shows_its_whole_path(api, alice, dollars):
    pounds, euros = (api.internal_account(alice, code) for code in ("GBP", "EUR"))
    quote_requests.quote(api, pounds, euros)

    found = explanations.explain(Quote.objects.get())

    assert found.lines[0].working == "(0.79) x (1 / 0.92), to 15 digits"
    assert found.crossing is not None
    assert [(step.pair.source, step.pair.destination, step.is_inverse) for step in found.crossing.steps] == [
        ("GBP", "USD", False),
        ("EUR", "USD", True),
    ]


def test_a_quote_in_one_currency_is_explained_too(api, alice, dollars):
    quote_requests.quote(api, dollars, api.external_account(alice))

    assert lines_of(Quote.objects.get())[0] == ("Mid rate", "both sides have one currency", "1 USD for one USD")


def test_what_is_worked_out_is_what_is_stored(charged, api, alice, ask):
    for amount in (1_57, 1_00_00, 999_99, 123_456_78):
        for side in ("SENDING", "RECEIVING"):
            assert ask(side=side, amount=amount).status_code == 201
    coins = api.internal_account(alice, "BTC")
    quote_requests.quote(api, coins, api.internal_account(alice, "USDC"), amount=123_457)

    quotes = Quote.objects.all()

    assert len(quotes) == 9
    assert [explanations.explain(quote).differences for quote in quotes] == [[]] * 9


def test_a_number_that_was_not_worked_out_this_way_is_named(ask):
    ask()
    quote: Any = Quote.objects.get()
    quote.total_receiving += 1

    assert explanations.explain(quote).differences == ["amount received: stored 185000, worked out 184999"]


def test_rates_that_do_not_hold_the_pair_are_named(ask):
    ask()
    quote: Any = Quote.objects.get()
    quote.rate_snapshot.pairs = []

    found = explanations.explain(quote)

    assert (found.crossing, list(found.lines)) == (None, [])
    assert found.differences == ("the mid rate: the stored rates do not hold this pair",)

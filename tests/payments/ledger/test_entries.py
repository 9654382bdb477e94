"""The amount of an entry is worked out twice, where it is posted and by the check: a wrong one is refused, or found."""

from collections.abc import Callable

import pytest
from django.conf import settings

from payments.ledger import check, entries, movements
from tests.support.payments import own_fees, rate_entries, scenarios

pytestmark = pytest.mark.django_db(transaction=True)


def by_uma(api, alice) -> None:
    """25.00 USD that come in by UMA."""
    body = {
        "senderUmaAddress": f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}",
        "customerId": alice,
        "receivingCurrencyCode": "USD",
        "receivingCurrencyAmount": 25_00,
    }
    assert api.post("/sandbox/uma/receive", body).status_code == 200


def paid_to_platform(api, alice) -> None:
    """A quote of 100.00 USD, and the day after."""
    scenarios.quoted()(api, alice)
    assert own_fees.pass_day(api) == 1


_PLATFORM_FEES = movements.EXECUTED_FROM_HOLDER.lines[-1].money
_PAYOUT = movements.PLATFORM_FEES_PAID.lines[0].money
_PLAYS: dict[entries.Money, Callable[..., object]] = {
    movements._DEPOSITED: scenarios.transfer_out(),
    movements._SENT: scenarios.transfer_out(),
    movements._RECEIVED: scenarios.transfer_in(),
    movements._PAID: scenarios.quoted(),
    movements._EXCHANGED: scenarios.quoted(),
    movements._FEES: scenarios.quoted(),
    movements._LEAVING: scenarios.quoted(),
    movements._ARRIVED: scenarios.funded(100_00),
    movements._GIVEN_BACK: scenarios.funded(70_00),
    movements._SUSPENDED: scenarios.funded(100_00, 100_00),
    movements._UMA_EXCHANGED: by_uma,
    movements._UMA_FEES: by_uma,
    _PLATFORM_FEES: scenarios.quoted(),
    _PAYOUT: paid_to_platform,
}


def test_every_amount_has_a_story():
    known = {line.money for movement in movements.MOVEMENTS for line in movement.lines}

    # The sandbox's network is free of charge. Fees, recalls and claims of banks' lines have stories of their own.
    assert known == _PLAYS.keys() | {movements._ROUTING}


@pytest.mark.parametrize("is_wrong", [True, False])
@pytest.mark.parametrize("money", _PLAYS, ids=lambda money: money.amount)
def test_another_amount_than_the_facts_say_is_refused_or_found(acme, api, alice, worker, caplog, money, is_wrong):  # noqa: PLR0917 - fixtures and a case
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=50, variable_rate="0.01")
    own_fees.allow(acme)
    own_fees.configure(api, own_fees.config(fixed=50))
    play, plain, is_refused = _PLAYS[money], money.posted, False
    if is_wrong:
        object.__setattr__(money, "posted", lambda of: (plain(of)[0] + 1, plain(of)[1]))
    try:
        play(api, alice)
        worker.run()
    except AssertionError:
        is_refused = True
    finally:
        object.__setattr__(money, "posted", plain)

    assert (is_refused or "payment not advanced" in caplog.text or bool(list(check.find()))) is is_wrong

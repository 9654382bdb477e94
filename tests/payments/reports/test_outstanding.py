"""What is outstanding, by age, at any moment: each posting is counted once, in the column of its item's age."""

import datetime as dt

import pytest

from payments.reporting import daily_totals
from tests.support.payments import report_sums, scenarios
from tests.support.payments.arrivals import arrive, item_of, resolve

pytestmark = pytest.mark.django_db(transaction=True)


def pass_days(api, days: int) -> None:
    assert api.post("/sandbox/clock/advance", {"seconds": days * 86_400}).status_code == 200


def test_money_in_suspense_grows_older_and_is_gone_once_it_is_decided(api, acme, alice, worker):
    moments = []
    first = item_of(arrive(acme.platform, 50_00, named="nobody"))
    for number, days in enumerate((1, 6, 20, 10), 1):
        pass_days(api, days)
        daily_totals.advance()
        item_of(arrive(acme.platform, number * 1_00, named="nobody"))
        acme.platform.refresh_from_db()
        moments.append(acme.platform.now())

    [row] = report_sums.require_outstanding(acme.platform)
    assert row == ("USD", "SUSPENSE", 4_00, 0, 5_00, 51_00, 60_00)
    resolve(first, "CREDIT_HOLDER", account=api.internal_account(alice))
    worker.run()
    [row] = report_sums.require_outstanding(acme.platform)
    assert row == ("USD", "SUSPENSE", 4_00, 0, 5_00, 1_00, 10_00)
    # As it was then, whatever was decided since.
    for moment, ages in zip(
        moments,
        [(51_00, 0, 0, 0), (2_00, 51_00, 0, 0), (3_00, 0, 53_00, 0), (4_00, 0, 5_00, 51_00)],
        strict=True,
    ):
        [row] = report_sums.require_outstanding(acme.platform, moment)
        assert row[2:6] == ages


def test_payments_under_way_are_in_clearing_until_they_settle(api, acme, alice, worker):
    scenarios.transfer_out("005")(api, alice)
    worker.run()
    assert {row[1] for row in report_sums.require_outstanding(acme.platform)} == {"PAYOUT_CLEARING"}
    pass_days(api, 4)
    [row] = report_sums.require_outstanding(acme.platform)
    assert row[2] == 0 < row[3] == row[6]
    worker.run()
    assert report_sums.require_outstanding(acme.platform) == []
    assert report_sums.require_outstanding(acme.platform, acme.platform.now() - dt.timedelta(days=1)) != []

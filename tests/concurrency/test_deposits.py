"""One arrival reported several times at once: booked once, whichever report comes first."""

import functools
import threading

import pytest
from django.db import IntegrityError

from payments.deposits import deposits
from payments.ledger import check
from payments.models import Deposit, JournalEntry
from platforms.database.locks import Lock
from tests.support import factories, threads
from tests.support.payments.arrivals import arrive
from tests.support.races import halt

pytestmark = pytest.mark.django_db(transaction=True)


def booked() -> tuple[int, int]:
    return Deposit.objects.count(), JournalEntry.objects.filter(purpose="DEPOSIT_RECEIVED").count()


@pytest.mark.parametrize("is_known", [True, False])
def test_what_is_told_many_times_at_once_is_booked_once(acme, api, alice, is_known):
    account = api.internal_account(alice)
    telling = functools.partial(arrive, acme.platform, named=account if is_known else "", reference="BANK-X")

    results = threads.at_once([telling] * 8)

    assert {result.pk for result in results} == {Deposit.objects.get().pk}
    assert booked() == (1, 1)
    assert factories.balance_of(account) == (100_00 if is_known else 0)
    assert check.run().faults == []


def test_of_two_stories_about_one_reference_the_first_counts(acme, api, alice):
    account = api.internal_account(alice)
    for number in range(5):
        tellings = [
            functools.partial(arrive, acme.platform, amount, named=account, reference=f"BANK-{number}")
            for amount in (1, 2)
        ]

        results = threads.at_once(tellings)

        assert sorted(type(result).__name__ for result in results) == ["Deposit", "DepositDiffers"]
        assert booked() == (number + 1, number + 1)
    assert check.run().faults == []


def test_control_without_the_lock_the_unique_key_lets_one_fail(acme, api, alice, monkeypatch):
    account = api.internal_account(alice)
    monkeypatch.setattr(Lock, "hold", lambda *_, **__: None)
    halt(monkeypatch, deposits, "_book", threading.Barrier(2))

    results = threads.at_once([functools.partial(arrive, acme.platform, named=account, reference="BANK-X")] * 2)

    assert sum(isinstance(result, IntegrityError) for result in results) == 1
    assert booked() == (1, 1)
    assert factories.balance_of(account) == 100_00

"""An account that the check of the books holds is shown to operators, and released by two of them."""

import datetime as dt

import pytest
from django.urls import reverse

from payments.models import InternalAccount, LedgerAccount, OperationsCase
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import page_of
from tests.support.payments import checking

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


@pytest.fixture
def account(api, alice):
    return InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2])


@pytest.fixture
def held(account):
    LedgerAccount.objects.filter(id=account.ledger_account_id).update(balance=1)
    assert len(checking.check_tonight().faults) == 1
    return account


def test_an_account_on_which_money_moves_offers_nothing(account, olga):
    assert reverse("admin:payments_internalaccount_release", args=[account.pk]) not in olga.text(page_of(account))


def test_a_held_account_is_released_by_two(acme, held, olga, otto, sweep):
    sweep()
    case = OperationsCase.objects.get()
    assert held.public_id in olga.text(page_of(case))
    assert reverse("admin:payments_internalaccount_release", args=[held.pk]) in olga.text(page_of(held))

    olga.post(
        reverse("admin:payments_internalaccount_release", args=[held.pk]), _form_submitted="True", reason="it is known"
    )
    assert LedgerAccount.objects.exclude(held_at=None).count() == 1, "one is not enough"
    proposal = Proposal.objects.get(status="OPEN")
    otto.post(
        reverse("admin:platforms_proposal_approve", args=[proposal.pk]), _form_submitted="True", reason="looked at it"
    )

    assert not LedgerAccount.objects.exclude(held_at=None).exists()
    entry = AuditEntry.objects.get(verb="internal_account.release")
    assert (entry.actor_id, entry.details["proposedBy"]) == ("otto", "olga")
    assert abs(entry.at - acme.platform.now()) < dt.timedelta(minutes=5), "in the platform's time"

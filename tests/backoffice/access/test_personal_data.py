"""Personal data is masked on every page; who may can have it shown, once, with a reason, in the audit log."""

import datetime as dt

import pytest
from django.urls import reverse

from payments.models import ExternalAccount, Transaction
from platforms.backoffice import masking
from platforms.backoffice.actions import Role
from platforms.models import AuditEntry
from tests.backoffice.conftest import page_of
from tests.support import factories

NUMBER = "123456789456"


@pytest.fixture
def account(api, alice) -> ExternalAccount:
    described = factories.usd_account("456") | {"accountNumber": NUMBER}
    public_id = api.external_account(alice, described)
    found: ExternalAccount = ExternalAccount.objects.get(id=public_id.partition(":")[2])
    return found


def ask(office, row, reason="the customer asks which account it was"):
    address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_show_personal_data", args=[row.pk])
    return office.post(address, _form_submitted="True", reason=reason)


def test_an_agent_sees_it_once_and_the_audit_log_says_so(hire, account):
    support = hire("sam", Role.SUPPORT)
    assert NUMBER not in support.text(page_of(account))

    reply = ask(support, account)
    shown = support.text(reply["HX-Redirect"])
    again = support.text(page_of(account))

    assert reply["HX-Redirect"] == page_of(account)
    assert NUMBER in shown
    assert "It is in the audit log that you have seen it." in shown
    assert NUMBER not in again
    entry = AuditEntry.objects.get(verb="personal_data.show")
    assert (entry.actor_id, entry.subject, entry.platform_id) == ("sam", account.public_id, account.platform_id)
    assert entry.details == {"reason": "the customer asks which account it was", "page": page_of(account)}
    assert NUMBER not in str(entry.details)


def test_a_page_that_nobody_opens_in_time_stays_masked(hire, account):
    support = hire("sam", Role.SUPPORT)
    ask(support, account)
    session = support.client.session
    address, at = session["shows_personal_data_of"]
    session["shows_personal_data_of"] = [address, at - dt.timedelta(minutes=1).total_seconds()]
    session.save()

    assert NUMBER not in support.text(page_of(account))


def test_it_opens_that_page_and_no_other(hire, api, alice, account):
    support = hire("sam", Role.SUPPORT)
    second = api.external_account(alice, factories.usd_account("777") | {"accountNumber": "998877665544"})
    other = ExternalAccount.objects.get(id=second.partition(":")[2])

    ask(support, account)

    assert "998877665544" not in support.text(page_of(other))


def test_without_a_reason_nothing_is_shown(hire, account):
    support = hire("sam", Role.SUPPORT)

    assert "This field is required." in ask(support, account, reason=" ").content.decode()

    assert NUMBER not in support.text(page_of(account))
    assert not AuditEntry.objects.filter(verb="personal_data.show").exists()


def test_operations_may_see_the_page_and_not_the_person(hire, account):
    operator = hire("olga", Role.OPERATIONS)

    assert "Show personal data" not in operator.text(page_of(account))
    assert ask(operator, account).status_code == 403


def test_who_may_not_see_a_page_may_not_open_it_either(hire, account):
    reviewer = hire("rita", Role.REVIEWER)

    assert reviewer.get(page_of(account)).status_code == 403
    assert ask(reviewer, account).status_code == 403
    assert not AuditEntry.objects.filter(verb="personal_data.show").exists()


def test_a_page_that_is_not_there_can_not_be_opened(hire, account):
    gone = ExternalAccount(id=account.customer_id)

    assert ask(hire("sam", Role.SUPPORT), gone).status_code == 404


@pytest.mark.parametrize(
    ("mask", "value", "masked"),
    [
        (masking.masked, "DE89370400440532013000", "•••• 3000"),
        (masking.masked, "ada@lovelace.example.com", "a••••@lovelace.example.com"),
        (masking.masked, "$ada@bank.example.com", "$a••••@bank.example.com"),
        (masking.masked, "a@bank.example.com", "••••@bank.example.com"),
        (masking.year, dt.date(1990, 5, 17), "1990-••-••"),
        (masking.address, {"line1": "Main St", "country": "US"}, {"line1": "••••", "country": "US"}),
        (masking.account, {"accountNumber": "123456789"}, {"accountNumber": "•••• 6789"}),
        (masking.personal, {"taxId": "078-05-1120"}, {"taxId": "•••• 1120"}),
    ],
)
def test_masks_are_off_in_their_block_and_nowhere_else(mask, value, masked):
    with masking.off():
        shown = mask(value)

    assert shown == (str(value) if isinstance(value, dt.date) else value)
    assert mask(value) == masked


def test_every_page_that_masks_offers_to_show(story, backoffice):
    payment = Transaction.objects.get(id=story.paid.partition(":")[2])

    assert "Show personal data" in backoffice.text(page_of(payment))

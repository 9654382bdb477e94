"""Finding things by their identifiers."""

import pytest

from payments.models import InternalAccount
from platforms.models import ApiToken, AuditEntry
from tests.backoffice.conftest import transaction_of


def _keys(backoffice, path: str, term: str) -> set[str]:
    reply = backoffice.get(path, q=term)
    assert reply.status_code == 200
    return {str(row.pk) for row in reply.context["cl"].result_list}


def _key(public_id: str) -> str:
    return public_id.partition(":")[2]


def test_a_payment_is_found_by_each_of_its_names(backoffice, story):
    payment = transaction_of(story.paid)
    path = "/admin/payments/transaction/"

    for term in (story.paid, _key(story.paid), story.paid.lower(), f"  {story.paid} ", payment.reference):
        assert _keys(backoffice, path, term) == {_key(story.paid)}


def test_payments_are_found_by_customer_and_accounts(backoffice, story):
    path = "/admin/payments/transaction/"
    both = {_key(story.paid), _key(story.failed)}

    assert _keys(backoffice, path, story.external_account) == {_key(story.paid)}
    assert both <= _keys(backoffice, path, story.alice)
    assert both <= _keys(backoffice, path, _key(story.internal_account))


def test_an_internal_account_is_found_by_its_funding_reference(backoffice, story):
    account = InternalAccount.objects.get(id=_key(story.internal_account))

    assert _keys(backoffice, "/admin/payments/internalaccount/", account.funding_reference) == {str(account.id)}


def test_a_token_is_found_by_its_client_id(backoffice, story):
    token = ApiToken.objects.get(client_id=story.acme.client_id)

    assert _keys(backoffice, "/admin/platforms/apitoken/", story.acme.client_id) == {str(token.id)}
    assert _keys(backoffice, "/admin/platforms/apitoken/", token.public_id) == {str(token.id)}


def test_events_and_audit_entries_are_found_by_what_they_are_about(backoffice, story):
    about = {str(entry.pk) for entry in AuditEntry.objects.filter(subject=story.paid)}

    assert _keys(backoffice, "/admin/platforms/auditentry/", story.paid) == about != set()
    assert len(_keys(backoffice, "/admin/webhooks/event/", story.paid)) >= 1


def test_journal_entries_are_found_by_number_and_by_payment(backoffice, story):
    entries = {str(entry.pk) for entry in transaction_of(story.failed).journal_entries.all()}
    some = min(entries)

    assert _keys(backoffice, "/admin/payments/journalentry/", story.failed) == entries
    assert _keys(backoffice, "/admin/payments/journalentry/", f"#{some}") == {some}


@pytest.mark.parametrize(
    "term",
    ["Transaction:", "Nonsense:01a1fbc8-8dc7-72a1-8cf0-f4c22d9bcde7", "%", "' OR 1=1", "9" * 400, "²", "\ud83d\ude00"],
)
def test_what_names_nothing_finds_nothing(term, backoffice, story):
    for path in ("/admin/payments/transaction/", "/admin/payments/journalentry/", "/admin/platforms/auditentry/"):
        assert _keys(backoffice, path, term.encode("utf-16", "surrogatepass").decode("utf-16")) == set()


def test_part_of_an_identifier_is_not_enough(backoffice, story):
    assert _keys(backoffice, "/admin/platforms/apitoken/", story.acme.client_id[:20]) == set()


def test_one_box_finds_objects_of_any_kind(backoffice, story):
    payment = transaction_of(story.paid)
    wanted = {
        story.paid: f"/admin/payments/transaction/{payment.id}/change/",
        str(payment.id): f"/admin/payments/transaction/{payment.id}/change/",
        payment.reference: f"/admin/payments/transaction/{payment.id}/change/",
        story.alice: f"/admin/compliance/customer/{_key(story.alice)}/change/",
        story.internal_account: f"/admin/payments/internalaccount/{_key(story.internal_account)}/change/",
    }

    for term, address in wanted.items():
        assert f'href="{address}"' in backoffice.text("/admin/search/", s=term, extended="1")


def test_a_list_tells_having_nothing_from_finding_nothing(backoffice, db):
    path = "/admin/payments/transaction/"

    assert "Nothing here yet" in backoffice.text(path)
    assert "Nothing found" in backoffice.text(path, q="nothing")
    assert "Nothing found" in backoffice.text(path, customer="01a1fbc8-8dc7-72a1-8cf0-f4c22d9bcde7")

"""The one search box: what it finds, in what order, for which role, and by which index."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from payments.models import ExternalAccount, InternalAccount, Transaction
from platforms.backoffice.actions import Role
from platforms.models import AuditEntry
from tests.backoffice.conftest import page_of, transaction_of
from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.plans import planned
from webhooks.models import Event

pytestmark = pytest.mark.service


@pytest.fixture
def find(sam):
    """Return a function that searches as a supporter and gives the addresses found, group by group."""

    def found(term: str, office=sam) -> list[tuple[str, list[str]]]:
        reply = office.get("/admin/search", q=term)
        assert reply.status_code == 200
        return [(group.title, [hit.address for hit in group.hits]) for group in reply.context["groups"]]

    return found


def addresses(found) -> list[str]:
    return [address for _, hits in found for address in hits]


def test_a_payment_is_found_by_everything_that_names_it(find, story):
    payment = transaction_of(story.paid)
    call = AuditEntry.objects.get(subject=story.paid, actor_kind="TOKEN")
    event = Event.objects.filter(resource=story.paid).latest("number")

    for term in (
        story.paid,
        str(payment.id),
        f" {payment.reference.lower()} ",
        call.request_id,
        "pay-the-rent",
        "1,234.56 USD",
        "USD 1234.56",
        "1234.56",
        "123456",
        story.external_account,
    ):
        assert page_of(payment) in addresses(find(term)), term
    assert page_of(event) in addresses(find(event.public_id))


def test_the_receiving_side_of_an_exchange_is_found_by_its_amount(find, api, alice, worker):
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    payment = transaction_of(
        quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()["transactionId"]
    )

    assert page_of(payment) in addresses(find("1849.99 MXN"))
    assert page_of(payment) not in addresses(find("1849.99 USD"))


def test_a_rails_own_reference_is_found_after_the_payment_has_moved_on(find, api, alice, worker):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    waiting = transaction_of(
        api.transfer_out(account, api.external_account(alice, factories.usd_account("005")), 100_00).json()["id"]
    )
    worker.run()
    Transaction.objects.filter(pk=waiting.pk).update(provider_reference="RAIL-77-X")

    assert addresses(find("RAIL-77-X")) == [page_of(waiting)]


def test_a_customer_is_found_by_words_of_the_name_by_address_and_by_the_platforms_own_id(find, api, story):
    home = story.acme.platform.uma_domain
    ada = api.customer("Maria Zebrowska-Quinn", platformCustomerId="cust-4711", umaAddress=f"$maria.z@{home}")
    address = f"/admin/compliance/customer/{ada.partition(':')[2]}/change/"

    for term in ("zebrow", "Quinn maria", "cust-4711", f"$Maria.Z@{home}", f"maria.z@{home}", ada):
        assert addresses(find(term)) == [address], term
    assert addresses(find("Zebrowska Peter")) == [address], "one of two words"


def test_a_name_with_a_number_in_it_is_found(find, sam, api, bob):
    address = f"/admin/compliance/customer/{bob.partition(':')[2]}/change/"

    assert addresses(find("Bob Pending 001")) == [address]
    assert "Without <em>002</em>" in sam.text("/admin/search", q="Bob Pending 002")


def test_an_account_is_found_by_its_last_four_and_by_its_beneficiary(find, api, alice):
    info = factories.usd_account(number="000123987654") | {
        "beneficiary": factories.beneficiary("Wilhelmina Oakenshield")
    }
    account = ExternalAccount.objects.get(id=api.external_account(alice, info).partition(":")[2])

    for term in ("7654", "•••• 7654", "oakensh", "Wilhelmina Oakenshield"):
        assert addresses(find(term)) == [page_of(account)], term
    assert "7654" not in str(ExternalAccount.objects.filter(pk=account.pk).values("last_four_digest").get())


def test_an_account_that_was_forgotten_is_not_found_by_its_end(find, api, alice):
    api.external_account(alice, factories.usd_account(number="000123987654"))
    account = ExternalAccount.objects.get()
    account.primary_identifier = ""
    account.save()

    assert find("7654") == []


def test_a_short_identifier_shows_and_tells_no_end():
    account = ExternalAccount(primary_identifier="1234567")

    assert account.last_four == ""


def test_what_names_one_object_comes_before_what_many_share(find, api, story):
    api.customer("Robin Vance", platformCustomerId="1234.56")

    found = find("1234.56")

    assert [title for title, _ in found] == ["Customers", "Payments"]


def test_a_money_account_is_found_by_its_funding_reference(find, story):
    account = InternalAccount.objects.get(id=story.internal_account.partition(":")[2])

    assert addresses(find(account.funding_reference.lower())) == [page_of(account)]


def test_nothing_is_found_that_a_person_may_not_see(find, story, hire):
    clerk = hire("clerk", Role.REVIEWER)
    payment = transaction_of(story.paid)
    may_see = clerk.get(page_of(payment)).status_code == 200

    found = find(story.paid, clerk)

    assert bool(found) == may_see
    nobody = hire("nobody")
    for term in (story.paid, "1234.56 USD", "pay-the-rent", "Alice", "6789"):
        assert find(term, nobody) == []


@pytest.mark.parametrize(
    "term",
    ["", "a", "%", "' OR 1=1", "9" * 400, "!!!", "&|:*", "1e9", "0.001 USD", "5 \u017fat\u0131", "31/31/2026"],
)
def test_what_makes_no_sense_finds_nothing(find, story, term):
    assert find(term) == []


@pytest.mark.parametrize(
    "term",
    ["fr\u0131day", "2 \u017fept", "\u0663\u0664 dollars", "x " * 150, "twenty hundred thousand"],
)
def test_odd_letters_are_no_error(sam, story, term):
    assert sam.get("/admin/search", q=term).status_code == 200


def test_the_box_shows_a_few_and_leads_to_all(sam, api, story):
    for _ in range(6):
        api.transfer_out(story.internal_account, story.external_account, 777_77)

    text = sam.text("/admin/search/", s="777.77 USD", extended="1")

    assert text.count("/admin/payments/transaction/") == 5
    assert "/admin/search?q=777.77" in text
    assert sam.text("/admin/search", q="777.77 USD").count("/admin/payments/transaction/") >= 6


def test_a_search_costs_the_same_however_much_there_is(sam, api, story):
    terms = {
        "reference": transaction_of(story.paid).reference,
        "amount": "1234.56 USD",
        "name": "Alice",
        "last": story.account_number[-4:],
    }

    def cost() -> dict[str, int]:
        counts = {}
        for name, term in terms.items():
            with CaptureQueriesContext(connection) as captured:
                sam.text("/admin/search", q=term)
            counts[name] = len(captured)
        return counts

    cost()
    before = cost()
    for number in range(5):
        api.transfer_out(story.internal_account, story.external_account, 123_456)
        api.customer(f"Alice Approved {number}")
        api.external_account(story.alice, factories.usd_account("456"))

    assert cost() == before
    assert max(before.values()) <= 20


_PLANS = {
    "TX0123456789ABCDEF": (
        "transaction_by_reference",
        "transaction_by_sender",
        "transaction_by_receiver",
        "transaction_by_provider",
        "provider_message_by_reference",
        "idempotency_key_unique",
        "external_account_by_own_id",
        "customer_by_own_id",
    ),
    "1234.56": ("transaction_by_amount_sent", "transaction_by_amount_received", "transaction_by_fee"),
    "rent flat": ("transaction_by_memo",),
    "TX01 23AB": ("transaction_by_reference",),
    "ana@example.com": ("external_account_by_number",),
    "9876": ("external_account_by_last_four",),
    "Zebrowska": (
        "customer_by_folded_name",
        "external_account_by_folded_name",
        "customer_by_spelling",
        "external_account_by_spelling",
        "customer_by_likeness",
        "external_account_by_likeness",
    ),
    "DE89370400440532013000": ("external_account_by_number",),
    "Zebrowska 77.77": ("transaction_by_amount_sent", "transaction_by_amount_received"),
    "Alice 77.77": ("transaction_of_customer",),
    "Ada 77.77": ("transaction_by_sender", "transaction_by_receiver"),
    "2025-03-01": ("transaction_list",),
    "failed 2025-03-01": ("transaction_by_status",),
    "01a1fbc8-8dc7-72a1": ("payments_transaction_pkey",),
    "$maria.z@acme.example.com": ("customer_uma_address_unique",),
    "01a1fbc8-8dc7-72a1-8cf0-f4c22d9bcde7": ("audit_by_request",),
}


@pytest.mark.parametrize("term", _PLANS)
def test_every_look_up_has_its_index(term, sam, story):
    """In a small table the database reads all of it: here that is made dear, as it is in a large one.

    Which of two fitting indexes it takes for a few rows is a toss-up: each is asked for while it stands alone.
    """
    with CaptureQueriesContext(connection) as captured:
        sam.text("/admin/search", q=term)
    statements = [query["sql"] for query in captured]

    plans = "\n".join(map(_plan, statements))
    for table in ("payments_transaction", "compliance_customer", "payments_externalaccount", "platforms_auditentry"):
        assert f"Seq Scan on {table}" not in plans
    assert [index for index in _PLANS[term] if index not in _plans_with_only(index, statements)] == []


def _plans_with_only(index: str, statements: list[str]) -> str:
    """Return the plans while the table of an index has no other, not even for its key."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(
            """SELECT quote_ident(other.relname), listed.indrelid::regclass::text, quote_ident(kept.conname)
                 FROM pg_index listed
                 JOIN pg_index ON pg_index.indrelid = listed.indrelid AND pg_index.indexrelid <> listed.indexrelid
                 JOIN pg_class other ON other.oid = pg_index.indexrelid
                 LEFT JOIN pg_constraint kept ON kept.conindid = other.oid AND kept.contype <> 'f'
                WHERE listed.indexrelid = %s::regclass""",
            [index],
        )
        for other, table, constraint in cursor.fetchall():
            dropped = (
                f"ALTER TABLE {table} DROP CONSTRAINT {constraint} CASCADE" if constraint else f"DROP INDEX {other}"
            )
            cursor.execute(dropped)
        plans = "\n".join(map(_plan, statements))
        transaction.set_rollback(True)
        return plans


def _plan(sql: str) -> str:
    if not sql.lstrip().upper().startswith(("SELECT", "(SELECT", "WITH")):
        return ""
    with planned(without=["seqscan"]) as explain:
        return "\n".join(explain(sql))

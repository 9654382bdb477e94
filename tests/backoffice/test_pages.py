"""What lists and pages show."""

import datetime as dt
import re
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.urls import reverse

from compliance.models import Customer, Document, ScreeningHit, Verification
from payments.models import (
    Deposit,
    ExternalAccount,
    InternalAccount,
    JournalEntry,
    LedgerAccount,
    LedgerCheckRun,
    OperationsCase,
    Posting,
    Quote,
    Transaction,
)
from platforms.base.public_ids import WithPublicId
from platforms.models import ApiToken, Platform, Proposal
from tests.backoffice.conftest import MODELS, list_of, page_of, private_key, transaction_of
from webhooks.models import Delivery, Event

every_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)


def _words(html: str) -> str:
    """The text of a page with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def _whole_keys(html: str) -> list[str]:
    """The identifiers in the heading of a page."""
    heading = re.search("<h1.*?</h1>", html, re.DOTALL)
    assert heading is not None
    return re.findall("[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", _words(heading[0]))


def _without_nonce(html: str) -> list[str]:
    """What in a page its content security policy does not let through."""
    handlers = re.findall(r"<[^>]*\son[a-z]+=\"[^>]*>", html)
    styled = re.findall(r"<[^>]*\sstyle=\"[^>]*>", html)
    inline = re.findall(r"<(?:style|script)(?![^>]*\b(?:nonce=\"[^\"]{20,}\"|src=))[^>]*>", html)
    return [*handlers, *styled, *inline]


@every_model
def test_a_page_names_every_field(model, rf):
    page: Any = admin.site._registry[model]
    fieldsets: Any = page.get_fieldsets(rf.get("/"))
    names = {column.name for _, options in fieldsets for line in options["fields"] for column in line}

    missing = {field.name for field in model._meta.concrete_fields} - names - set(page.hidden)

    assert missing <= ({"id"} if "public_id" in names else set())


def test_every_list_and_page_opens_and_shows_no_secret(backoffice, story, administrator):
    token = ApiToken.objects.get(client_id=story.acme.client_id)
    secrets = [
        story.acme.client_secret,
        bytes(token.secret_hash).hex(),
        str(bytes(token.secret_hash)),
        private_key(story.acme.platform),
        administrator.password,
        story.account_number,
        "1990-01-31",
        "1 Main Street",
        "N1 9GU",
    ]
    for model in MODELS:
        # Some models have dozens of rows of one kind: the directory of banks hundreds.
        every = model._default_manager.order_by("pk")
        rows = {row.pk: row for row in (*every[:6], *every.reverse()[:6])}.values()
        assert rows, f"the story has no {model.__name__}"

        pages = [backoffice.text(list_of(model)), *[backoffice.text(page_of(row)) for row in rows]]

        assert [secret for secret in secrets for page in pages if secret in page] == [], model
        assert [found for page in pages for found in _without_nonce(page)] == [], model
        assert [found for page in pages for found in _whole_keys(page)] == [], model


def _heading(html: str) -> str:
    """What heads a page behind the link to its list, which the browser's title begins with too."""
    heading = re.search("<h1.*?</h1>", html, re.DOTALL)
    title = re.search("<title>(.*?)</title>", html, re.DOTALL)
    assert heading is not None
    assert title is not None
    said = _words(heading[0]).partition(" chevron_right ")[2].strip()
    assert title[1].strip().startswith(f"{said} | ")
    return said


def test_a_page_is_headed_by_what_people_say(backoffice, story):
    def of(row: Any) -> str:
        return _heading(backoffice.text(page_of(row)))

    quote = Quote.objects.get(id=story.quote.partition(":")[2])
    case = OperationsCase.objects.create(
        subject=story.paid, kind="PAYMENT_STUCK", cause="late", since=quote.created_at, opened_at=quote.created_at
    )

    assert of(transaction_of(story.paid)) == "1,234.56 USD, Alice Approved to Ada Lovelace"
    assert of(quote) == "200.00 USD → 3,699.99 MXN, Alice Approved to Ada Lovelace •••• 7789"
    assert of(Deposit.objects.filter(use="CREDITED").earliest("at")) == "10,000.00 USD, for Alice Approved"
    event = Event.objects.filter(resource=story.paid).earliest("sequence")
    assert of(event) == f"{event.type}, Alice Approved to Ada Lovelace •••• {story.account_number[-4:]}"
    assert of(Verification.objects.earliest("id")) == "Granite Works LLC"
    assert of(case) == f"Payment stuck: Alice Approved to Ada Lovelace •••• {story.account_number[-4:]}"


def test_a_page_shows_the_whole_public_id(backoffice, story):
    rows: list[Any] = [model._default_manager.first() for model in MODELS if issubclass(model, WithPublicId)]

    shown = {row: re.sub("<(title|h1).*?</\\1>", "", backoffice.text(page_of(row)), flags=re.DOTALL) for row in rows}

    assert [row for row, page in shown.items() if row.public_id not in page] == []


def test_the_id_of_a_payment_can_be_copied(backoffice, story):
    page = backoffice.text(page_of(transaction_of(story.paid)))

    field = re.search('<input id="payment-id"[^>]*>', page)
    assert field is not None
    assert f'value="{story.paid}"' in field[0]
    assert 'data-copy="payment-id"' in page


_SCRIPTS = [
    "/static/unfold/js/alpine/alpine.anchor.js",
    "/static/unfold/js/alpine/alpine.js",
    "/static/unfold/js/alpine/alpine.persist.js",
    "/static/unfold/js/alpine/alpine.resize.js",
    "/static/unfold/js/alpine/alpine.sort.js",
    "/static/unfold/js/chart/chart.js",
    "/static/unfold/js/htmx/htmx.js",
    "/static/backoffice/help.js",
    "/static/backoffice/htmx.js",
    "/static/backoffice/copy.js",
    "/static/backoffice/dialogs.js",
    "/static/backoffice/charts.js",
    "/static/backoffice/local_times.js",
    "/static/unfold/js/app.js",
    "/static/unfold/js/simplebar/simplebar.js",
]


def test_a_page_loads_no_script_but_its_own_and_the_themes(backoffice, story):
    def of(path: str) -> list[str]:
        return re.findall(r"<script[^>]*\ssrc=\"([^\"?]*)", backoffice.text(path))

    letters, desk = ["/static/backoffice/queue_keys.js"], ["/static/desk/lines.js", "/static/desk/keys.js"]
    more = {
        "/admin/": [],
        list_of(Transaction): letters,
        page_of(transaction_of(story.paid)): letters,
        list_of(Proposal): letters,
        page_of(Proposal.objects.first()): letters,
        reverse("admin:payments_ledger_books"): [],
        reverse("admin:compliance_desk_queue"): desk,
    }
    assert {path: sorted(set(of(path)) ^ set(_SCRIPTS)) for path in more} == {
        path: sorted(scripts) for path, scripts in more.items()
    }


def test_hidden_values_can_not_be_guessed_through_filters(backoffice, story):
    guesses = {
        "/admin/platforms/apitoken/": "secret_hash__gt",
        "/admin/compliance/customer/": "birth_date__gte",
        "/admin/payments/externalaccount/": "primary_identifier__startswith",
        "/admin/payments/transaction/": "external_account__primary_identifier",
        "/admin/auth/user/": "password__startswith",
    }

    replies = [backoffice.get(path, **{lookup: "1"}).status_code for path, lookup in guesses.items()]

    assert replies == [400] * len(guesses)


def test_a_payment_shows_amounts_parties_history_books_and_events(backoffice, story):
    payment = transaction_of(story.paid)

    page = backoffice.text(page_of(payment))

    assert "1,234.56 USD" in _words(page)
    assert "(123456)" not in _words(page)
    assert 'title="123456 in the smallest unit"' in page
    assert f'href="/admin/payments/internalaccount/{story.internal_account.partition(":")[2]}/change/"' in page
    assert f'href="/admin/compliance/customer/{story.alice.partition(":")[2]}/change/"' in page
    assert f'href="/admin/platforms/platform/{story.acme.platform.id}/change/"' in page
    for entry in payment.journal_entries.all():
        assert f'href="/admin/payments/journalentry/{entry.pk}/change/"' in page
    for event in Event.objects.filter(resource=story.paid):
        assert f'href="/admin/webhooks/event/{event.pk}/change/"' in page
    assert re.search("What happened.*Status Pending.*Status Completed", _words(page))
    assert "OUTGOING_PAYMENT.COMPLETED" in page


def test_a_payment_found_by_its_public_id_is_the_same_page(backoffice, story):
    page = backoffice.get(f"/admin/payments/transaction/{story.paid}/change/")

    assert page.status_code == 200
    assert story.paid in page.content.decode()


def test_a_journal_entry_is_a_t_account(backoffice, story):
    entry = transaction_of(story.failed).journal_entries.get(reverses=None)
    debit, credit = entry.postings.get(side="D"), entry.postings.get(side="C")

    words = _words(backoffice.text(page_of(entry)))

    of, to = (
        f"{kind}, USD #{side.account_id} {kind.upper().replace(' ', '_')}"
        for kind, side in (("Customer funds", debit), ("Payout clearing", credit))
    )
    line = f"{of} 50.00 USD 50.00 USD {to}"
    assert f"Debited account Debit Credit Credited account {line} Sum 50.00 USD 50.00 USD" in words


def test_a_statement_runs_to_the_balance(backoffice, story):
    account = InternalAccount.objects.get(id=story.internal_account.partition(":")[2]).ledger_account

    words = _words(backoffice.text(page_of(account)))

    statement = words[words.index("Statement, newest first") :]
    amounts = re.findall(r"([\d,]+\.\d\d) USD", statement)
    # Received 7.00 by UMA, returned 50.00, sent 50.00, sent 1,234.56, funded: each amount and the balance after it,
    # newest first.
    assert amounts == [
        *("7.00", "8,772.44", "50.00", "8,765.44", "50.00", "8,715.44"),
        *("1,234.56", "8,765.44", "10,000.00", "10,000.00"),
    ]
    assert account.balance == 877_244


def test_a_statement_shows_the_latest_fifty(backoffice, api, alice):
    account = api.internal_account(alice)
    for amount in range(1, 53):
        api.fund(account, amount)
    ledger_account = InternalAccount.objects.get(id=account.partition(":")[2]).ledger_account

    words = _words(backoffice.text(page_of(ledger_account)))

    assert "0.52 USD 13.78 USD" in words
    assert "0.03 USD 0.06 USD" in words
    assert "0.02 USD 0.03 USD" not in words


def test_times_are_in_utc(backoffice, story):
    payment = transaction_of(story.paid)

    page = backoffice.text(page_of(payment))

    assert f"{payment.created_at.astimezone(dt.UTC):%Y-%m-%d %H:%M:%S} UTC" in page


def test_personal_data_is_masked_but_recognisable(backoffice, story):
    account = backoffice.text(f"/admin/payments/externalaccount/{story.external_account}/change/")
    customer = backoffice.text(f"/admin/compliance/customer/{story.alice}/change/")

    assert f"•••• {story.account_number[-4:]}" in account
    assert "1990-••-••" in account
    assert "1990-••-••" in customer
    assert "••••<br>•••• ••••<br>United Kingdom" in customer


def test_what_endpoints_answered_is_text_not_markup(backoffice, story):
    page = backoffice.text(page_of(Delivery.objects.get()))

    assert "&lt;b&gt;Oops&lt;/b&gt;" in page
    assert "<b>Oops</b>" not in page


def test_a_shortened_identifier_keeps_the_rest_of_its_text_harmless(backoffice, story):
    Customer.objects.filter(id=story.alice.partition(":")[2]).update(full_name=f"<i>x</i> {story.paid}")

    page = backoffice.text(list_of(Customer))

    assert "<i>x</i>" not in page
    assert "&lt;i&gt;x&lt;/i&gt;" in page


def test_a_row_whose_relation_is_missing_is_still_listed(backoffice, story):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no trigger stands in the way of the damage
        cursor.execute(
            "UPDATE payments_posting SET account_id = 999999999 WHERE id = (SELECT min(id) FROM payments_posting)"
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
    damaged = Posting.objects.earliest("id")

    assert "999999999 (missing)" in backoffice.text(list_of(Posting))
    assert "999999999 (missing)" in backoffice.text(page_of(damaged))
    assert "999999999 (missing)" in backoffice.text(page_of(damaged.entry))


def test_a_page_leads_to_the_lists_of_what_belongs_to_it(backoffice, story):
    key = story.alice.partition(":")[2]

    page = backoffice.text(f"/admin/compliance/customer/{story.alice}/change/")

    for address in (
        f"/admin/payments/transaction/?customer={key}",
        f"/admin/payments/internalaccount/?customer={key}",
        f"/admin/payments/externalaccount/?customer={key}",
        f"/admin/platforms/auditentry/?subject=Customer%3A{key}",
    ):
        assert f'href="{address}"' in page
        assert backoffice.get(address).status_code == 200


def test_a_filtered_list_holds_what_belongs_and_nothing_else(backoffice, story, rival_api):
    theirs = rival_api.customer("Rita Rival")

    page = backoffice.text("/admin/payments/internalaccount/", customer=story.alice.partition(":")[2])

    assert story.alice in page
    assert theirs not in page


def test_rows_of_a_filtered_list_keep_its_filters_in_their_addresses(backoffice, story):
    path = list_of(Transaction)

    [address] = re.findall(rf'href="({path}[^"]*/change/\?[^"]*)"', backoffice.text(path, status__exact="FAILED"))

    assert address == f"{page_of(transaction_of(story.failed))}?_changelist_filters=status__exact%3DFAILED"
    assert not re.search(rf'href="{path}[^"]*/change/\?', backoffice.text(path))


def test_the_history_of_an_object_is_its_audit_log(backoffice, story):
    reply = backoffice.get(f"/admin/compliance/customer/{story.alice}/history/")

    assert reply.status_code == 302
    assert "customer.create" in backoffice.text(reply["Location"])


def test_only_objects_with_a_public_identifier_have_a_history(backoffice, story):
    found = {}
    for model in MODELS:
        path = page_of(model._default_manager.first()).replace("/change/", "/history/")
        found[model] = backoffice.get(path).status_code

    assert found == {model: 302 if issubclass(model, WithPublicId) else 403 for model in MODELS}


def test_codes_are_shown_as_words_with_the_code_in_the_title(backoffice, story):
    entries, payments = backoffice.text(list_of(JournalEntry)), backoffice.text(list_of(Transaction))

    assert '<span title="DEPOSIT_RECEIVED">Deposit received</span>' in entries
    assert '<span title="OUTGOING">Outgoing</span>' in payments
    assert "Transfer sent TRANSFER_OUT_SENT" in _words(entries)


@pytest.mark.parametrize(
    ("model", "choices"),
    [
        (ScreeningHit, {"Open", "False positive", "True match, rejected", "Sanctions list"}),
        (ScreeningHit, {"Politically exposed person"}),
        (Document, {"Proof of address", "National ID"}),
        (ExternalAccount, {"Under review", "Checked by receiving institution"}),
    ],
)
def test_filters_are_in_the_words_of_the_list(backoffice, story, model, choices):
    offered = re.findall(r"<(?:option|a|label)\b[^>]*>([^<]*)<", backoffice.text(list_of(model)))

    assert choices <= {text.strip() for text in offered}


def test_links_from_an_object_are_named_as_in_the_menu(backoffice, story):
    page = _words(backoffice.text(page_of(transaction_of(story.quoted))))

    links = page[page.rindex("Links") :]
    assert "Audit log" in links
    assert "Cases" in links
    assert "about it" not in links


def test_the_next_step_of_an_ended_payment_is_not_shown(backoffice, story):
    payment = transaction_of(story.quoted)
    assert payment.next_action_at is None

    assert payment.next_action not in _words(backoffice.text(page_of(payment)))


def test_a_broken_check_of_the_books_is_seen_in_the_list(backoffice, story):
    assert "1 faults" in backoffice.text(list_of(LedgerCheckRun))
    assert "ENTRY_UNBALANCED" in backoffice.text(page_of(LedgerCheckRun.objects.latest("id")))


def test_every_page_says_where_it_is(backoffice, story, settings):
    settings.ENVIRONMENT = "staging"

    pages = [
        backoffice.text(path) for path in ("/admin/", "/admin/payments/transaction/", page_of(Platform.objects.first()))
    ]

    assert ["Staging" in page for page in pages] == [True, True, True]


@pytest.mark.parametrize("model", [Transaction, JournalEntry, LedgerAccount, Event, ApiToken])
def test_an_unknown_key_leads_back_with_a_word(model, backoffice, db):
    address = page_of(model(pk=2**40) if model in {JournalEntry, LedgerAccount} else model())

    reply = backoffice.client.get(address, follow=True)

    assert reply.redirect_chain == [("/admin/", 302)]
    assert "exist" in reply.content.decode()

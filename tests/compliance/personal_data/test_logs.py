"""A whole story leaves no personal value in a log line, an error reply or a page of the back office."""

import io
import logging
import re

import pytest
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from compliance.models import Customer
from config.launch import environment
from payments.models import ExternalAccount, Quote, Transaction
from platforms.base import logs
from tests.compliance.personal_data import people
from tests.support import factories
from tests.support.compliance import cases
from tests.support.payments import quote_requests
from webhooks.models import Event

pytestmark = pytest.mark.django_db
OWNER_NUMBER = "123-45-6789"
SECRETS = (*people.TEXTS, OWNER_NUMBER, "47-1234567", "Rosinante")


@pytest.fixture
def log():
    """Everything that any logger says, down to DEBUG, as the service formats it."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.JsonFormatter())
    root, requests = logging.getLogger(), logging.getLogger("requests")
    former = root.level, requests.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    requests.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(former[0])
    requests.setLevel(former[1])


def _shown(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret.lower() in text.lower()]


def _refusals(api, acme, person) -> list[bytes]:
    """Ask for what can't be had, with personal values in it."""
    beneficiary = people.beneficiary() | {"birthDate": "1971-03-04-77 Orchard Row"}
    account = factories.usd_account(number=people.NUMBER) | {"beneficiary": beneficiary}
    taken = factories.individual("Zelda Quixote", umaAddress=f"$zelda.quixote@{acme.platform.uma_domain}")
    replies = [
        api.post("/customers", taken),
        api.post("/customers", factories.individual("Zelda Quixote", birthDate=people.NUMBER)),
        api.post("/customers", factories.individual("Zelda Quixote", nationality="Zelda Quixote")),
        api.post("/customers", b'{"fullName": "Zelda Quixote'),
        api.post(
            "/customers/external-accounts", {"customerId": person.customer, "currency": "USD", "accountInfo": account}
        ),
        api.post(
            "/customers/external-accounts",
            {
                "customerId": person.customer,
                "currency": "MXN",
                "accountInfo": quote_requests.clabe() | {"beneficiary": people.beneficiary()},
            },
        ),
        api.post(
            "/beneficial-owners", cases.owner_body(person.customer, identifier=OWNER_NUMBER, lastName="Rosinante")
        ),
        api.get(f"/customers/{people.NUMBER}"),
    ]
    assert {reply.status_code // 100 for reply in replies} == {4}
    return [reply.content for reply in replies]


def test_a_whole_story_is_logged_without_the_person(api, acme, worker, log):
    person = people.zelda(api, acme, worker)
    business = cases.business(api, taxId="47-1234567")
    cases.owner(api, business, identifier=OWNER_NUMBER, lastName="Rosinante")

    refusals = _refusals(api, acme, person)

    assert log.getvalue().count("\n") > 10
    assert _shown(log.getvalue()) == []
    assert [_shown(reply.decode()) for reply in refusals] == [[]] * len(refusals)


def test_a_database_error_that_quotes_a_row_is_logged_without_it(api, acme, worker, log):
    person = people.zelda(api, acme, worker)
    key = person.customer.partition(":")[2]

    with pytest.raises(IntegrityError) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE compliance_customer SET kyc_status = 'NONSENSE' WHERE id = %s", [key])
    logging.getLogger("payments.tasks").error("failed", exc_info=caught.value)

    assert "Zelda Quixote" in str(caught.value)
    assert "IntegrityError" in log.getvalue()
    assert _shown(log.getvalue()) == []


def test_the_log_of_the_database_holds_no_value_even_where_it_shows_every_statement(api, acme, worker):
    log = environment.Home(root=settings.VAR_DIR).log("postgres")
    if not log.exists():
        pytest.skip("DATABASE_URL names a server of your own: its log is not known here")
    with connection.cursor() as cursor:
        cursor.execute("SET log_min_duration_statement = 0")
        cursor.execute("SELECT pg_backend_pid()")
        [backend] = cursor.fetchone()
        page = (environment.PROJECT / "docs" / "operator" / "personal-data.md").read_text()
        for name, value in re.findall(r"^(log_\w+) = (\w+)$", page, re.MULTILINE):
            cursor.execute("SELECT current_setting(%s)", [name])
            assert cursor.fetchone() == (value,), name
    known = log.stat().st_size
    try:
        person = people.zelda(api, acme, worker)
        taken = factories.individual("Zelda Quixote", umaAddress=f"$zelda.quixote@{acme.platform.uma_domain}")
        replies = [api.post("/customers", taken) for _ in range(2)]
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            key = person.customer.partition(":")[2]
            cursor.execute("UPDATE compliance_customer SET kyc_status = 'NONSENSE' WHERE id = %s", [key])
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET log_min_duration_statement")
    with log.open() as file:
        file.seek(known)
        # An entry of several lines goes on with a tab.
        entries = [entry for entry in re.split(r"\n(?!\t)", file.read()) if f"[{backend}]" in entry]

    assert 409 in {reply.status_code for reply in replies}
    statements = [entry for entry in entries if "duration:" in entry and "INSERT" in entry]
    assert len(statements) > 5, "every statement is in it"
    assert any("ERROR:  duplicate key value violates unique constraint" in entry for entry in entries)
    assert any("ERROR:  new row for relation" in entry for entry in entries)
    assert _shown("\n".join(entries)) == []


def test_a_program_error_replies_and_logs_without_the_person(api, acme, worker, log, monkeypatch):
    person = people.zelda(api, acme, worker)
    key = person.accounts[0].partition(":")[2]
    with connection.cursor() as cursor:
        # A value that does not open: the service fails while it holds the row.
        cursor.execute(
            "UPDATE payments_externalaccount SET account_info = %s WHERE id = %s", ['{"x": "Zelda Quixote"}', key]
        )

    reply = api.get(f"/customers/external-accounts/{person.accounts[0]}")

    assert reply.status_code == 500
    assert _shown(reply.content.decode()) == []
    assert "Unreadable" in log.getvalue()
    assert _shown(log.getvalue()) == []


def test_the_back_office_shows_no_identifier(api, acme, worker, log):
    person = people.zelda(api, acme, worker)
    business = cases.business(api, taxId="47-1234567")
    cases.owner(api, business, identifier=OWNER_NUMBER)
    browser = Client()
    browser.force_login(User.objects.create_superuser(username="administrator", password="correct horse battery"))
    rows = [
        Customer.objects.get(id=person.customer.partition(":")[2]),
        Customer.objects.get(id=business.partition(":")[2]),
        *ExternalAccount.objects.all(),
        *Transaction.objects.all(),
        *Quote.objects.all(),
        *Event.objects.all(),
    ]
    # Screens are loaded with the first page.
    assert browser.get(reverse("admin:index")).status_code == 200
    hidden = (*people.IDENTIFIERS, OWNER_NUMBER, "47-1234567", "1971-03-04", "77 Orchard Row")
    for row in rows:
        assert type(row) in admin.site._registry
        page = browser.get(reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk]))

        assert page.status_code == 200
        assert [secret for secret in hidden if secret in page.content.decode()] == [], row

    assert _shown(log.getvalue()) == []

"""A signed-in administrator, and a story that leaves at least one row of every model behind."""

import dataclasses

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.db import connection, models, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import config.backoffice.urls  # noqa: F401 - registers the pages, which a process loads with their first use
from payments import rates
from payments.ledger import seals
from payments.models import (
    CheckedBalance,
    JournalEntry,
    LedgerAccount,
    LedgerCheckRun,
    Transaction,
    UmaCounterpartyKeys,
    UmaNonce,
)
from payments.reporting import daily_totals, rail_statistics, transaction_counts
from payments.uma.identities import identities
from payments.workflow import monitor
from platforms import audit
from platforms.backoffice import proposals
from platforms.base import clock, identifiers
from platforms.models import AuditEntry, CheckPart, NightlyCheck, Proposal, SavedView, SecondFactor
from platforms.operations import audit_seals, work_failures
from tests.conftest import Api, tenant_for_recording
from tests.support import databases, factories
from tests.support.apps import STACK
from tests.support.backoffice import bank_traces, further_endpoints, staff_traces
from tests.support.compliance import bulk_files, cases, reviewing, sample_documents, screening_lists
from tests.support.compliance.sending import Desk
from tests.support.payments import (
    hosts,
    month_ends,
    own_fees,
    payment_files,
    quote_requests,
    rate_entries,
    sealed_days,
    spending,
)
from tests.support.processes.worker import Worker
from webhooks.models import Delivery, EndpointHealth, EndpointShare, Event, EventStream, SigningKey
from webhooks.signing import signing_keys, signing_secrets

OUR_MODELS: list[type[models.Model]] = [model for app in STACK for model in apps.get_app_config(app).get_models()]
MODELS: list[type[models.Model]] = [*OUR_MODELS, User, Group]
PASSWORD = "correct horse battery staple"


@dataclasses.dataclass
class Story:
    """What happened, by the names that the tests ask for."""

    acme: factories.Tenant
    alice: str
    internal_account: str
    external_account: str
    account_number: str
    paid: str
    failed: str
    quote: str
    quoted: str


class BackOffice:
    """A browser that is signed in."""

    def __init__(self, user: User) -> None:
        self.client = Client()
        self.client.force_login(user)

    def get(self, path: str, **query):
        return self.client.get(path, query)

    def post(self, path: str, **data):
        return self.client.post(path, data)

    def text(self, path: str, **query) -> str:
        reply = self.get(path, **query)
        assert reply.status_code == 200, (path, reply.status_code)
        return str(reply.content.decode())


def list_of(model) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def page_of(row) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


@pytest.fixture
def administrator(db: None) -> User:
    return User.objects.create_superuser(username="administrator", password=PASSWORD)


@pytest.fixture
def backoffice(administrator) -> BackOffice:
    return BackOffice(administrator)


@pytest.fixture(scope="session")
def _story(_acme, _alice, django_db_blocker) -> Story:
    with django_db_blocker.unblock():
        acme = tenant_for_recording(_acme)
        databases.put("alice")
        with databases.recorded("story"):
            return play(acme, _alice)


@pytest.fixture
def story(_story: Story, acme: factories.Tenant, alice: str, days_ahead: int) -> Story:
    if days_ahead:
        return play(acme, alice)
    databases.put("story")
    return dataclasses.replace(_story, acme=acme)


def play(acme: factories.Tenant, alice: str) -> Story:
    api = Api(acme.client_id, acme.client_secret)
    internal_account = api.internal_account(alice)
    api.fund(internal_account, 1_000_000)
    bank_account = factories.usd_account("456")
    external_account = api.external_account(alice, bank_account)
    paid = api.transfer_out(internal_account, external_account, 123_456, key="pay-the-rent").json()["id"]
    rows = [(internal_account, external_account, amount, "USD") for amount in ("10.00", "0")]
    payment_files.uploaded(acme.platform, rows)
    refused = api.external_account(alice, factories.usd_account("002"))
    failed = api.transfer_out(internal_account, refused, 5000).json()["id"]
    quoted = _pay_a_quote_twice(api, alice)
    # In an order that the statement of the account can be compared with: what is due at once goes on in any.
    Worker().run()
    _receive_by_uma(api, alice)
    _send_by_uma(api, alice)
    Worker().run()
    listed = api.customer("Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    former = api.get(f"/customers/{listed}").json()["umaAddress"]
    renamed = api.patch(f"/customers/{listed}", {"umaAddress": f"$zebulon@{former.rpartition('@')[2]}"})
    assert renamed.status_code == 200, renamed.content
    assert api.get(f"/receiver/external-account/{external_account}", customerId=alice).status_code == 200
    assert api.get("/customers/kyc-link", platformCustomerId="somebody-new").status_code == 200
    hosts.invite(api, hosts.address(api, alice))
    passport = Desk(api).uploaded(alice)
    assert Desk(api).replace(passport["id"], sample_documents.pdf(), name="passport.pdf").status_code == 200
    bulk_files.imported(api, bulk_files.text(bulk_files.ADA | {"country": "Utopia"}))
    bulk_files.accepted(api, bulk_files.text(bulk_files.ADA))
    granite = cases.business(api)
    cases.owner(api, granite)
    verification = cases.submit(api, granite)
    spending.traces(api)
    outcome = {"for": {"accountId": refused}, "outcome": "SETTLED"}
    assert api.post("/sandbox/outcomes", outcome).status_code == 201
    with transaction.atomic():
        reviewing.traces(verification)
        signing_keys.ensure(platform_id=acme.platform.id, now=clock.real_now())
        _traces_of_background_work(acme)
        _traces_of_uma(acme)
    number = bank_account["accountNumber"]
    return Story(acme, alice, internal_account, external_account, number, paid, failed, *quoted)


def _send_by_uma(api, customer: str) -> None:
    address = f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}"
    lookup = api.get(f"/receiver/uma/{address}", customerId=customer).json()["lookupId"]
    source = {"sourceType": "ACCOUNT", "accountId": api.internal_account(customer)}
    body = {"lookupId": lookup, "source": source, "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 200}
    destination = {"destinationType": "UMA_ADDRESS", "umaAddress": address}
    reply = api.post("/quotes", {**body, "destination": destination})
    assert reply.status_code == 201, reply.content


def _receive_by_uma(api, customer: str) -> None:
    body = {"senderUmaAddress": f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}", "customerId": customer}
    reply = api.post("/sandbox/uma/receive", {**body, "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 700})
    assert reply.status_code == 200, reply.content


def _pay_a_quote_twice(api, customer: str) -> tuple[str, str]:
    """Return a quote that was paid in real time and its payment; the second time the money came it went to suspense."""
    pesos = api.external_account(customer, quote_requests.clabe(), "MXN")
    quote = quote_requests.quote(api, quote_requests.realtime("USD", customer), pesos, amount=200_00).json()
    for _ in range(2):
        assert api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"}).status_code == 200
    return quote["id"], quote["transactionId"]


def _traces_of_uma(acme: factories.Tenant) -> None:
    """What the look-up of another institution would have left."""
    now = clock.real_now()
    identities.ensure(platform_id=acme.platform.id, now=now)
    UmaCounterpartyKeys.objects.create(domain="sandbox:peer.example", asked_at=now, has_failed=True)
    UmaNonce.objects.create(domain="peer.example", nonce="0011", expires_at=now)


def _traces_of_background_work(acme: factories.Tenant) -> None:
    """What other processes and committed database transactions would have left."""
    now, event = clock.real_now(), Event.objects.filter(platform=acme.platform).latest("id")
    Delivery.objects.create(
        event=event, attempt=1, at=now, url="https://acme.example.com", status=500, milliseconds=12, reply="<b>Oops</b>"
    )
    EventStream.objects.create(platform=acme.platform, resource=event.resource, last_sequence=1)
    EndpointHealth.objects.create(platform=acme.platform, url="https://acme.example.com", failing_since=now)
    EndpointShare.objects.create(platform=acme.platform, holder=identifiers.new_key(), places=4, held_until=now)
    signing_secrets.create(platform_id=acme.platform.id, actor=audit.SYSTEM, now=now)
    staff_traces.leave(acme.platform, now=now)
    own_fees.leave(acme.platform, 50)
    further_endpoints.leave(event, now=now)
    audit_seals.LOG.advance(until=AuditEntry.objects.latest("id").id, now=now)
    audit_seals.verify(now=now)
    seals.LOG.advance(until=JournalEntry.objects.latest("id").id, now=now)
    sealed_days.finish()
    SecondFactor.objects.create(username="rita", secret="JBSWY3DPEHPK3PXP", created_at=now)
    SavedView.objects.create(
        username="administrator", page="payments.Transaction", name="Mine", filters="days=today", created_at=now
    )
    month_ends.leave(acme.platform, JournalEntry.objects.filter(platform=acme.platform).latest("id"))
    fault = {"kind": "ENTRY_UNBALANCED", "subject": "entry 1", "detail": "by 1"}
    LedgerCheckRun.objects.create(started_at=now, finished_at=now, entries=1, postings=2, faults=[fault])
    night = NightlyCheck.objects.create(name="books", began_at=now, former_at=now)
    CheckPart.objects.create(parent=night, name="payments", faults=[fault])
    CheckedBalance.objects.create(account=LedgerAccount.objects.latest("id"), balance=1)
    Proposal.objects.create(
        verb="fence.paint",
        subject=event.resource,
        arguments={"colour": "green"},
        reason="it fades",
        proposed_by="rita",
        proposed_at=now,
        expires_at=now + proposals.LIFETIME,
    )
    work_failures.note(work="payments.tend_uma", subject="Test:1", platform_id=None, error=ValueError(), now=now)
    bank_traces.leave(acme.platform)
    rates.ensure("SANDBOX")
    rate_entries.rate("USD", "EUR", "1.25")
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=150, variable_rate="0.015")
    transaction_counts.SETTLE_TIME, settle_time = -transaction_counts.SETTLE_TIME, transaction_counts.SETTLE_TIME
    transaction_counts.advance()
    transaction_counts.SETTLE_TIME = settle_time
    screening_lists.load(screening_lists.xml())
    daily_totals.advance()
    rail_statistics.advance()
    for kind in monitor.kinds():
        monitor.sweep(kind=kind, now=now)


@pytest.fixture
def queries():
    """Return a function that counts the queries of a call, made the second time.

    The first call also notes in the session that somebody is there, which happens twice a minute.
    """

    def count(call) -> int:
        call()
        with CaptureQueriesContext(connection) as captured:
            call()
        return len(captured)

    return count


def transaction_of(public_id: str) -> Transaction:
    payment: Transaction = Transaction.objects.get(id=public_id.partition(":")[2])
    return payment


def private_key(platform) -> str:
    return bytes(SigningKey.objects.filter(platform=platform)[0].sealed_private_key).decode()

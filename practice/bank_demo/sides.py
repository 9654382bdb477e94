"""A platform of the demo, with everything needed for its payments by file."""

import dataclasses
import pathlib
from collections.abc import Callable
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction

from banks.formats import characters
from banks.models import BankConnection
from banks.rail import bank_days, connections, routes, spellings
from platforms import audit
from platforms.base import clock, identifiers
from platforms.models import Environment, Permission, Platform
from platforms.operations import api_tokens, platforms
from practice.bank.bank import Bank, Customer
from practice.bank.calendar import Calendar
from practice.bank.plan import Plan
from practice.bank.statements import Statements
from practice.demo import accounts, people
from practice.demo.client import Json

ACTOR = audit.operator("bank_demo")
FUNDS = 5_000_000
"""What each customer's account has at the beginning, in the smallest unit."""
TROUBLE = 5
"""The percentage of payments and answers with a fault at the bank."""
_CUSTOMERS = 5
_PAYEES = 8
_ENTERED: dict[str, dict[str, Any]] = {
    "EUR": {
        "account_number": "DE02120300000000202051",
        "bic": "BYLADEM1001",
        "clearing_number": "",
        "sender_id": "DE98ZZZ09999999999",
        "credit_format": "SEPA_001_09",
        "time_zone": "Europe/Berlin",
    },
    "USD": {
        "account_number": "000123456789",
        "bic": "",
        "clearing_number": "021000021",
        "sender_id": "1234567890",
        "credit_format": "NACHA_CREDIT",
        "time_zone": "America/New_York",
    },
}

_PASSPORTS = {
    "陳大文": "Chan Tai Man",
    "田中 花子": "Tanaka Hanako",
    "محمد عبد الرحمن": "Mohamed Abdelrahman",
}
"""How payees' names that no table of letters spells are written in their passports."""
_STATEMENTS = {"EUR": Statements.CAMT_08, "USD": Statements.MT940}


class Access(Protocol):
    """A platform's access to the API."""

    def get(self, path: str, **query: str) -> Json:
        """Read."""

    def post(self, path: str, body: Json | None = None) -> Json:
        """Write."""


@dataclasses.dataclass(frozen=True, slots=True)
class Account:
    """An internal account of a customer, with the reference for its payers."""

    id: str
    reference: str
    name: str


@dataclasses.dataclass
class Side:
    """A platform, its access to the API, its bank, payers and payees."""

    platform: Platform
    client: Access
    connection: BankConnection
    bank: Bank
    accounts: list[Account]
    payees: list[str]
    ordered: int = 0
    paid_in: int = 0
    arrived: int = 0
    """What was paid in, in the smallest unit."""


def make(name: str, currency: str, *, connect: Callable[[str, str], Access], since: clock.RealTime) -> Side:
    """Make a platform of a currency with its bank; its route is in force a minute after `since`."""
    with transaction.atomic(durable=True):
        now = clock.real_now()
        platform = platforms.create_platform(
            name=name,
            environment=Environment.SANDBOX,
            uma_domain=f"bank-{currency}.{settings.SANDBOX_UMA_DOMAIN}".lower(),
            currencies=[currency],
            actor=ACTOR,
            now=now,
        )
        token = api_tokens.create(
            platform_id=platform.id,
            name="bank demo",
            permissions=Permission.values,
            granted_by=frozenset(Permission.values),
            actor=ACTOR,
            now=now,
        )
        connection = _connection(platform, name, currency, now)
        routes.enter(
            platform=platform.id,
            currency=currency,
            account_type="",
            connection_name=connection.name,
            reason="the demo",
            actor=ACTOR,
            now=since,
        )
    client = connect(token.token.client_id, token.client_secret)
    held, payees = _people(client, currency)
    return Side(platform, client, connection, _bank(connection), held, payees)


def folder_of(connection: BankConnection, what: str) -> pathlib.Path:
    """Return the folder of a connection's files, `out` or `in`."""
    return pathlib.Path(settings.BANK_FILES_FOLDER, connection.name, what)


def _connection(platform: Platform, name: str, currency: str, now: clock.RealTime) -> BankConnection:
    key = f"demo-{currency.lower()}"
    return connections.enter(
        platform=platform.id,
        name=key,
        currency=currency,
        owner_name=name,
        owner_town="Berlin" if currency == "EUR" else "New York",
        owner_country="DE" if currency == "EUR" else "US",
        bank_name="Practice Bank",
        debit_format="",
        cut_offs="14:30",
        holidays="",
        credit_lead_days=0,
        debit_lead_days=1,
        max_payment=None,
        max_day=None,
        delivery="FOLDER",
        folder=f"{key}/out",
        answers_folder=f"{key}/in",
        sftp_host="",
        sftp_port=22,
        sftp_user="",
        sftp_host_key="",
        reason="the demo",
        actor=ACTOR,
        now=now,
        **_ENTERED[currency],
    )


def _bank(connection: BankConnection) -> Bank:
    days = bank_days.of(connection)
    return Bank(
        taken_from=folder_of(connection, "out"),
        answers_to=folder_of(connection, "in"),
        customer=Customer(
            account=connection.account_number, currency=connection.currency, bank=connection.clearing_number
        ),
        plan=Plan("a thousand payments", TROUBLE),
        calendar=Calendar(ZoneInfo(connection.time_zone), days.holidays, days.weekend, days.worked),
        statements=_STATEMENTS[connection.currency],
        balance=FUNDS * _CUSTOMERS,
    )


def _people(client: Access, currency: str) -> tuple[list[Account], list[str]]:
    """Make customers with funds, and their payees elsewhere."""
    held, payees = [], []
    persons = people.individuals()
    for number, person in enumerate(persons[:_CUSTOMERS]):
        customer = client.post("/customers", person.body())["id"]
        [account] = client.get("/customers/internal-accounts", customerId=customer, currency=currency)["data"]
        client.post(f"/sandbox/internal-accounts/{account['id']}/fund", {"amount": FUNDS})
        held.append(Account(account["id"], _reference(account), person.latin))
        if number == 0:
            payees = [_payee(client, customer, currency, *numbered) for numbered in enumerate(_owners())]
    return held, payees


def _owners() -> list[people.Person]:
    """Return who is paid: names in several scripts, a single name, and one that is longer than any field."""
    elsewhere = people.payees()
    with_one_name = next(person for person in elsewhere if " " not in person.name)
    longest = max(elsewhere, key=lambda person: len(person.name))
    return [*people.individuals()[_CUSTOMERS:][:_PAYEES], with_one_name, longest]


def _payee(client: Access, customer: str, currency: str, number: int, owner: people.Person) -> str:
    facts = accounts.details(currency, number=number, ending=accounts.ordinary(number), owner=owner)
    body = {"customerId": customer, "currency": currency, "accountInfo": facts}
    account = str(client.post("/customers/external-accounts", body)["id"])
    if not characters.can_be_transliterated(owner.name):
        _spell(account, _PASSPORTS[owner.name])
    return account


def _spell(account: str, latin_name: str) -> None:
    """Enter and confirm the Latin name of a payee, as two members of staff do in the back office."""
    terms: dict[str, Any] = {"reason": "the demo", "actor": ACTOR, "now": clock.real_now()}
    with transaction.atomic(durable=True):
        key = identifiers.parse("ExternalAccount", account)
        row = spellings.enter(account=key, latin_name=latin_name, **terms)
        spellings.confirm(account=key, digest=spellings.digest_of(row), **terms)


def _reference(account: Json) -> str:
    [instructions, *_] = account["fundingPaymentInstructions"]
    return str(instructions["accountOrWalletInfo"]["reference"])

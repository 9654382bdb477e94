"""Forty questions as callers ask them, each answered by the first page of a search: type, press Enter, open the hit."""

import datetime as dt
import json
import pathlib
from typing import Any

import pytest

from compliance.models import Customer
from invitations import codes
from invitations.models import Invitation
from payments.models import ExternalAccount, Transaction
from tests.backoffice.conftest import page_of
from tests.support import factories
from tests.support.compliance import cases
from tests.support.payments import hosts

QUESTIONS = json.loads(pathlib.Path(__file__).with_name("questions.json").read_text())
IBAN = "DE89370400440532013000"


def _key(public_id: str) -> str:
    return public_id.partition(":")[2]


def _bank(number: str, holder: str) -> dict[str, Any]:
    return factories.usd_account(number=number) | {"beneficiary": factories.beneficiary(holder)}


def _pays(api, customer: str, target: str, amount: int, **options: str) -> Transaction:
    source = api.internal_account(customer)
    api.fund(source, amount)
    reply = api.transfer_out(source, target, amount, **options)
    assert reply.status_code == 201, reply.content
    made: Transaction = Transaction.objects.get(id=_key(reply.json()["id"]))
    return made


@pytest.fixture
def known(api, worker) -> dict[str, Any]:
    """Whom and what callers ask for, by the names in the file, and others like them."""
    people = {
        "müller": api.customer("Jürgen Müller", platformCustomerId="cust-4711"),
        "guðmundsdóttir": api.customer("Björk Guðmundsdóttir"),
        "hernández": api.customer("María Hernández"),
        "kovalenko": api.customer("Olena Kovalenko"),
        "lovelace": api.customer("Ada Lovelace"),
        "陳": api.customer("陳大文"),
        "business": cases.business(api, legalName="Łódź Trading Sp. z o.o."),
    }
    muller, other = people["müller"], people["kovalenko"]
    bank = api.external_account(muller, _bank("000123456789", "Renée Dubois"))
    closed = api.external_account(muller, _bank("000987654002", "Renée Dubois"))
    iban = api.external_account(
        muller, {"accountType": "EUR_ACCOUNT", "iban": IBAN, "beneficiary": factories.beneficiary("Greta Vogel")}, "EUR"
    )
    theirs = api.external_account(other, _bank("000111222333", "Petro Shevchenko"))
    payments = {
        "rent": _pays(api, muller, bank, 25_00, key="rent-of-may"),
        "failed": _pays(api, muller, closed, 12_34),
        "large": _pays(api, other, theirs, 1_234_00),
        "deposit out": _pays(api, other, theirs, 40_00),
    }
    for _ in range(3):
        _pays(api, other, theirs, 25_00)
    worker.run()
    invitation = hosts.invite(api, Customer.objects.get(id=_key(muller)).uma_address)
    return {
        **{name: Customer.objects.get(id=_key(customer)) for name, customer in people.items()},
        **payments,
        "bank account": ExternalAccount.objects.get(id=_key(bank)),
        "iban": ExternalAccount.objects.get(id=_key(iban)),
        "invitation": Invitation.objects.get(code=invitation["code"]),
    }


def _typed(text: str, known: dict[str, Any]) -> str:
    payment = known["rent"]
    day = payment.created_at.astimezone(dt.UTC)
    return text.format(
        iso=f"{day:%Y-%m-%d}",
        dotted=f"{day:%d.%m.%Y}",
        american=f"{day:%m/%d/%Y}",
        spoken=f"{day.day} {day:%B}",
        head=payment.public_id[: len("Transaction:") + 18] + "…",
        reference=payment.reference,
        code=codes.grouped(known["invitation"].code).lower(),
    )


def test_there_are_forty_questions():
    assert len({question["typed"] for question in QUESTIONS}) == 40


def test_every_question_of_a_caller_is_answered_by_the_first_page(sam, known):
    unanswered: dict[str, object] = {}
    for question in QUESTIONS:
        reply = sam.get("/admin/search", q=_typed(question["typed"], known))
        assert reply.status_code == 200
        if "says" in question:
            if question["says"] not in reply.content.decode():
                unanswered[question["asks"]] = "says nothing"
            continue
        found = [hit.address for group in reply.context["groups"] for hit in group.hits]
        if page_of(known[question["finds"]]) not in found:
            unanswered[question["asks"]] = found

    assert unanswered == {}


@pytest.mark.any_clock
@pytest.mark.parametrize(("day", "is_that_day"), [("{spoken}", True), ("today", True), ("1 Jan 2020", False)])
def test_a_day_is_found_also_on_a_platform_whose_clock_runs_ahead(sam, known, day, is_that_day):
    groups = sam.get("/admin/search", q=_typed(f"Müller 25.00 {day}", known)).context["groups"]

    assert (page_of(known["rent"]) in [hit.address for group in groups for hit in group.hits]) == is_that_day


def test_a_hit_names_who_pays_and_who_is_paid(sam, known):
    page = sam.text("/admin/search", q="Müller 25.00 USD")

    assert "25.00 USD · Jürgen Müller → Renée Dubois •••• 6789" in page


def test_a_description_finds_what_it_describes_and_nothing_else(sam, known):
    def found(typed: str) -> set[str]:
        groups = sam.get("/admin/search", q=typed).context["groups"]
        return {hit.address for group in groups if group.title == "Payments" for hit in group.hits}

    assert found("Müller 25.00 USD") == {page_of(known["rent"])}
    assert found("Müller failed") == {page_of(known["failed"])}
    assert found("Müller 25.00 USD 2020-01-01") == set()
    assert found("Müller 26.00 USD") == set()
    assert found("Shevchenko 40.00") == {page_of(known["deposit out"])}

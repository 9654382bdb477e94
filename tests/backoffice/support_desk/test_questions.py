"""A hundred questions as callers ask them, each answered in three steps: type and press Enter, open the hit, read."""

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
from tests.support.backoffice.pages import words
from tests.support.compliance import cases
from tests.support.payments import hosts
from webhooks.models import Event

QUESTIONS = json.loads(pathlib.Path(__file__).with_name("questions.json").read_text())
MOST_STATEMENTS = 60
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


def _account(public_id: str, **changes: str) -> ExternalAccount:
    account: ExternalAccount = ExternalAccount.objects.get(id=_key(public_id))
    for name, value in changes.items():
        setattr(account, name, value)
    account.save()
    return account


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
        "花子": api.customer("田中 花子"),
        "さくら": api.customer("山本 さくら"),
        "шевчук": api.customer("Дмитро Шевчук"),
        "γιώργος": api.customer("Γιώργος Παπαδόπουλος"),
        "محمد": api.customer("محمد عبد الرحمن"),
        "שרה": api.customer("שרה לוי"),
        "สมชาย": api.customer("สมชาย ใจดี"),
        "o\u2019brien": api.customer("Seán O\u2019Brien"),
        "william": api.customer("William Okafor"),
        "lefèvre": api.customer("Françoise Lefèvre"),
        "business": cases.business(api, legalName="Łódź Trading Sp. z o.o."),
        "smith": cases.business(api, legalName="Smith & Sons Ltd"),
    }
    muller, other = people["müller"], people["kovalenko"]
    bank = api.external_account(muller, _bank("000123456789", "Renée Dubois"))
    closed = api.external_account(muller, _bank("000987654002", "Renée Dubois"))
    iban = api.external_account(
        muller, {"accountType": "EUR_ACCOUNT", "iban": IBAN, "beneficiary": factories.beneficiary("Greta Vogel")}, "EUR"
    )
    theirs = api.external_account(other, _bank("000111222333", "Petro Shevchenko"))
    slow = api.external_account(other, _bank("000444555005", "Taras Hrytsenko"))
    shared = api.external_account(people["шевчук"], _bank("000444555777", "Ivan Franko"))
    keys = {
        name: _account(api.external_account(other, _bank(number, "Ana Souza")), primary_identifier=key)
        for name, number, key in (
            ("pix", "000777000111", "ana.souza@example.com"),
            ("phone", "000777000112", "+5511987654321"),
        )
    }
    payments = {
        "rent": _pays(api, muller, bank, 25_00, key="rent-of-may"),
        "failed": _pays(api, muller, closed, 12_34),
        "large": _pays(api, other, theirs, 1_234_00),
        "deposit out": _pays(api, other, theirs, 40_00),
        "odd": _pays(api, other, theirs, 170_01),
        "waiting": _pays(api, other, slow, 41_00),
        "cyrillic": _pays(api, people["шевчук"], shared, 77_00),
    }
    Transaction.objects.filter(pk=payments["large"].pk).update(
        description="Rent of May, flat 12, invoice 4711-B", fees=3_20
    )
    for _ in range(3):
        _pays(api, other, theirs, 25_00)
    worker.run()
    invitation = hosts.invite(api, Customer.objects.get(id=_key(muller)).uma_address)
    return {
        **{name: Customer.objects.get(id=_key(customer)) for name, customer in people.items()},
        **payments,
        **keys,
        "bank account": _account(bank, platform_account_id="acc_9/b"),
        "iban": ExternalAccount.objects.get(id=_key(iban)),
        "invitation": Invitation.objects.get(code=invitation["code"]),
    }


def _typed(text: str, known: dict[str, Any]) -> str:
    payment = known["rent"]
    day = payment.created_at.astimezone(dt.UTC)
    reference, code = payment.reference, known["invitation"].code
    webhook = Event.objects.filter(resource=payment.public_id).latest("number").public_id
    return text.format(
        iso=f"{day:%Y-%m-%d}",
        dotted=f"{day:%d.%m.%Y}",
        american=f"{day:%m/%d/%Y}",
        spoken=f"{day.day} {day:%B}",
        short=f"{day:%b} {day.day}",
        ordinal=f"{day.day}th",
        two=f"{day:%d.%m.%y}",
        strokes=f"{day:%d/%m}",
        weekday=f"{day:%A}",
        head=payment.public_id[: len("Transaction:") + 18] + "…",
        reference=reference,
        grouped=" ".join(reference[place : place + 4] for place in range(0, len(reference), 4)),
        hyphens="-".join(reference[place : place + 6] for place in range(0, len(reference), 6)).lower(),
        begin=reference[:9],
        bare=reference[2:],
        code=codes.grouped(code).lower(),
        threes=" ".join(code[place : place + 3] for place in range(0, len(code), 3)),
        webhook=webhook,
        event=webhook.replace("Webhook:", "Event:"),
    )


def test_there_are_a_hundred_questions_of_ten_kinds():
    assert len({question["typed"] for question in QUESTIONS}) >= 100
    assert len({question["kind"] for question in QUESTIONS}) >= 10


def test_every_question_of_a_caller_is_answered_in_three_steps(sam, known):
    """Type and press Enter; open the hit; read the first screen."""
    unanswered: dict[str, object] = {}
    for question in QUESTIONS:
        reply = sam.get("/admin/search", q=_typed(question["typed"], known))
        assert reply.status_code == 200
        page = words(reply.content.decode())
        if "says" in question:
            if question["says"] not in page:
                unanswered[question["typed"]] = "says nothing"
            continue
        groups = reply.context["groups"]
        found = {hit.address: group.without for group in groups for hit in group.hits}
        address = page_of(known[question["finds"]])
        if address not in found:
            unanswered[question["typed"]] = [(group.title, group.without, len(group.hits)) for group in groups]
        elif question.get("without", "") not in found[address]:
            unanswered[question["typed"]] = found[address]
        elif question.get("shows", "") not in words(sam.text(address)):
            unanswered[question["typed"]] = "not on the first screen"

    assert unanswered == {}


@pytest.mark.any_clock
@pytest.mark.parametrize(("day", "is_that_day"), [("{spoken}", True), ("today", True), ("1 Jan 2020", False)])
def test_a_day_is_found_also_on_a_platform_whose_clock_runs_ahead(sam, known, day, is_that_day):
    groups = sam.get("/admin/search", q=_typed(f"Müller 25.00 {day}", known)).context["groups"]

    whole = [hit.address for group in groups for hit in group.hits if not group.without]
    assert (page_of(known["rent"]) in whole) == is_that_day


def test_a_hit_names_who_pays_and_who_is_paid(sam, known):
    page = sam.text("/admin/search", q="Müller 25.00 USD")

    assert "25.00 USD · Jürgen Müller → Renée Dubois •••• 6789" in page


def test_a_description_finds_what_it_describes_and_nothing_else(sam, known):
    def found(typed: str) -> set[str]:
        groups = sam.get("/admin/search", q=typed).context["groups"]
        whole = [group for group in groups if group.title == "Payments" and not group.without]
        return {hit.address for group in whole for hit in group.hits}

    assert found("Müller 25.00 USD") == {page_of(known["rent"])}
    assert found("Müller failed") == {page_of(known["failed"])}
    assert found("Müller 25.00 USD 2020-01-01") == set()
    assert found("Müller 26.00 USD") == set()
    assert found("Shevchenko 40.00") == {page_of(known["deposit out"])}


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("Müller failed 25.00", "Without failed : 1 payment."),
        ("Müller 25.00 failed 2020-01-01", "Without 2020-01-01, failed : 1 payment."),
        ("Müller 26.00", "Without 26.00 : 2 payments."),
        ("Müller Nobody 25.00", "Without Nobody : 1 payment."),
    ],
)
def test_the_least_useful_part_is_left_out_and_named(sam, known, typed, note):
    page = sam.text("/admin/search", q=typed)

    assert note in words(page)
    assert page_of(known["rent"]) in page


def test_what_is_true_of_all_parts_leaves_nothing_out(sam, known):
    assert "Without" not in words(sam.text("/admin/search", q="Müller 25.00 today"))


def test_the_boxes_of_lists_hand_words_on(sam, known):
    page = sam.text("/admin/payments/transaction/", q="Müller 25.00")

    assert page_of(known["rent"]) in page
    assert "/admin/search?q=M%C3%BCller%2025.00" in page
    assert page_of(known["müller"]) in sam.text("/admin/compliance/customer/", q="Jurgen")


def test_what_a_search_asks_the_database_is_bounded(sam, known, django_assert_max_num_queries):
    for typed in ("Müller Nobody 26.00 {weekday} failed pending", "Nobody Ever Heard Of", "Muller 25.00 {weekday}"):
        with django_assert_max_num_queries(MOST_STATEMENTS):
            sam.text("/admin/search", q=_typed(typed, known))

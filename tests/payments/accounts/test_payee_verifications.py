"""POST /payee-verifications: who may ask about whom, what is told, and how often."""

import pytest

from platforms.base import identifiers
from platforms.models import AuditEntry

pytestmark = pytest.mark.django_db


def number_of(api, customer, currency="MXN"):
    """Return the number that money for a customer's account is sent to."""
    accounts = api.get("/customers/internal-accounts", customerId=customer, currency=currency).json()["data"]
    [instruction] = [
        each for each in accounts[0]["fundingPaymentInstructions"] if "clabeNumber" in each["accountOrWalletInfo"]
    ]
    return instruction["accountOrWalletInfo"]["clabeNumber"]


def ask(api, number, name, **fields):
    return api.post("/payee-verifications", {"accountIdentifier": number, "name": name, **fields})


@pytest.fixture
def ana(api):
    return api.customer("Ana María López")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ana María López", {"result": "MATCH"}),
        ("LOPEZ ana maria", {"result": "MATCH"}),
        ("Ana Lopez", {"result": "CLOSE_MATCH", "suggestedName": "Ana María López"}),
        ("A. M. Lopez", {"result": "CLOSE_MATCH", "suggestedName": "Ana María López"}),
        ("Anna Maria Lopes", {"result": "CLOSE_MATCH", "suggestedName": "Ana María López"}),
        ("Juan Pérez", {"result": "NO_MATCH"}),
        ("A M L", {"result": "NO_MATCH"}),
        ("López", {"result": "NO_MATCH"}),
        ("?", {"result": "NO_MATCH"}),
    ],
)
def test_a_platform_asks_about_its_own_customers(api, ana, name, told):
    reply = ask(api, number_of(api, ana), name)

    assert (reply.status_code, reply.json()) == (200, told)


def test_blanks_in_a_number_do_not_matter(api, ana):
    number = number_of(api, ana)

    assert ask(api, f" {number[:4]} {number[4:]}", "Ana María López").json() == {"result": "MATCH"}


def test_a_business_is_known_by_its_name_without_its_legal_form(api):
    shop = {"customerType": "BUSINESS", "businessInfo": {"legalName": "Cactus Trading Ltd"}}
    made = api.post("/customers", {"platformCustomerId": "shop", "currencies": ["USD", "MXN"], **shop})
    assert made.status_code == 201, made.content

    assert ask(api, number_of(api, made.json()["id"]), "CACTUS TRADING limited").json() == {"result": "MATCH"}


def test_the_reference_tells_accounts_of_one_number_apart(api, ana):
    number = number_of(api, ana)

    assert ask(api, number, "Ana María López", reference="another").json() == {"result": "NOT_AVAILABLE"}


def test_nobody_learns_whether_an_account_exists(api, rival_api, ana):
    unknown, foreign = ask(rival_api, "000000000000000000", "Ana"), ask(rival_api, number_of(api, ana), "Ana López")

    assert unknown.json() == foreign.json() == {"result": "NOT_AVAILABLE"}


def test_a_deleted_customer_is_nobody(api, ana):
    number = number_of(api, ana)
    assert api.delete(f"/customers/{ana}").status_code == 200

    assert ask(api, number, "Ana María López").json() == {"result": "NOT_AVAILABLE"}


def test_a_platform_asks_ten_times_a_day_about_one_account(api, ana):
    number = number_of(api, ana)

    replies = [ask(api, number, f"Ana {letter}") for letter in "ABCDEFGHIJK"]

    assert [reply.status_code for reply in replies] == [200] * 10 + [429]
    assert replies[-1].json()["code"] == "RATE_LIMITED"


def test_an_answer_given_once_is_not_counted_twice(api, ana):
    number = number_of(api, ana)

    replies = [
        api.post("/payee-verifications", {"accountIdentifier": number, "name": "Ana Lopez"}, key="once")
        for _ in range(12)
    ]

    assert {reply.status_code for reply in replies} == {200}


def test_the_audit_log_says_who_asked_and_no_name(api, acme, ana):
    ask(api, number_of(api, ana), "Ana Lopez")

    [entry] = AuditEntry.objects.filter(verb="payee_verification.answer")
    account = api.get("/customers/internal-accounts", customerId=ana, currency="MXN").json()["data"][0]["id"]
    assert entry.subject == account
    assert entry.details == {
        "result": "CLOSE_MATCH",
        "caller": identifiers.public("PlatformConfig", acme.platform.pk),
    }

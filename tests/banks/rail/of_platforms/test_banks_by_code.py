"""Payees whose bank is named by an IFSC or a BIC: what a file says of it, and who is refused before one is made."""

from typing import Any

import pytest

from banks.formats import instructions
from banks.models import BankBatch
from banks.rail import formats
from tests.banks.formats import schemas
from tests.banks.rail import world
from tests.support import factories
from tests.support.payments import account_examples, quote_requests

pytestmark = pytest.mark.django_db(transaction=True)

RUPEES: dict[str, Any] = {
    "name": "indian-bank",
    "currency": "INR",
    "owner_name": "Acme Payments",
    "account_number": "50100012345678",
    "bic": "",
    "clearing_number": "HDFC0000001",
    "time_zone": "Asia/Kolkata",
}
POUNDS = {"currency": "GBP", "account_number": "12345678", "bic": "", "clearing_number": "200000"}
ADDRESS = {"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"}


@pytest.fixture
def dollars(api, alice):
    quote_requests.add_currencies(api, "INR", "PHP", "CNY", "EUR", "GBP")
    account = api.internal_account(alice)
    api.fund(account, 100_000_00)
    return account


def paid(api, worker, customer: str, dollars: str, *, info: dict[str, Any], currency: str, amount: int) -> str:
    """Pay an amount to an account; return the payment's id."""
    payee = api.external_account(customer, info, currency)
    reply = quote_requests.quote(api, dollars, payee, side="RECEIVING", amount=amount, immediatelyExecute=True)
    assert reply.status_code == 201, reply.content
    worker.run()
    return str(reply.json()["transactionId"])


def example(code: str, **changes: Any) -> dict[str, Any]:
    """The account of the type's example; a change to None leaves a member out."""
    info = account_examples.EXAMPLES[code][1] | changes
    return {name: value for name, value in info.items() if value is not None}


def swift(**changes: Any) -> dict[str, Any]:
    holder = factories.beneficiary("Ada Lovelace")
    return example("SWIFT_ACCOUNT", beneficiary={**holder, "address": ADDRESS}, **changes)


_DUBAI = swift(iban="AE070331234567890123456", swiftCode="EBILAEAD", accountNumber=None)


def written() -> bytes:
    batch = BankBatch.objects.get()
    world.close(batch)
    world.release(batch)
    world.sweep()
    [path] = world.delivered()
    return path.read_bytes()


@pytest.mark.parametrize("key", ["GENERIC_001_09", "GENERIC_001_03"])
@pytest.mark.parametrize(("amount", "level"), [(199_999_99, "NURG"), (200_000_00, "URGP")])
def test_a_payee_in_india_is_reached_by_ifsc_and_by_the_rail_that_the_amount_chose(
    api, acme, worker, alice, dollars, *, key, amount, level
):
    world.connect(acme.platform, **RUPEES, credit_format=key)
    paid(api, worker, alice, dollars, info=example("INR_BANK_ACCOUNT"), currency="INR", amount=amount)

    content = written()

    schemas.schema(formats.FORMATS[key].version).validate(content)
    file = instructions.read(content)
    [payment] = file.payments
    banks = [(one.clearing_number, one.clearing_system, one.bic) for one in (file.account, payment.account)]
    assert banks == [("HDFC0000001", "INFSC", None)] * 2
    assert (payment.account.number, payment.service_level, payment.amount) == ("123456789012", level, amount)
    assert "INFSC" in schemas.codes("ExternalClearingSystemIdentification1Code")
    assert level in schemas.codes("ExternalServiceLevel1Code")


@pytest.mark.parametrize(
    ("key", "currency", "info", "bic", "is_iban"),
    [
        ("GENERIC_001_09", "USD", swift(), "COBADEFFXXX", False),
        ("GENERIC_001_03", "USD", swift(), "COBADEFFXXX", False),
        ("GENERIC_001_09", "EUR", _DUBAI, "EBILAEAD", True),
        ("GENERIC_001_03", "CNY", example("CNY_ACCOUNT"), "ICBKCNBJ", False),
    ],
)
def test_a_payee_at_a_bank_with_a_bic(api, acme, worker, alice, dollars, *, key, currency, info, bic, is_iban):
    world.connect(acme.platform, currency=currency, credit_format=key)
    paid(api, worker, alice, dollars, info=info, currency=currency, amount=10_00)

    content = written()

    schemas.schema(formats.FORMATS[key].version).validate(content)
    [payment] = instructions.read(content).payments
    number = info.get("iban") or info["accountNumber"]
    assert (payment.account.bic, payment.account.number, payment.account.is_iban) == (bic, number, is_iban)
    assert payment.account.clearing_number is None


@pytest.mark.parametrize(
    ("terms", "info", "currency", "problem"),
    [
        ({}, _DUBAI, "EUR", "SEPA does not reach the country of the IBAN"),
        ({}, swift(), "EUR", "SEPA takes IBANs only"),
        (
            POUNDS | {"credit_format": "FASTER_PAYMENTS_001_09"},
            swift(),
            "GBP",
            "Faster Payments reach accounts that have a sort code, or an IBAN of the United Kingdom",
        ),
        (world.DOLLARS, swift(), "USD", "routing_number: it does not have 9 digits"),
        (RUPEES | {"credit_format": "GENERIC_001_09"}, example("INR_ACCOUNT"), "INR", "no bank account with a number"),
        ({"currency": "PHP", "credit_format": "GENERIC_001_09"}, example("PHP_ACCOUNT"), "PHP", "needs its bank"),
    ],
)
def test_whom_no_file_of_the_format_reaches_is_refused_before_a_file_is_made(
    api, acme, worker, alice, dollars, *, terms, info, currency, problem
):
    world.connect(acme.platform, **terms)
    payment = world.payment_of(paid(api, worker, alice, dollars, info=info, currency=currency, amount=10_00))

    row = world.row_of(payment.public_id)
    assert (row.state, row.failure_reason) == ("REFUSED", "ACCOUNT_INVALID")
    assert problem in row.reason
    assert payment.status in {"FAILED", "REFUNDED"}
    assert factories.balance_of(dollars) == 100_000_00
    assert not BankBatch.objects.exists()


def test_an_account_by_iban_of_the_united_kingdom_is_reached_by_faster_payments(api, acme, worker, alice, dollars):
    world.connect(acme.platform, **POUNDS, credit_format="FASTER_PAYMENTS_001_09")
    info = swift(iban="GB33BUKB20201555555555", swiftCode="BUKBGB22", accountNumber=None)
    paid(api, worker, alice, dollars, info=info, currency="GBP", amount=10_00)

    [payment] = instructions.read(written()).payments
    assert (payment.account.number, payment.account.bic) == (info["iban"], info["swiftCode"])

"""The account of a refund that no stored account takes: the one that paid, as the line of the statement names it.

Banks name accounts that pay nobody: masked numbers, our own account, an account in which a bank collects the money of
many. A refund to such an account waits for people, who enter the payer's account or return the money at the bank.
"""

import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from banks.models import BankConnection, BankMatch, BankPayment, BankStatementLine, MatchKind
from compliance import parties
from compliance.screening import counterparties
from payments.account_types import checks
from payments.models import Deposit, FundingReceipt, ReceiptUse, SuspenseItem, Transaction
from payments.providers.base import Instruction, Leg
from payments.workflow import claims, suspense
from platforms.base import identifiers

ENTERED = "entered"
"""Where a payment that waits keeps the account that staff have entered, in its encrypted content."""
NOT_KNOWN = "who paid is not known here"
RETURN_IT = "return it at the bank and end it by hand"
WAYS_ON = f"enter the payer's account, or {RETURN_IT}"
"""What people can do, said behind each problem."""
_SEPARATORS = re.compile(r"[\s./-]+")
_MASKED = re.compile(r"X{3,}|[^A-Z0-9]")
_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}.*")
_BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?")
_IBAN_HEAD, _GERMAN_BANK = 4, 8
_COLLECTIVE = re.compile(
    r"\b(NOSTRO|VOSTRO|LORO|CLEARING|SETTLEMENT|SUSPENSE|TRANSITORY|SAMMELKONTO|VERRECHNUNGSKONTO|CPD|BANK"
    r"|BANCO|BANCA|BANQUE|SPARKASSE)\b|\w{3,}BANK\b"
)
"""Words in the name of an account that a bank holds for the money of many."""
_NAMES_OF_MANY = 3
"""So many payers of different names pay from no account of their own."""
_LOOKED_AT = 50
_NO_NAME = {"", "NOTPROVIDED", "NOT PROVIDED", "UNKNOWN", "N/A"}


class Payer(NamedTuple):
    """The account to refund, or the problem that people have to solve."""

    info: Mapping[str, Any]
    """Fields of `ExternalAccount.account_info`; empty with a problem."""
    problem: str = ""
    is_stored: bool = False
    """An external account of the platform: what no file can say of it is its owner's fault, and the payment fails."""


def of(payment: BankPayment, instruction: Instruction) -> Payer:
    """Return the account of a payment by file: entered by staff, stored, or the one that paid."""
    if entered := payment.content.get(ENTERED):
        return Payer(entered)
    if instruction.account_info or instruction.leg != Leg.REFUND:
        return Payer(instruction.account_info, is_stored=True)
    return _who_paid(payment)


def _who_paid(payment: BankPayment) -> Payer:
    item = SuspenseItem.objects.select_related("deposit").filter(movement=payment.movement).first()
    key = item.transaction_id if item is not None else payment.movement
    rows = _lines(_arrivals(item, key))
    if not rows:
        return _problem(NOT_KNOWN)
    if len({(compact(row.their_account), row.said.get("name", "").upper()) for row in rows}) > 1:
        return _problem("several accounts have paid it")
    info, problem = _account_in(rows[0])
    problem = problem or _is_stopped(payment, key, rows[0].said["name"])
    return _problem(problem) if problem else Payer(info)


def _problem(text: str) -> Payer:
    return Payer({}, f"{text}: {WAYS_ON}")


def _arrivals(item: SuspenseItem | None, payment: uuid.UUID | None) -> list[Deposit]:
    """Return the deposits whose money is refunded; none unless all of it came by deposits."""
    if item is not None and item.deposit is not None:
        return [claims.first_arrival(item.deposit)]
    assert payment is not None, "an item is of a payment or of a deposit"
    receipts = FundingReceipt.objects.filter(transaction_id=payment)
    if item is not None and item.reason in {suspense.PAID_AGAIN, suspense.PAID_AGAIN_CAME_BACK}:
        # Each arrival after the first is an item of its own. One of an earlier release does not say which.
        receipts = receipts.filter(use=ReceiptUse.SUSPENSE, **({"id": item.receipt_id} if item.receipt_id else {}))
    else:
        receipts = receipts.exclude(use=ReceiptUse.SUSPENSE)
    keys = list(receipts.values_list("id", flat=True))
    deposits = list(Deposit.objects.filter(receipt__in=keys).order_by("id"))
    return deposits if len(deposits) == len(keys) else []


def _lines(deposits: Sequence[Deposit]) -> list[BankStatementLine]:
    """Return the lines of deposits: each was booked from its line, or its line came later. None unless all have one."""
    booked_from = {one.pk: identifiers.parse("BankStatementLine", one.provider_reference) for one in deposits}
    later = [one.public_id for one in deposits if booked_from[one.pk] is None]
    matches = BankMatch.objects.filter(subject__in=later, kind=MatchKind.DEPOSIT) if later else ()
    matched = {one.subject: one.line_id for one in matches}
    line_keys = [booked_from[one.pk] or matched.get(one.public_id) for one in deposits]
    keys = {key for key in line_keys if key is not None}
    if None in line_keys:
        return []
    rows = list(BankStatementLine.objects.filter(id__in=keys).order_by("id"))
    return rows if len(rows) == len(keys) else []


def compact(number: str) -> str:
    """Return a number without blanks and separators, in capitals."""
    return _SEPARATORS.sub("", number).upper()


def _account_in(row: BankStatementLine) -> tuple[Mapping[str, Any], str]:
    number, bank, name = compact(row.their_account), compact(row.said.get("bank", "")), row.said.get("name", "")
    if not number or name.upper() in _NO_NAME:
        return {}, "the bank's line names no account or no name of the payer"
    if problem := account_problem(number, bank):
        return {}, f"the payer's account in the bank's line {problem}"
    if _COLLECTIVE.search(name.upper()) or _is_of_many(row):
        return {}, "the account in the bank's line is a bank's, or many pay from it"
    return account_info(number=number, bank=bank, name=name), ""


def account_info(*, number: str, bank: str, name: str) -> dict[str, Any]:
    """Return the fields of an account that a file is written from."""
    by = {"iban": number} if _IBAN.fullmatch(number) else {"accountNumber": number}
    code = {"swiftCode" if _BIC.fullmatch(bank) else "sortCode": bank} if bank else {}
    return {**by, **code, "beneficiary": {"fullName": name}}


def account_problem(number: str, bank: str) -> str:
    """Return why an account pays nobody, as the end of a sentence; empty for one that may be paid."""
    if _MASKED.search(number) or not any(digit in number for digit in "123456789"):
        return "is masked, or no number"
    if _IBAN.fullmatch(number) and (problem := checks.iban_problem(number)):
        return f"is no IBAN: it {problem}"
    if not _IBAN.fullmatch(number) and not bank:
        return "has no number of its bank"
    if any(_is_same(number, bank, one) for one in BankConnection.objects.only("account_number").distinct()):
        return "is an account of ours"
    return ""


def _is_same(number: str, bank: str, connection: BankConnection) -> bool:
    """Tell whether an account is a connection's, also one that has ended; MT940 has parts of a German IBAN."""
    own = compact(connection.account_number)
    if number == own:
        return True
    inner = own[_IBAN_HEAD:]
    parts = (inner[:_GERMAN_BANK], inner[_GERMAN_BANK:].lstrip("0"))
    return own[:2].isalpha() and (bank, number.lstrip("0")) == parts


def _is_of_many(row: BankStatementLine) -> bool:
    """Tell whether payers of several names, which have no word in common, have paid from the account of a line."""
    if row.account_digest is None:
        return False
    same = BankStatementLine.objects.filter(account_digest=bytes(row.account_digest), is_credit=True)
    apart: list[set[str]] = []
    for one in same.order_by("-id")[:_LOOKED_AT]:
        words = set(_words(one.said.get("name", "")))
        if words and not any(words & other for other in apart):
            apart.append(words)
    return len(apart) >= _NAMES_OF_MANY


def _words(name: str) -> Iterable[str]:
    return (word for word in re.split(r"\W+", name.upper()) if len(word) > 1)


def _is_stopped(payment: BankPayment, transaction: uuid.UUID | None, name: str) -> str:
    """Return why a payer may not be paid without a reviewer; empty for one that may."""
    paid = Transaction.objects.filter(id=transaction).values_list("customer_id", flat=True).first()
    customer = parties.find(id=paid) if paid is not None else None
    if customer is not None and customer.status == "REJECTED":
        return "the identity of the customer who paid was rejected"
    if is_listed(name, payment.platform.environment):
        return "the payer's name is like one on a list of sanctions"
    return ""


def is_listed(name: str, environment: str) -> bool:
    """Tell whether a name is like one on a list of sanctions."""
    return counterparties.is_sanctioned(environment=environment, facts={"FULL_NAME": name})

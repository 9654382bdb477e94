"""The comparison of what is encrypted: the accounts in files to banks, and the references in lines of statements.

No statement of the database can read them.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from banks.models import BankMatch, BankPayment, BankStatementLine, MatchKind
from banks.rail import corrections, payers
from banks.statements import decided, lines
from banks.statements.matching import matching
from payments.ledger.check_parts import Fault
from payments.models import Deposit, ExternalAccount, Quote, SuspenseItem, SuspenseWay, Transaction
from payments.providers.base import Leg
from platforms.base import identifiers
from platforms.encryption import encryption

_AT_ONCE = 500
_NUMBERS = ("iban", "accountNumber", "clabeNumber")


def compare_payments(after: uuid.UUID, until: uuid.UUID) -> Iterator[Fault]:
    """Yield what differs in rows of files to banks between two keys."""
    for rows in _parts(BankPayment, after, until):
        yield from _accounts([row for row in rows if row.state in {"BATCHED", "SETTLED"}])


def compare_lines(after: uuid.UUID, until: uuid.UUID) -> Iterator[Fault]:
    """Yield what differs in lines of statements between two keys."""
    for rows in _parts(BankStatementLine, after, until):
        yield from _references(rows)
        yield from _charges(rows)


def _parts(model: type[Any], after: uuid.UUID, until: uuid.UUID) -> Iterator[list[Any]]:
    while rows := list(model.objects.filter(id__gt=after, id__lte=until).order_by("id")[:_AT_ONCE]):
        yield rows
        after = rows[-1].pk


def _accounts(rows: Sequence[BankPayment]) -> Iterator[Fault]:
    """Yield the payments whose file names another account than theirs; of an erased account nothing is known."""
    accounts = _accounts_of(rows)
    for row in rows:
        subject, account = accounts.get(row.movement, ("", None))
        if account is None or account.primary_identifier_digest is None:
            continue
        try:
            is_right = _is_told(row, account.account_info)
        except encryption.Unreadable:
            continue
        if not is_right:
            yield Fault(
                "BANK_DIFFERS", subject, f"the bank was told another account for its {row.leg}", row.platform_id
            )


def _is_told(row: BankPayment, info: Mapping[str, Any]) -> bool:
    """Tell whether a file names an account, or what its bank has corrected of it; or what two people have entered."""
    number = row.content.get("number")
    numbers = {info.get(name) for name in _NUMBERS} - {None}
    if number is None or number in numbers or payers.ENTERED in row.content:
        return True
    bank = info.get("sortCode") or info.get("routingNumber") or ""
    of_file = [{"clearingNumber": bank, "number": one} for one in numbers]
    corrected = [corrections.of(one, connection_name=row.connection_name).fields for one in of_file]
    return number in {fields.get("number") for fields in corrected}


def _accounts_of(rows: Sequence[BankPayment]) -> dict[uuid.UUID, tuple[str, ExternalAccount | None]]:
    """Return whose each movement is, and the account that it has to go to, or to come from."""
    keys = {row.movement: row.leg for row in rows}
    payments = Transaction.objects.in_bulk(list(keys))
    items = {
        item.movement: item for item in SuspenseItem.objects.filter(movement__in=keys).select_related("transaction")
    }
    of_payers = {
        *(key for key in payments if keys[key] in {Leg.COLLECTION, Leg.REFUND}),
        *(item.transaction_id for item in items.values() if item.way == SuspenseWay.GIVE_BACK),
    }
    quotes = Quote.objects.filter(transaction_id__in=of_payers)
    payers = dict(quotes.values_list("transaction_id", "source_external_account_id"))
    named = {
        key: (one.public_id, payers.get(key) if key in of_payers else one.external_account_id)
        for key, one in payments.items()
    }
    for key, item in items.items():
        if key is not None and item.transaction is not None:
            is_back = item.way == SuspenseWay.GIVE_BACK
            account = payers.get(item.transaction_id) if is_back else item.transaction.external_account_id
            named[key] = (item.transaction.public_id, account)
    found = ExternalAccount.objects.in_bulk([key for _, key in named.values() if key is not None])
    return {key: (subject, found.get(account)) for key, (subject, account) in named.items()}


def _references(rows: Sequence[BankStatementLine]) -> Iterator[Fault]:
    """Yield the deposits that a rule has made by a reference that their line does not have."""
    by_key = {row.pk: row for row in rows}
    matches = decided.live(BankMatch.objects.filter(line__in=by_key, kind=MatchKind.DEPOSIT, rule=matching.REFERENCE))
    subjects = {match.line_id: identifiers.parse("Deposit", match.subject) for match in matches}
    deposits = Deposit.objects.select_related("receipt__transaction").in_bulk([key for key in subjects.values() if key])
    for line, key in subjects.items():
        deposit = deposits.get(key) if key else None
        if deposit is None:
            continue
        try:
            is_named = deposit.named.upper() in set(lines.words(by_key[line]))
        except encryption.Unreadable:
            continue
        if not is_named:
            subject = deposit.receipt.transaction.public_id if deposit.receipt else deposit.public_id
            detail = f"its line of a bank, {by_key[line].public_id}, does not name it"
            yield Fault("ARRIVAL_DIFFERS", subject, detail, deposit.platform_id)


def _charges(rows: Sequence[BankStatementLine]) -> Iterator[Fault]:
    """Yield the charges that were booked as stated by the bank, and that their line does not state."""
    by_key = {row.pk: row for row in rows}
    stated = BankMatch.objects.filter(line__in=by_key, rule=matching.END_TO_END_ID, difference__gt=0)
    for match in decided.live(stated):
        try:
            is_stated = by_key[match.line_id].said.get("charges") == f"{match.difference}"
        except encryption.Unreadable:
            continue
        if not is_stated:
            detail = f"a charge of {match.difference} was booked that its line of a bank does not state"
            yield Fault("LINE_DIFFERS", match.public_id, detail, match.platform_id)

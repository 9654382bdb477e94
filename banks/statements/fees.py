"""A bank's fees in the ledger: charged, refunded, or booked by mistake and reversed."""

import datetime as dt
import uuid

from banks.models import BankMatch, BankStatementLine
from banks.statements import movements
from payments.ledger import corrections, entries, journal


def book(line: BankStatementLine, *, platform_id: uuid.UUID, now: dt.datetime) -> int:
    """Book a line as a fee, or as a refunded one; return the key of its entry."""
    movement = movements.BANK_FEE_REFUNDED if line.is_credit else movements.BANK_FEE
    posted = movement.post(line, platform_id=platform_id, transaction_id=None, party=None, now=now)
    corrections.note(posted.entry_id, happened_on=line.booked_on, now=now)
    return posted.entry_id


def book_difference(line: BankStatementLine, difference: int, *, platform_id: uuid.UUID, now: dt.datetime) -> int:
    """Book what a bank has kept of a payment by a line, or taken beside it; return the key of the entry."""
    charged = entries.Amount(difference, line.currency)
    posted = movements.BANK_FEE.post(charged, platform_id=platform_id, transaction_id=None, party=None, now=now)
    corrections.note(posted.entry_id, happened_on=line.booked_on, now=now)
    return posted.entry_id


def undo(match: BankMatch, *, now: dt.datetime) -> int:
    """Reverse the entry of a fee; return the key of the new one."""
    movement = movements.BANK_FEE_REFUND_UNDONE if match.is_credit else movements.BANK_FEE_UNDONE
    assert match.entry_id is not None, "a fee has an entry"
    return journal.reverse(entry_id=match.entry_id, purpose=movement.purpose, now=now).entry_id

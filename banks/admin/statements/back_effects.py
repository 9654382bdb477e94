"""What decisions about lines do to collections that came back, in words: whom they debit, what is owed, who is told."""

from collections.abc import Sequence

from banks.statements import movements as bank_movements
from banks.statements.by_hand import taken_back
from payments.ledger import movements
from payments.ledger.entries import Movement
from platforms.base.money import major_units


def sentence(backs: Sequence[taken_back.Back], currency: str) -> str:
    """Return who loses the money of collections that came back, account by account, and who owes it to us."""
    said = []
    for back in backs[:_NAMED]:
        claimed = major_units(back.claimed, currency)
        if back.account is None:
            payer = back.transaction.platform.public_id
            said.append(f"{back.transaction.public_id} was paid with it: {payer} owes us {claimed}")
        else:
            owed = f", and the {claimed} that it lacks are owed to us by its holder" if back.claimed else ""
            said.append(f"{back.account.public_id} is debited with {major_units(back.taken, currency)}{owed}")
    more = len(backs) - _NAMED
    return "".join(f", and {text}" for text in said) + (f", and {more} more." if more > 0 else ".")


_NAMED = 10
"""Collections of a batch that are named."""


def entries(backs: Sequence[taken_back.Back]) -> list[Movement]:
    """Return the entries that are booked for collections that came back."""
    found = []
    if any(back.account is None for back in backs):
        found.append(bank_movements.CLAIM_OPENED)
    if any(back.account is not None and back.claimed for back in backs):
        found.append(bank_movements.CLAIM_LENT)
    if any(back.account is not None for back in backs):
        found.append(movements.TRANSFER_IN_CAME_BACK)
    return found


def source(backs: Sequence[taken_back.Back]) -> str:
    """Return the account of the only collection that came back, if it has one; else nothing."""
    accounts = [back.account.public_id for back in backs if back.account is not None]
    return accounts[0] if len(accounts) == len(backs) == 1 else ""


def told(backs: Sequence[taken_back.Back]) -> str:
    """Return whom of platforms is told what."""
    failed = [back.transaction.public_id for back in backs if back.account is not None]
    if not backs:
        return "The platform is told how its payment stands."
    if not failed:
        return "Nothing."
    return f"The platform is told that {', '.join(failed[:_NAMED])} {'has' if len(failed) == 1 else 'have'} failed."

"""Effects of decisions about claims, shown to both people before they decide."""

import uuid
from collections.abc import Mapping

from django.db import transaction

from banks.models import Claim, Debtor
from banks.statements import claims, movements
from payments.admin import names
from platforms.backoffice.effects import Effect
from platforms.base.money import major_units

DEBTORS: Mapping[str, str] = {
    Debtor.HOLDER: "the holder of the account",
    Debtor.PLATFORM: "the platform",
    Debtor.BANK: "the bank",
    Debtor.UNKNOWN: "somebody who is not known yet",
}


def paid(claim: Claim, amount: int, *, source: str, notes: Mapping[str, str]) -> Effect:
    """Return the effect of settling a claim with money that arrived."""
    return Effect(
        does=f"Settles {_money(claim, amount)} of {claim.public_id}, {_left(claim, amount)}.",
        amount=_money(claim, amount),
        source="the payer",
        target=source,
        booked=f"Immediately: {names.entry(movements.CLAIM_PAID)}.",
        sent="Nothing.",
        notes=notes,
    )


def take(*, claim: uuid.UUID | None, account: str = "", amount: int | None = None) -> Effect:
    """Return the effect of taking what is owed from an account; raises as `claims.take` does."""
    with transaction.atomic():  # for the lock of the claim
        found, part, holder = claims.foresee(claim, amount=amount, account=account)
    return Effect(
        does=f"Takes {_money(found, part)} from {holder.public_id} for {found.public_id}, {_left(found, part)}.",
        amount=_money(found, part),
        source=holder.public_id,
        target=found.public_id,
        booked=f"Immediately: {names.entry(movements.CLAIM_TAKEN)}.",
        sent="The platform is told the new balance.",
    )


def write_off(*, claim: uuid.UUID | None, amount: int | None = None) -> Effect:
    """Return the effect of writing a claim off; raises as `claims.write_off` does."""
    with transaction.atomic():  # for the lock of the claim
        found, part = claims.foresee_write_off(claim, amount=amount)
    return Effect(
        does=f"Books {_money(found, part)} of {found.public_id} as a loss: nobody will pay it, {_left(found, part)}.",
        amount=_money(found, part),
        source=found.public_id,
        target=f"losses of {found.platform.public_id}",
        booked=f"Immediately: {names.entry(movements.CLAIM_WRITTEN_OFF)}.",
        sent="Nothing.",
    )


def _left(claim: Claim, amount: int) -> str:
    left = claim.open_amount - amount
    return f"of which {_money(claim, left)} stay owed to us" if left else "of which nothing is owed to us any more"


def _money(claim: Claim, amount: int) -> str:
    return major_units(amount, claim.currency)

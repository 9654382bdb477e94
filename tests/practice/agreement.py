"""What books and bank say of the same money: by how much they may differ, and of which payments."""

import collections
from collections.abc import Mapping

from django.db.models import Sum

from banks.models import BankMatch, BankPayment, BankSetPayment, BankStatementLine, Claim
from banks.statements import decided
from payments.models import JournalEntry, Posting


def booked() -> int:
    """What the books say that the bank holds, in euro cents."""
    rows = Posting.objects.filter(account__kind="RAIL_SETTLEMENT", currency="EUR")
    sums = dict(rows.values_list("side").annotate(Sum("amount")))
    return int(sums.get("D", 0) - sums.get("C", 0))


def explained() -> int:
    """What the bank holds more than the books say: by lines that wait, or were closed, and by payments."""
    undecided = sum(signed_line(row) for row in stated() if not _is_booked(row))
    return undecided + sum(differing().values())


def differing() -> dict[str, int]:
    """Return by which amounts lines that were taken for payments differ from what is booked of these."""
    decisions, parts = _decisions(), list(BankSetPayment.objects.all())
    payments = BankPayment.objects.select_related("batch").order_by("id")
    found = {
        payment.end_to_end_id: _stated_of(payment, decisions, [part for part in parts if part.payment_id == payment.pk])
        - _booked_of(payment)
        for payment in payments
    }
    return {name: amount for name, amount in found.items() if amount}


def _stated_of(payment: BankPayment, decisions: Mapping[str, list[BankMatch]], parts: list[BankSetPayment]) -> int:
    """Return what lines say of a payment by themselves, or as a part of a sum; without fees within them."""
    own = decisions.get(payment.public_id, [])
    stated = sum(signed_line(match.line) + match.difference for match in own)
    for part in parts:
        stated += _signed(payment) if part.kind == "SETTLED" else -_signed(payment)
    if payment.batch is None:
        return stated
    of_batch = decisions.get(payment.batch.public_id, [])
    kinds = {match.kind for match in of_batch}
    is_returned_alone = "RETURNED" in {match.kind for match in own} | {part.kind for part in parts}
    # What came back before its settlement was reported is rejected, and the bank's sum has it.
    if "BATCH" in kinds and (payment.state != "REJECTED" or is_returned_alone):
        stated += _signed(payment)
    if "RETURNED" in kinds and not is_returned_alone and _came_back_with(payment, of_batch):
        stated -= _signed(payment)
    return stated


def _came_back_with(payment: BankPayment, of_batch: list[BankMatch]) -> bool:
    """Tell whether a payment came back with its batch; what no line had settled until then is rejected by that."""
    moments = {match.at for match in of_batch if match.kind == "RETURNED"}
    return payment.state == "RETURNED" or (payment.state == "REJECTED" and payment.answered_at in moments)


def _decisions() -> Mapping[str, list[BankMatch]]:
    """Return the decisions in force about lines of statements, by what the lines were taken for."""
    by_subject: dict[str, list[BankMatch]] = collections.defaultdict(list)
    rows = BankMatch.objects.filter(line__statement__kind=decided.MOVES_MONEY).select_related("line")
    for match in decided.live(rows):
        if match.kind not in {"NOTED", "UNDONE"}:
            by_subject[match.subject].append(match)
    return by_subject


def _booked_of(payment: BankPayment) -> int:
    """Return what the books say of a payment: of a collection that came back, whether somebody still has the money."""
    if payment.state == "SETTLED":
        return _signed(payment)
    if payment.state != "RETURNED" or payment.direction == "PUSH":
        return 0
    entries = JournalEntry.objects.filter(transaction_id=payment.movement)
    purposes = set(entries.values_list("purpose", flat=True))
    is_held = purposes & {"TRANSFER_IN_SETTLED", "FUNDING_RECEIVED"} and "TRANSFER_IN_CAME_BACK" not in purposes
    claimed = sum(
        Claim.objects.filter(transaction_id=payment.movement, internal_account=None).values_list("amount", flat=True)
    )
    return payment.amount - claimed if is_held else 0


def signed_line(row: BankStatementLine) -> int:
    return row.amount if row.is_credit else -row.amount


def stated() -> list[BankStatementLine]:
    rows = BankStatementLine.objects.filter(statement__kind=decided.MOVES_MONEY, is_booked=True)
    return list(rows.select_related("exception").order_by("id"))


def _is_booked(row: BankStatementLine) -> bool:
    match = BankMatch.objects.filter(line=row).order_by("-number").first()
    return match is not None and match.kind not in {"NOTED", "UNDONE"}


def _signed(payment: BankPayment) -> int:
    return payment.amount if payment.direction == "PULL" else -payment.amount

"""What a line may be: payments, batches, money that arrived, claims and accounts that fit it, shown on its page."""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from banks.models import BankBatch, BankException, BankMatch, BankPayment, Claim, MatchKind
from banks.statements import references
from banks.statements.matching import batch_sums
from banks.statements.proposals import covering, suggestions
from payments.models import Deposit, InternalAccount
from platforms.backoffice import links, panels
from platforms.backoffice.amounts import major_units
from platforms.base import identifiers

_MOST = 10
"""Candidates shown on a page."""


def payments(row: BankException) -> Iterable[BankPayment]:
    """Return payments by file of the line's amount, or the one whose end-to-end id it has."""
    line = row.line
    fitting = Q(amount=line.amount, currency=line.currency)
    if line.end_to_end_id:
        fitting |= Q(end_to_end_id=line.end_to_end_id)
    found = BankPayment.objects.filter(fitting, connection_name=row.connection.name)
    return found.order_by("-pk")[:_MOST]


def batches(row: BankException) -> Iterable[BankBatch]:
    """Return batches of the line's amount and time."""
    return batch_sums.likely(row.connection, row.line)


def recalled(row: BankException) -> Iterable[Deposit]:
    """Return money that arrived by a line with the same reference, end-to-end id or account, and was not recalled."""
    line = row.line
    if line.is_credit:
        return ()
    same = Q()
    for name in ("bank_reference", "end_to_end_id", "account_digest"):
        if value := getattr(line, name):
            same |= Q(**{f"line__{name}": bytes(value) if name == "account_digest" else value})
    if not same:
        return ()
    arrived = BankMatch.objects.filter(
        same,
        line__connection_name=line.connection_name,
        kind=MatchKind.DEPOSIT,
        amount=line.amount,
        currency=line.currency,
    )
    keys = [
        identifiers.parse("Deposit", deposit_id) for deposit_id in arrived.values_list("subject", flat=True)[:_MOST]
    ]
    return Deposit.objects.filter(id__in=[key for key in keys if key]).order_by("-pk")[:_MOST]


def claims(row: BankException) -> Iterable[Claim]:
    """Return open claims that money in may pay: those of at least its amount."""
    line = row.line
    if not line.is_credit:
        return ()
    owed = Claim.objects.filter(
        settled_at=None,
        currency=line.currency,
        open_amount__gte=line.amount,
        platform__in=references.platforms(row.connection),
    )
    return owed.select_related("platform").order_by("open_amount", "-pk")[:_MOST]


def accounts(row: BankException) -> Iterable[InternalAccount]:
    """Return accounts that had money from the payer's account before."""
    if not row.line.is_credit or not row.line.account_digest:
        return ()
    earlier = BankMatch.objects.filter(
        line__account_digest=bytes(row.line.account_digest), kind=MatchKind.DEPOSIT
    ).values_list("subject", flat=True)
    keys = [one.partition(":")[2] for one in earlier[:_MOST]]
    credited = Deposit.objects.filter(id__in=keys, internal_account__isnull=False).values("internal_account")
    found: Iterable[InternalAccount] = InternalAccount.objects.filter(id__in=credited).select_related("platform")
    return found


def panel_of_payments(row: BankException) -> panels.Panel | None:
    """Return the panel of payments by file with the line's amount or id."""
    cells = [
        (links.to_public_id(one.public_id), one.end_to_end_id, one.state, major_units(one.amount, one.currency))
        for one in payments(row)
    ]
    return _panel("Payments of this amount", ("payment", "end-to-end id", "state", "amount"), cells)


def panel_of_batches(row: BankException) -> panels.Panel | None:
    """Return the panel of batches with the line's amount."""
    cells = [
        (links.to_public_id(one.public_id), one.message_id, str(one.value_date), f"{one.count}") for one in batches(row)
    ]
    return _panel("Batches of this sum", ("batch", "id", "value date", "payments"), cells)


def panel_of_suggestions(row: BankException) -> panels.Panel | None:
    """Return the panel of what an open line may be, each with a link that opens the dialog filled in."""
    if row.closed_at is not None:
        return None
    cells = [
        (
            links.to_public_id(one.subject),
            ", ".join(one.agrees),
            "; ".join(one.differs) or "nothing",
            _filled_in(row, one),
        )
        for one in suggestions.of_line(row)
    ]
    return _panel("What this line may be", ("candidate", "agrees", "differs", "decide"), cells)


def panel_of_coverings(row: BankException) -> panels.Panel | None:
    """Return the panel of payments whose sum is an open line, and of lines whose sum is a payment."""
    if row.closed_at is not None:
        return None
    of_payments, of_lines = covering.payments_of(row), covering.lines_of(row)
    cells = [
        ("the sum of these payments", ", ".join(ids), _together(row, " ".join(ids))) for ids in of_payments.sets
    ] + [
        (f"a part of {payment}", f"with {', '.join(lines)}", _together(row, payment, " ".join(lines)))
        for payment, *lines in of_lines.sets
    ]
    if not cells:
        return None
    doubt = "More sets fit, or too many are possible to look at: only other evidence says which is right."
    note = doubt if of_payments.has_more or of_lines.has_more else ""
    note = note or (f"{len(cells)} sets fit: only other evidence says which is right." if len(cells) > 1 else "")
    return panels.Panel("Several together", ("the line is", "of", "decide"), cells, note=note)


def _together(row: BankException, ids: str, lines: str = "") -> str:
    return links.to_dialog(BankException, "match", row.pk, "Match all", end_to_end_id=ids, lines=lines)


def _filled_in(row: BankException, one: suggestions.Suggestion) -> str:
    if one.is_credit:
        return links.to_dialog(BankException, "credit", row.pk, "Credit", named=one.entered)
    return links.to_dialog(BankException, "match", row.pk, "Match", end_to_end_id=one.entered)


def panel_of_recalled(row: BankException) -> panels.Panel | None:
    """Return the panel of money that the line may take back."""
    cells = [
        (links.to_public_id(one.public_id), major_units(one.amount, one.currency), str(one.at.date()))
        for one in recalled(row)
    ]
    return _panel("Money that this line may take back", ("deposit", "amount", "arrived"), cells)


def panel_of_claims(row: BankException) -> panels.Panel | None:
    """Return the panel of claims that the line may pay."""
    cells = [
        (links.to_public_id(one.public_id), major_units(one.open_amount, one.currency), one.reason, str(one.platform))
        for one in claims(row)
    ]
    return _panel("Claims that this money may pay", ("claim", "owed", "reason", "platform"), cells)


def panel_of_accounts(row: BankException) -> panels.Panel | None:
    """Return the panel of internal accounts with earlier money from the same payer."""
    cells = [(links.to_public_id(one.public_id), one.funding_reference, str(one.platform)) for one in accounts(row)]
    return _panel("Had money from this payer before", ("account", "reference", "platform"), cells)


def _panel(title: str, headers: tuple[str, ...], cells: Sequence[Sequence[str]]) -> panels.Panel | None:
    return panels.Panel(title, headers, cells) if cells else None

"""Rows that give somebody power and that the audit log does not explain: found by the nightly check of the log.

The service's database role can write most of these rows, so a thief of its connection can. What the service itself
writes is in the audit log, with both people where it takes two.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Protocol

from platforms.encryption.seals import Fault
from platforms.models import AuditEntry, Platform, PlatformCurrency, Proposal, ProposalStatus
from platforms.operations import platform_fees

Source = Callable[[], Iterable[Fault]]
UNEXPLAINED = "UNEXPLAINED"
MAY_VERIFY_PAYEES = "platform.allow_payee_verification"
_sources: list[Source] = []


def watch(source: Source) -> None:
    """Have the check ask a source too."""
    _sources.append(source)


def unexplained() -> list[Fault]:
    """Return a fault for each row that gives power without a reason in the audit log."""
    own = (_verifying_payees, _charging_customers)
    return [fault for source in (*own, *_sources) for fault in source()]


class Entered(Protocol):
    """A row that two people entered."""

    entered_by: str
    created_at: dt.datetime

    @property
    def public_id(self) -> str:
        """The row's name in the log."""
        ...


def decided_by_two(rows: Iterable[Entered], verbs: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each row that no approved proposal made at its moment; a proposal makes one row."""
    proposals = Proposal.objects.filter(status=ProposalStatus.APPROVED, verb__in=list(verbs))
    left = Counter(proposals.values_list("proposed_by", "decided_at"))
    for row in rows:
        made = (row.entered_by, row.created_at)
        if not left[made]:
            yield Fault(UNEXPLAINED, row.public_id, "no proposal that a second person has approved made it")
        left[made] -= 1


def _verifying_payees() -> Iterator[Fault]:
    """Name platforms that may ask about account holders of others, where the last decision does not say so."""
    platforms = {each.public_id: each for each in Platform.objects.filter(may_verify_payees=True)}
    decisions = AuditEntry.objects.filter(subject__in=platforms, verb=MAY_VERIFY_PAYEES).order_by("id")
    allowed = {
        entry.subject: entry.details.get("allowed") is True and bool(entry.details.get("proposedBy"))
        for entry in decisions
    }
    for subject in sorted(platforms):
        if not allowed.get(subject):
            yield Fault(UNEXPLAINED, subject, "may verify payees of other platforms, and no two people have allowed it")


def _charging_customers() -> Iterator[Fault]:
    """Name platforms that may charge their customers other than the last decision about the currency says."""
    rows = PlatformCurrency.objects.exclude(most_fixed_fee=0, most_fee_share=0).select_related("platform")
    limited = {(row.platform.public_id, row.code): row for row in rows}
    decisions = AuditEntry.objects.filter(subject__in={subject for subject, _ in limited}, verb=platform_fees.LIMIT)
    allowed = {
        (entry.subject, entry.details.get("currency")): (
            entry.details.get("mostFixed"),
            Decimal(entry.details.get("mostShare", "0")),
        )
        for entry in decisions.order_by("id")
        if entry.details.get("proposedBy")
    }
    for (subject, code), row in sorted(limited.items()):
        if allowed.get((subject, code)) != (row.most_fixed_fee, row.most_fee_share):
            yield Fault(UNEXPLAINED, subject, f"may charge its customers in {code} what no two people have allowed")

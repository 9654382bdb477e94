"""Rows that give somebody power and that the audit log does not explain: found by the nightly check of the log.

The service's database role can write most of these rows, so a thief of its connection can. What the service itself
writes is in the audit log, with both people where it takes two.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from platforms.encryption.seals import Fault
from platforms.models import AuditEntry, Platform, Proposal, ProposalStatus

Source = Callable[[], Iterable[Fault]]
UNEXPLAINED = "UNEXPLAINED"
MAY_VERIFY_PAYEES = "platform.allow_payee_verification"
_sources: list[Source] = []


def watch(source: Source) -> None:
    """Have the check ask a source too."""
    _sources.append(source)


def unexplained() -> list[Fault]:
    """Return a fault for each row that gives power without a reason in the audit log."""
    return [*_verifying_payees(), *(fault for source in _sources for fault in source())]


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

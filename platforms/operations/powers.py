"""Rows that give somebody power and that the audit log does not explain: found by the nightly check of the log.

The service's database role can write most of these rows, so a thief of its connection can. What the service itself
writes is in the audit log, with both people where it takes two.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.contrib.auth.models import User

from platforms import audit
from platforms.encryption.seals import Fault
from platforms.models import AuditEntry, Platform, Proposal, ProposalStatus

Source = Callable[[], Iterable[Fault]]
UNEXPLAINED = "UNEXPLAINED"
MADE = "staff.make_superuser"
MAY_VERIFY_PAYEES = "platform.allow_payee_verification"
ROLES = ("staff.invite", "staff.change_roles")
"""Verbs of the audit log whose rows name the roles that an account has from then on."""
_sources: list[Source] = []


def watch(source: Source) -> None:
    """Have the check ask a source too."""
    _sources.append(source)


def unexplained() -> list[Fault]:
    """Return a fault for each row that gives power without a reason in the audit log."""
    return [*_superusers(), *_roles(), *_verifying_payees(), *(fault for source in _sources for fault in source())]


def record_superuser(username: str, *, actor: audit.Actor, now: dt.datetime) -> None:
    """Note that a command has made a superuser: the check names those without such a row."""
    audit.record(audit.Subject(None, _subject(username)), MADE, actor=actor, now=now)


def decided_by_two(rows: Iterable[Any], verbs: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each row, with `entered_by` and `created_at`, that no approved proposal made at its moment."""
    proposals = Proposal.objects.filter(status=ProposalStatus.APPROVED, verb__in=list(verbs))
    made = set(proposals.values_list("proposed_by", "decided_at"))
    for row in rows:
        if (row.entered_by, row.created_at) not in made:
            yield Fault(UNEXPLAINED, row.public_id, "no proposal that a second person has approved made it")


def _superusers() -> Iterator[Fault]:
    subjects = [_subject(name) for name in _active().filter(is_superuser=True).values_list("username", flat=True)]
    made = AuditEntry.objects.filter(subject__in=subjects, verb=MADE, actor_kind="OPERATOR")
    for subject in sorted(set(subjects) - set(made.values_list("subject", flat=True))):
        yield Fault(UNEXPLAINED, subject, "is a superuser, and no command has made it one")


def _roles() -> Iterator[Fault]:
    accounts = _active().filter(is_superuser=False, groups__isnull=False).distinct().prefetch_related("groups")
    held = {_subject(user.username): sorted(group.name for group in user.groups.all()) for user in accounts}
    given = {
        entry.subject: entry.details.get("roles") if entry.details.get("proposedBy") else None
        for entry in AuditEntry.objects.filter(subject__in=held, verb__in=ROLES).order_by("id")
    }
    for subject, roles in sorted(held.items()):
        if given.get(subject) != roles:
            yield Fault(UNEXPLAINED, subject, f"has roles that no two people gave it: {', '.join(roles)}")


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


def _active() -> Any:
    return User.objects.filter(is_active=True, is_staff=True)


def _subject(username: str) -> str:
    return f"Staff:{username}"[:64]

"""Screening of payees: who is paid, or pays, by an account elsewhere. They are compared with lists of sanctions alone.

A payee is known by the public identifier of its account. One with a hit that no person has cleared may not be paid; its
app holds the account, and learns by the signal `payee_decided` what a reviewer has decided.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Collection, Mapping, Sequence

from django.conf import settings

from compliance.models import RESOLVED, ListKind, Screening, ScreeningHit, ScreeningOutcome, ScreeningSweep, SubjectKind
from compliance.providers import registry
from compliance.providers.screening import Hit, Subject
from compliance.screening import screenings, sweeps
from platforms import audit
from platforms.base import clock
from platforms.models import Environment, Platform

CREATION, NEW_LIST = screenings.CREATION, screenings.NEW_LIST
_SAME_NAME = 100
"""The score of the full name of an entry."""


@dataclasses.dataclass(frozen=True, slots=True)
class Payee:
    """Who is paid. Personal data: never log it."""

    account: str
    """Public identifier of the account."""
    name: str
    is_business: bool
    other_names: tuple[str, ...] = ()
    """Of the account's holder too, such as the one that the bank has told."""
    birth_date: dt.date | None = None
    countries: tuple[str, ...] = ()
    """Nationality of a person, country of a business (ISO 3166-1 alpha-2)."""


def screen(
    *, platform_id: uuid.UUID, payees: Sequence[Payee], cause: str, actor: audit.Actor = audit.SYSTEM, now: dt.datetime
) -> Mapping[str, bool]:
    """Compare the payees of one platform, store checks and new hits, and return by account whether it may be paid.

    False for hits that are open or confirmed, also from earlier, and when there is no list to compare with. The payees
    of a regulated platform are not screened: its licence obliges it to. After a new list, only checks that found
    something are stored. `now` by the platform's clock.
    """
    platform = Platform.objects.only("environment", "is_regulated_financial_institution").get(id=platform_id)
    if platform.is_regulated_financial_institution or not payees:
        return {payee.account: True for payee in payees}
    compared_with, hits = _compare(platform.environment, platform_id, payees)
    for account, of_payee in hits.items():
        if of_payee or cause != NEW_LIST:
            run = _run(account, compared_with, hits=len(of_payee), cause=cause, now=now)
            run.platform_id = platform_id
            screenings.write(run)
            _open_new(
                run,
                [
                    screenings.open_hit(run=run, public_id=account, compared=subject, hit=hit)
                    for subject, hit in of_payee
                ],
                actor,
            )
    if cause == CREATION:
        unresolved = {account for account, of_payee in hits.items() if of_payee}
    else:
        unresolved = unresolved_among(hits.keys())
    return {account: bool(compared_with) and account not in unresolved for account in hits}


def _compare(
    environment: str, platform_id: uuid.UUID, payees: Sequence[Payee]
) -> tuple[tuple[str, ...], Mapping[str, Sequence[tuple[Subject, Hit]]]]:
    """Return the lists, none where there is none, and by account the hits with what was compared."""
    compared = [(payee, subject) for payee in payees for subject in _subjects(payee, platform_id)]
    screened = registry.screening(environment).screen([subject for _, subject in compared])
    hits: dict[str, list[tuple[Subject, Hit]]] = {payee.account: [] for payee in payees}
    for (payee, subject), hits_of_subject in zip(compared, screened.hits, strict=True):
        hits[payee.account] += [(subject, hit) for hit in hits_of_subject if _counts(hit, subject, payee)]
    return screened.compared_with, hits


def unresolved_among(accounts: Collection[str]) -> set[str]:
    """Return those of these accounts that have a hit which no person has cleared."""
    rows = ScreeningHit.objects.filter(subject__in=accounts, customer=None).exclude(state__in=RESOLVED)
    return set(rows.values_list("subject", flat=True))


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """The next part of a re-screening of payees."""

    sweep: ScreeningSweep
    """Locked."""
    environments: tuple[str, ...]
    """Platforms of these are compared with the lists that have changed."""

    @property
    def after(self) -> uuid.UUID | None:
        """The key of the account compared last; None at the beginning."""
        return self.sweep.payee_cursor

    def record(self, *, keys: Sequence[uuid.UUID], now: clock.RealTime) -> None:
        """Store that these accounts, in the order of their keys, were compared; without any the re-screening ends."""
        self.sweep.payee_count += len(keys)
        if keys:
            self.sweep.payee_cursor = keys[-1]
        else:
            self.sweep.payees_finished_at = now
        self.sweep.save(update_fields=["payee_cursor", "payee_count", "payees_finished_at"])


def due_part(*, now: clock.RealTime) -> Part | None:
    """Return the next part of the re-screening for the newest list; None if there is none, or another process has it.

    It begins when no check against the list before can still commit, like that of customers. One that a former release
    has made is continued too, so that payees from before there was screening are compared after an upgrade.
    """
    newest = ScreeningSweep.objects.order_by("-id").values("id")[:1]
    due = ScreeningSweep.objects.select_for_update(skip_locked=True).filter(
        id__in=newest, payees_finished_at=None, started_at__lte=now - sweeps.SETTLE_TIME
    )
    sweep: ScreeningSweep | None = due.first()
    if sweep is None:
        return None
    followers = [name for name in Environment.values if registry.screening(name).follows_loaded_lists]
    return Part(sweep, tuple(followers))


def _subjects(payee: Payee, platform_id: uuid.UUID) -> list[Subject]:
    """Return what is compared: the name of a person and that of a business, for anybody can choose the type."""
    return [
        Subject(
            kind,
            payee.name,
            aliases=payee.other_names,
            birth_date=payee.birth_date,
            countries=payee.countries,
            platform_id=platform_id,
            about=payee.account,
        )
        for kind in SubjectKind
    ]


def _counts(hit: Hit, subject: Subject, payee: Payee) -> bool:
    """Tell whether a hit holds a payment: by the type that the payee has, or by a full name of several words."""
    if hit.kind != ListKind.SANCTION:
        return False
    declared = SubjectKind.BUSINESS if payee.is_business else SubjectKind.PERSON
    return subject.kind == declared or (hit.score == _SAME_NAME and " " in hit.matched_name.strip())


def _run(account: str, compared_with: Sequence[str], *, hits: int, cause: str, now: dt.datetime) -> Screening:
    outcome = ScreeningOutcome.HITS if hits else ScreeningOutcome.CLEAR
    return Screening(
        cause=cause,
        subjects=[account],
        compared_with=list(compared_with),
        threshold=settings.SCREENING_THRESHOLD,
        outcome=outcome if compared_with else ScreeningOutcome.NOT_SCREENED,
        hit_count=hits,
        at=now,
    )


def _open_new(run: Screening, hits: Sequence[ScreeningHit], actor: audit.Actor) -> None:
    """Store the hits that are not stored yet, decided or not."""
    [account] = run.subjects
    known = set(ScreeningHit.objects.filter(subject=account).values_list("fingerprint", flat=True)) if hits else set()
    new = [hit for hit in hits if hit.fingerprint not in known]
    if not new:
        return
    ScreeningHit.objects.bulk_create(new, ignore_conflicts=True)
    audit.record(
        audit.Subject(run.platform_id, account),
        "screening.hit",
        actor=actor,
        now=run.at,
        hits=[hit.public_id for hit in new],
    )

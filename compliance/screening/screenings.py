"""Screening of customers, and of the owners of businesses, against watchlists; hits are decided by a person."""

import dataclasses
import datetime as dt
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import orjson
from django.conf import settings
from django.utils.crypto import salted_hmac

from compliance.models import (
    RESOLVED,
    Customer,
    CustomerType,
    HitState,
    Screening,
    ScreeningHit,
    ScreeningOutcome,
    SubjectKind,
)
from compliance.providers import names, registry
from compliance.providers.screening import Hit, Screened, Subject
from platforms import audit
from platforms.base import errors, identifiers
from platforms.database import writes

CREATION = "creation"
IDENTITY_CHANGED = "identity_changed"
VERIFICATION = "verification"
NEW_LIST = "new_list"
_BATCH = 500


class HitsUnresolved(errors.DomainError):
    """The customer, or one of its owners, has an open or confirmed hit."""

    code = "INCOMPLETE"
    message = "There are screening hits that are open or confirmed: decide them first."


class Owner(Protocol):
    """The facts of a beneficial owner that are compared."""

    @property
    def public_id(self) -> str:
        """The identifier that the API shows."""
        ...

    @property
    def personal_info(self) -> Mapping[str, Any]:
        """What is known of the person, as the API names it."""
        ...


@dataclasses.dataclass(frozen=True, slots=True)
class Examination:
    """Screening results of a customer and its owners. Nothing is stored yet."""

    subjects: tuple[tuple[str, Subject], ...]
    """Public identifiers, and what was compared."""
    screened: Screened

    @property
    def is_done(self) -> bool:
        """Tell whether everybody with a name was compared. False: there was no list to compare with."""
        return not self.subjects or self.screened.is_done

    @property
    def needs_people(self) -> bool:
        """Tell whether a person has to look, for a customer without earlier hits."""
        return not self.is_done or any(self.screened.hits)


def screen_customer(
    *,
    customer: Customer,
    owners: Iterable[Owner] = (),
    cause: str = VERIFICATION,
    actor: audit.Actor = audit.SYSTEM,
    now: dt.datetime,
) -> bool:
    """Screen a customer and its owners, store the check, and tell whether a person has to look.

    True for new hits, for hits that are open or confirmed from earlier, and when there is no list to compare with.
    Needs the lock on the customer. Customers of a regulated platform are not screened: its licence obliges it to.
    """
    examination = examine([(customer, tuple(owners))])[0]
    store([(customer, examination)], cause=cause, actor=actor, now=now)
    return not examination.is_done or has_unresolved(customer)


def examine(customers: Sequence[tuple[Customer, Sequence[Owner]]]) -> list[Examination]:
    """Screen customers of one environment, each with its owners, against one state of the lists. Stores nothing."""
    subjects = [_subjects(customer, owners) for customer, owners in customers]
    everyone = [subject for group in subjects for _, subject in group]
    if not everyone:
        return [Examination((), Screened((), ())) for _ in customers]
    screened = registry.screening(customers[0][0].platform.environment).screen(everyone)
    examinations, start = [], 0
    for group in subjects:
        hits = screened.hits[start : start + len(group)]
        examinations.append(Examination(group, Screened(screened.compared_with, hits)))
        start += len(group)
    return examinations


def require_resolved(customer: Customer) -> None:
    """Raise HitsUnresolved unless every hit of this customer was cleared or accepted."""
    if has_unresolved(customer):
        raise HitsUnresolved


def has_unresolved(customer: Customer) -> bool:
    """Tell whether this customer has a hit that was neither cleared nor accepted."""
    return ScreeningHit.objects.filter(customer=customer).exclude(state__in=RESOLVED).exists()


def store(found: Sequence[tuple[Customer, Examination]], *, cause: str, actor: audit.Actor, now: dt.datetime) -> int:
    """Store the checks of customers, which must be saved, and their new hits; return how many are new.

    A few statements for all; a single customer without hits needs one, sent together with others.
    """
    runs = [_run(customer, examination, cause, now) for customer, examination in found if examination.subjects]
    if len(runs) == 1:
        write(runs[0])
    else:
        Screening.objects.bulk_create(runs, batch_size=_BATCH)
    run_of = {run.customer_id: run for run in runs}
    hits = [
        open_hit(run=run_of[customer.id], public_id=public_id, compared=compared, hit=hit)
        for customer, examination in found
        for (public_id, compared), hits_of_subject in zip(examination.subjects, examination.screened.hits, strict=True)
        for hit in hits_of_subject
    ]
    return _add(hits, actor=actor, now=now) if hits else 0


def _run(customer: Customer, examination: Examination, cause: str, now: dt.datetime) -> Screening:
    hit_count = sum(map(len, examination.screened.hits))
    outcome = ScreeningOutcome.HITS if hit_count else ScreeningOutcome.CLEAR
    return Screening(
        platform_id=customer.platform_id,
        customer=customer,
        cause=cause,
        subjects=[public_id for public_id, _ in examination.subjects],
        compared_with=list(examination.screened.compared_with),
        threshold=settings.SCREENING_THRESHOLD,
        outcome=outcome if examination.is_done else ScreeningOutcome.NOT_SCREENED,
        hit_count=hit_count,
        at=now,
    )


def write(run: Screening) -> None:
    """Store a check by one statement, sent together with others."""
    writes.write(
        "INSERT INTO compliance_screening"
        " (id, platform_id, customer_id, cause, subjects, compared_with, threshold, outcome, hit_count, at)"
        " VALUES (%s, %s, %s, %s, %s::varchar[], %s::varchar[], %s::smallint, %s, %s::integer, %s)",
        [
            run.id,
            run.platform_id,
            run.customer_id,
            run.cause,
            run.subjects,
            run.compared_with,
            run.threshold,
            str(run.outcome),
            run.hit_count,
            run.at,
        ],
    )


def open_hit(*, run: Screening, public_id: str, compared: Subject, hit: Hit) -> ScreeningHit:
    """Return the row for a hit of a check, open and not stored yet. `compared` are the facts of the `public_id`."""
    return ScreeningHit(
        platform_id=run.platform_id,
        customer_id=run.customer_id,
        screening_id=run.id,
        subject=public_id,
        list_name=hit.list_name,
        entry_reference=hit.entry_reference,
        kind=hit.kind,
        matched_name=hit.matched_name,
        score=hit.score,
        details=dict(hit.details),
        fingerprint=_fingerprint(compared, hit),
        state=HitState.OPEN,
        created_at=run.at,
    )


def _add(hits: list[ScreeningHit], *, actor: audit.Actor, now: dt.datetime) -> int:
    customers = {hit.customer_id for hit in hits}
    known = set(ScreeningHit.objects.filter(customer_id__in=customers).values_list("subject", "fingerprint"))
    new = [hit for hit in hits if (hit.subject, hit.fingerprint) not in known]
    ScreeningHit.objects.bulk_create(new, batch_size=_BATCH, ignore_conflicts=True)
    for customer_id, group in itertools.groupby(new, key=lambda hit: hit.customer_id):
        found = list(group)
        audit.record(
            audit.Subject(found[0].platform_id, identifiers.public("Customer", customer_id)),
            "screening.hit",
            actor=actor,
            now=now,
            hits=[hit.public_id for hit in found],
        )
    return len(new)


def _fingerprint(subject: Subject, hit: Hit) -> str:
    """Return a keyed hash of both sides, so that a decided hit is opened again only when a side changes."""
    facts = [
        *(" ".join(names.fold(name)) for name in (subject.name, *subject.aliases)),
        subject.birth_date,
        subject.countries,
        subject.identifiers,
        hit.list_name,
        hit.entry_reference,
        hit.kind,
        hit.matched_name,
        dict(hit.details),
    ]
    return salted_hmac("compliance.screening", orjson.dumps(facts), algorithm="sha256").hexdigest()


def _subjects(customer: Customer, owners: Sequence[Owner]) -> tuple[tuple[str, Subject], ...]:
    if customer.platform.is_regulated_financial_institution:
        return ()
    own = _person(customer) if customer.customer_type == CustomerType.INDIVIDUAL else _business(customer)
    named = [(customer.public_id, own), *((owner.public_id, _owner(owner)) for owner in owners)]
    return tuple(
        (public_id, dataclasses.replace(subject, platform_id=customer.platform.id, about=customer.public_id))
        for public_id, subject in named
        if subject is not None
    )


def _person(customer: Customer) -> Subject | None:
    if not customer.full_name:
        return None
    countries = (customer.nationality,) if customer.nationality else ()
    return Subject(SubjectKind.PERSON, customer.full_name, birth_date=customer.birth_date, countries=countries)


def _business(customer: Customer) -> Subject | None:
    info = customer.business_info or {}
    if not info.get("legalName"):
        return None
    return Subject(
        SubjectKind.BUSINESS,
        info["legalName"],
        aliases=tuple(filter(None, (info.get("doingBusinessAs"),))),
        countries=tuple(filter(None, (info.get("country"),))),
    )


def _owner(owner: Owner) -> Subject | None:
    info = owner.personal_info
    name = " ".join(filter(None, (info.get(part) for part in ("firstName", "middleName", "lastName"))))
    if not name:
        return None
    born = info.get("birthDate")
    return Subject(
        SubjectKind.PERSON,
        name,
        birth_date=dt.date.fromisoformat(born) if isinstance(born, str) else born,
        countries=tuple(filter(None, (info.get("nationality"),))),
        identifiers=tuple(filter(None, (info.get("identifier"),))),
    )

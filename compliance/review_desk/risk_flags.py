"""Risk flags: what a reviewer should look at first, each with its reason as a sentence. No queries, no clock."""

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal

from compliance.models import UNDECIDED, HitState, ListKind, RuleFlag, ScreeningOutcome
from compliance.verification import requirements
from platforms.base import countries

DANGER, WARNING = "danger", "warning"
MANY_SUBMISSIONS = 3
WHOLE = Decimal(100)
"""Per cent of a business."""
CLEARED: Mapping[str, RuleFlag] = {ListKind.SANCTION: RuleFlag.SANCTION_CLEARED, ListKind.PEP: RuleFlag.PEP_CLEARED}
"""Kind of list → the flag of a case of which a hit with such a list was cleared."""


@dataclasses.dataclass(frozen=True, slots=True)
class Flag:
    """A word for a list, a sentence for a page, and its severity."""

    word: str
    why: str
    colour: str
    rule: str = ""
    """The `RuleFlag` whose rule says who approves such a case; empty where there is none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Hit:
    """The facts of a screening hit that flags use."""

    kind: str
    state: str
    score: int


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """The facts that flags are derived from."""

    is_business: bool
    countries: Collection[str]
    """Of the customer and of its owners: nationality, address, incorporation."""
    hits: Sequence[Hit]
    screening: str
    """Outcome of the latest check; empty when there was none."""
    submissions: int
    """How often this verification was submitted complete."""
    was_rejected: bool
    """Another verification of this customer was rejected."""
    refused_documents: Collection[str]
    """Kinds of errors that reviewers found in documents of this verification before."""
    copies: Collection[str]
    """Other customers with one of the same files."""
    owned: Decimal
    """Per cent of a business with known owners."""


def country(code: str | None) -> str:
    """Return the name of a country with its code."""
    name = countries.name(code) if code else ""
    return f"{name} ({code})" if name else code or ""


def of(facts: Facts, *, high_risk: Collection[str]) -> list[Flag]:
    """Return the flags of a case, the worst first. `high_risk`: countries (ISO 3166-1 alpha-2)."""
    found = [*_screening(facts), *_countries(facts, high_risk), *_copies(facts), *_history(facts), *_ownership(facts)]
    return sorted(found, key=lambda flag: flag.colour != DANGER)


def _screening(facts: Facts) -> Iterator[Flag]:
    for kind, name in {ListKind.SANCTION: "sanctions", ListKind.PEP: "PEP"}.items():
        word = f"{name[0].upper()}{name[1:]} hit"
        hits = [hit for hit in facts.hits if hit.kind == kind]
        waiting = [hit.score for hit in hits if hit.state in UNDECIDED]
        if any(hit.state == HitState.CONFIRMED for hit in hits):
            yield Flag(f"{word} confirmed", f"A reviewer confirmed a match with a {name} list.", DANGER)
        if any(hit.state == HitState.ACCEPTED for hit in hits):
            why = f"Two reviewers accepted a true match with a {name} list."
            yield Flag(f"{word} accepted", why, WARNING, RuleFlag.PEP_ACCEPTED)
        if any(hit.state == HitState.CLEARED for hit in hits):
            why = f"A reviewer cleared a possible match with a {name} list."
            yield Flag(f"{word} cleared", why, WARNING, CLEARED[kind])
        if waiting:
            matches, score = ("match", "score") if len(waiting) == 1 else ("matches", "highest score")
            why = f"{len(waiting)} possible {name} {matches} ({score} {max(waiting)}) to decide."
            yield Flag(word, why, DANGER if kind == ListKind.SANCTION else WARNING)
    if facts.screening in {"", ScreeningOutcome.NOT_SCREENED}:
        yield Flag("Not screened", "No watchlist was loaded: compare the names manually.", DANGER)


def _countries(facts: Facts, high_risk: Collection[str]) -> Iterator[Flag]:
    found = sorted(set(facts.countries) & set(high_risk))
    if found:
        why = f"Nationality, address or incorporation in a high-risk country: {'; '.join(map(country, found))}."
        yield Flag("High-risk country", why, DANGER, RuleFlag.HIGH_RISK_COUNTRY)


def _copies(facts: Facts) -> Iterator[Flag]:
    if facts.copies:
        # Who they are is told to the reviewer of the case alone, on its page, and logged.
        others = "another customer" if len(facts.copies) == 1 else f"{len(facts.copies)} other customers"
        yield Flag("Duplicate document", f"The same file was submitted for {others}.", DANGER)


def _history(facts: Facts) -> Iterator[Flag]:
    if facts.was_rejected:
        yield Flag("Rejected before", "An earlier verification of this customer was rejected.", WARNING)
    if facts.submissions >= MANY_SUBMISSIONS:
        yield Flag("Many attempts", f"Submitted {facts.submissions} times.", WARNING)
    if facts.refused_documents:
        kinds = ", ".join(sorted(kind.replace("_", " ").lower() for kind in facts.refused_documents))
        yield Flag("Documents refused before", f"Reviewers found: {kinds}.", WARNING)


def _ownership(facts: Facts) -> Iterator[Flag]:
    unknown = WHOLE - facts.owned
    if facts.is_business and unknown >= requirements.LARGE_SHARE:
        why = f"{unknown.normalize():f} % of the shares are unattributed: an owner who must be declared may be missing."
        yield Flag("Owners missing", why, WARNING)

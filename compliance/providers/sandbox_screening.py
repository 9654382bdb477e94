"""The sandbox's watchlist: a few invented names, for platforms that want to see the effect of a hit."""

import datetime as dt
import functools
from collections.abc import Iterator, Sequence
from typing import Final

from django.conf import settings

from compliance.models import ListKind, SubjectKind
from compliance.providers import matching
from compliance.providers.screening import Hit, Screened, Subject
from platforms.forcing import asked, catalogue
from platforms.forcing.catalogue import Outcome

NAME: Final = "SANDBOX"
STEP: Final = "SCREENING"
COUNTERPARTY: Final = "COUNTERPARTY_SCREENING"
_NO_LIST: Final = "NO_LIST"
_HITS: Final = {"SANCTION_HIT": ListKind.SANCTION, "PEP_HIT": ListKind.PEP}
ENTRIES: Final = (
    matching.Entry(
        NAME,
        ListKind.SANCTION,
        "SBX-1",
        SubjectKind.PERSON,
        ("Zebulon Quarrymoor", "Zeb the Quarryman"),
        birth_dates=(dt.date(1961, 4, 12),),
        birth_years=(1961, 1961),
        countries=("AQ",),
        listed_on="2020-01-01",
    ),
    matching.Entry(NAME, ListKind.PEP, "SBX-2", SubjectKind.PERSON, ("Ottoline Vexforth",), listed_on="2020-01-01"),
    matching.Entry(
        NAME,
        ListKind.SANCTION,
        "SBX-3",
        SubjectKind.BUSINESS,
        ("Blackmarsh Gravel Trading FZE",),
        listed_on="2020-01-01",
    ),
)
"""The whole list; docs/operator/screening.md shows it too."""


class SandboxScreening:
    """Compares with the table above, by the rules of production, and adds what was forced."""

    follows_loaded_lists = False

    def __init__(self) -> None:
        """Index the table."""
        self._index = matching.Index(ENTRIES)

    def screen(self, subjects: Sequence[Subject]) -> Screened:
        """Search the table."""
        threshold = settings.SCREENING_THRESHOLD
        hits = [self._index.find(subject, threshold=threshold) for subject in subjects]
        for place, outcome in _forced(subjects):
            if outcome == _NO_LIST:
                return Screened((), tuple(() for _ in subjects))
            hits[place] = (_hit(subjects[place], _HITS[outcome]), *hits[place]) if outcome in _HITS else ()
        return Screened((NAME,), tuple(hits))


def _forced(subjects: Sequence[Subject]) -> Iterator[tuple[int, str]]:
    """Yield forced outcomes, with the place of the subject: of those compared for one customer it is the first."""
    seen: set[str] = set()
    for place, subject in enumerate(subjects):
        if subject.about in seen:
            continue
        seen.add(subject.about)
        step = COUNTERPARTY if subject.is_counterparty else STEP
        forced = asked.about(step, platform_id=subject.platform_id, subjects=functools.partial(list, [subject.about]))
        if forced:
            yield place, forced.outcome.name


def _hit(subject: Subject, kind: ListKind) -> Hit:
    facts = {"countries": list(subject.countries), "listedOn": "2020-01-01", "by": "NAME"}
    return Hit(NAME, "SBX-FORCED", subject.name, 100, kind, facts)


catalogue.register(
    *(
        Outcome(
            step=STEP,
            name=name,
            does=f"Of a customer or payee who is screened: {does}.",
            shows=f"{shows}.",
            subjects=("customerId",),
        )
        for name, does, shows in (
            ("SANCTION_HIT", "the name is on a list of sanctions", "`PENDING`, until a reviewer has looked"),
            ("PEP_HIT", "the name is that of a politically exposed person", "a customer is `PENDING`, until then"),
            ("NO_HIT", "the name is on no list", "`APPROVED`, or what the identity check says"),
            (_NO_LIST, "there is no list to compare with", "`PENDING`, until there is one or a reviewer has looked"),
        )
    ),
    *(
        Outcome(
            step=COUNTERPARTY,
            name=name,
            does=f"Of somebody at another institution who pays or is paid by UMA, and whose name you require: {does}.",
            shows=f"{shows}.",
            subjects=("customerId",),
        )
        for name, does, shows in (
            (
                "SANCTION_HIT",
                "the name is on a list of sanctions",
                "403 `COUNTERPARTY_NOT_ALLOWED` for a quote; a payment of `POST /sandbox/uma/receive` is `FAILED`",
            ),
            ("NO_HIT", "the name is on no list", "The payment goes on"),
        )
    ),
)

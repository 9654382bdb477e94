"""The sandbox's watchlist: a few invented names, for platforms that want to see the effect of a hit."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.conf import settings

from compliance.models import ListKind, SubjectKind
from compliance.providers import matching
from compliance.providers.screening import Screened, Subject

NAME: Final = "SANDBOX"
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
    """Compares with the table above, by the rules of production."""

    follows_loaded_lists = False

    def __init__(self) -> None:
        """Index the table."""
        self._index = matching.Index(ENTRIES)

    def screen(self, subjects: Sequence[Subject]) -> Screened:
        """Search the table."""
        threshold = settings.SCREENING_THRESHOLD
        return Screened((NAME,), tuple(self._index.find(subject, threshold=threshold) for subject in subjects))

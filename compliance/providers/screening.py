"""The port for screening against lists of sanctions and of politically exposed persons."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Protocol

from compliance.models import ListKind, SubjectKind


@dataclasses.dataclass(frozen=True, slots=True)
class Subject:
    """The person or business compared with the lists. Personal data: never log it."""

    kind: SubjectKind
    name: str
    aliases: tuple[str, ...] = ()
    birth_date: dt.date | None = None
    countries: tuple[str, ...] = ()
    """Nationality of a person, country of a business (ISO 3166-1 alpha-2)."""
    identifiers: tuple[str, ...] = ()
    platform_id: uuid.UUID | None = None
    about: str = ""
    """Public identifier of the customer or account that it is compared for."""
    is_counterparty: bool = False
    """Whether it is a customer of another institution, who pays or is paid by UMA."""


@dataclasses.dataclass(frozen=True, slots=True)
class Hit:
    """An entry of a list that is like the subject."""

    list_name: str
    entry_reference: str
    matched_name: str
    """As the list writes it."""
    score: int
    """From 0 to 100."""
    kind: ListKind
    details: Mapping[str, object]
    """Other facts of the entry, as JSON: `birthYears`, `countries`, `listedOn`, `by` (NAME or IDENTIFIER)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Screened:
    """The answer of a screening of one or more subjects."""

    compared_with: tuple[str, ...]
    """Each list with its edition. Empty when there was no list to compare with: then a person has to look."""
    hits: tuple[tuple[Hit, ...], ...]
    """Hits of each subject in the order given, the best first."""

    @property
    def is_done(self) -> bool:
        """Tell whether there was a list to compare with."""
        return bool(self.compared_with)


class Screening(Protocol):
    """Compares names with lists."""

    follows_loaded_lists: bool
    """True when another edition, loaded by `load_sanctions_list`, can change its answers."""

    def screen(self, subjects: Sequence[Subject]) -> Screened:
        """Compare subjects with all lists, all with the same editions.

        Called inside a database transaction, so it answers at once and makes no call over the network.
        """
        ...

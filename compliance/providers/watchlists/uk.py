"""Reader of the UK Sanctions List, in the XML form in which the Foreign Office publishes it.

Ships are left out: nobody opens an account for one.
"""

import datetime as dt
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from compliance.models import SubjectKind
from compliance.providers.watchlists import files
from compliance.providers.watchlists.files import Edition, Listed

_KINDS = {"individual": SubjectKind.PERSON, "entity": SubjectKind.BUSINESS, "ship": None}
_DATE = re.compile(r"(\d{2})/(\d{2})/(\d{4})", re.ASCII)
"""Day, month, year. A birth of which only the year is known is written `dd/mm/1950`."""
_NUMBERS = ("PassportNumber", "NationalIdentifierNumber", "BusinessRegistrationNumber")
_PLACES = ("Nationality", "CountryOfBirth", "AddressCountry")


def read(events: files.Events, root: Element) -> Edition:
    """Begin to read a list; raises ListRefused."""
    parts = files.parts(events, root, depth=2)
    first = next(parts, None)
    made = _day(files.plain(first.text)) if first is not None and first.tag == "DateGenerated" else None
    if made is None:
        raise files.ListRefused("the list does not say when it was made")
    at = dt.datetime.combine(made, dt.time.min, dt.UTC)
    return Edition("UK", at, files.once(_entries(parts)))


def _entries(parts: Iterator[Element]) -> Iterator[Listed]:
    for part in parts:
        if part.tag == "Designation":
            entry = _entry(part)
            if entry is not None:
                yield entry


def _entry(element: Element) -> Listed | None:
    written = files.text(element, "IndividualEntityShip").lower()
    if written not in _KINDS:
        raise files.ListRefused("an entry is neither an individual nor an entity nor a ship")
    kind = _KINDS[written]
    if kind is None:
        return None
    births = [files.plain(birth.text) for birth in element.iter("DOB")]
    days = {day for birth in births if (day := _day(birth)) is not None}
    listed_on = _day(files.text(element, "DateDesignated"))
    return Listed(
        reference=files.text(element, "UniqueID"),
        kind=kind,
        names=files.distinct(_names(element)),
        birth_dates=tuple(sorted(days)),
        birth_years=files.years(births),
        countries=files.countries(_texts(element, *_PLACES)),
        identifiers=files.numbers(_texts(element, *_NUMBERS)),
        listed_on=listed_on.isoformat() if listed_on else "",
    )


def _names(element: Element) -> Iterator[str]:
    """Return the names, the primary one first; the family name is the sixth of six parts."""
    latin = element.findall("Names/Name")
    for name in sorted(latin, key=lambda name: files.text(name, "NameType").lower() != "primary name"):
        yield " ".join(part for part in (files.text(name, f"Name{number}") for number in range(1, 7)) if part)
    yield from _texts(element, "NameNonLatinScript")


def _texts(element: Element, *names: str) -> Iterator[str]:
    for name in names:
        yield from (files.plain(each.text) for each in element.iter(name))


def _day(written: str) -> dt.date | None:
    match = _DATE.fullmatch(written)
    if match is None:
        return None
    day, month, year = map(int, match.groups())
    return files.day(year, month, day) if day and month else None

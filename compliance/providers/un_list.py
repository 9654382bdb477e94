"""Reader of the consolidated list of the United Nations Security Council, in the XML form in which it is published.

The file comes from outside. It is read as a stream, entry by entry, with bounds on everything that could grow: size,
depth, elements of one entry, lengths. A document type, and with it every entity, is refused. One invalid entry makes
the whole file refused: a list with gaps is worse than an old one.
"""

import dataclasses
import datetime as dt
import hashlib
import re
from collections.abc import Iterator
from typing import IO
from xml.etree.ElementTree import Element, ParseError

import pycountry
from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from compliance.models import SubjectKind
from compliance.providers import names

MOST_BYTES = 64 * 1024 * 1024
"""The list has about two million."""
_ROOT = "CONSOLIDATED_LIST"
_KINDS = {"INDIVIDUAL": SubjectKind.PERSON, "ENTITY": SubjectKind.BUSINESS}
_NAME_PARTS = ("FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME")
_ENTRY_DEPTH = 3
_DEEPEST = 8
_MOST_ELEMENTS = 5000
"""Of one entry; the longest have some hundreds."""
_MOST_NAMES = 100
_LONGEST_NAME = 512
_CHUNK_BYTES = 1024 * 1024
_YEAR = re.compile(r"(?:1[89]|20)\d\d", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
# Names of countries that are in the list and not in the standard.
_COUNTRIES = {
    "democratic people's republic of korea": "KP",
    "democratic republic of the congo": "CD",
    "kosovo": "XK",
    "iran (islamic republic of)": "IR",
    "russian federation": "RU",
    "syrian arab republic": "SY",
    "turkey": "TR",
    "türkiye": "TR",
    "united kingdom of great britain and northern ireland": "GB",
    "united states of america": "US",
    "state of libya": "LY",
    "palestine": "PS",
}


class ListRefused(Exception):
    """The file is not a usable list. The message gives the reason, without repeating the file."""


@dataclasses.dataclass(frozen=True, slots=True)
class Listed:
    """An entry of a list."""

    reference: str
    kind: SubjectKind
    names: tuple[str, ...]
    birth_dates: tuple[dt.date, ...]
    birth_years: tuple[int, int] | None
    countries: tuple[str, ...]
    identifiers: tuple[str, ...]
    listed_on: str


@dataclasses.dataclass(frozen=True, slots=True)
class Edition:
    """A list with the file's own facts. `entries` reads on in the file and raises ListRefused at the first fault."""

    published_at: dt.datetime
    entries: Iterator[Listed]


def checksum(file: IO[bytes]) -> str:
    """Return the SHA-256 of a file in hexadecimal and rewind it; raises ListRefused if it is too big."""
    digest, size = hashlib.sha256(), 0
    while chunk := file.read(_CHUNK_BYTES):
        size += len(chunk)
        if size > MOST_BYTES:
            raise ListRefused(f"the file has more than {MOST_BYTES} bytes")
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def read(file: IO[bytes]) -> Edition:
    """Begin to read a list; raises ListRefused."""
    events = _events(file)
    root = next(events, None)
    if root is None or root[1].tag != _ROOT:
        raise ListRefused("not a consolidated list of the United Nations")
    return Edition(published_at=_moment(root[1].get("dateGenerated", "")), entries=_entries(events, root[1]))


def _events(file: IO[bytes]) -> Iterator[tuple[str, Element]]:
    try:
        yield from ElementTree.iterparse(file, events=("start", "end"), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise ListRefused(f"not XML that may be read: {type(error).__name__}") from None


def _entries(events: Iterator[tuple[str, Element]], root: Element) -> Iterator[Listed]:
    depth, elements, section = 1, 0, root
    seen: set[str] = set()
    for event, element in events:
        if event == "start":
            depth += 1
            section = element if depth == _ENTRY_DEPTH - 1 else section
            elements += 1
            if depth > _DEEPEST or elements > _MOST_ELEMENTS:
                raise ListRefused("elements are nested too deep, or one entry has too many of them")
            continue
        if depth == _ENTRY_DEPTH:
            if element.tag in _KINDS:
                entry = _entry(element)
                if entry.reference in seen:
                    raise ListRefused("two entries have one identifier")
                seen.add(entry.reference)
                yield entry
            elements = 0
            # Frees entries that have been read: parents forget their children, or the tree would keep growing.
            section.clear()
        elif depth < _ENTRY_DEPTH:
            root.clear()
        depth -= 1


def _entry(element: Element) -> Listed:
    kind = _KINDS[element.tag]
    reference = _text(element, "REFERENCE_NUMBER") or _text(element, "DATAID")
    full_name = " ".join(part for part in (_text(element, name) for name in _NAME_PARTS) if part)
    aliases = [_text(alias, "ALIAS_NAME") for alias in element.findall(f"{element.tag}_ALIAS")]
    found = dict.fromkeys(name for name in (full_name, _text(element, "NAME_ORIGINAL_SCRIPT"), *aliases) if name)
    if not reference or len(reference) > 64 or not full_name:
        raise ListRefused("an entry has no name, or no identifier")
    if len(found) > _MOST_NAMES or any(len(name) > _LONGEST_NAME for name in found):
        raise ListRefused("an entry has too many names, or one that is too long")
    birth_dates, birth_years = _births(element)
    return Listed(
        reference=reference,
        kind=kind,
        names=tuple(found),
        birth_dates=birth_dates,
        birth_years=birth_years,
        countries=_countries(element),
        identifiers=_identifiers(element),
        listed_on=_text(element, "LISTED_ON")[:32],
    )


def _births(element: Element) -> tuple[tuple[dt.date, ...], tuple[int, int] | None]:
    dates: set[dt.date] = set()
    years: set[int] = set()
    for birth in element.findall("INDIVIDUAL_DATE_OF_BIRTH"):
        day = _DAY.match(_text(birth, "DATE"))
        if day:
            try:
                dates.add(dt.date.fromisoformat(day.group()))
            except ValueError:
                raise ListRefused("a date of birth is not a day") from None
        for name in ("DATE", "YEAR", "FROM_YEAR", "TO_YEAR"):
            years.update(map(int, _YEAR.findall(_text(birth, name))[:1]))
    return tuple(sorted(dates)), (min(years), max(years)) if years else None


def _countries(element: Element) -> tuple[str, ...]:
    written = [value.text or "" for value in element.findall("NATIONALITY/VALUE")]
    for place in (f"{element.tag}_ADDRESS/COUNTRY", "INDIVIDUAL_PLACE_OF_BIRTH/COUNTRY"):
        written += [country.text or "" for country in element.findall(place)]
    return tuple(sorted({code for code in map(_country, written) if code}))


def _country(name: str) -> str:
    plain = " ".join(name.split())
    if not plain:
        return ""
    try:
        return _COUNTRIES.get(plain.lower()) or str(pycountry.countries.lookup(plain).alpha_2)
    except LookupError:
        return ""


def _identifiers(element: Element) -> tuple[str, ...]:
    written = (_text(document, "NUMBER") for document in element.findall("INDIVIDUAL_DOCUMENT"))
    return tuple(sorted({number for number in map(names.identifier, written) if number}))


def _text(element: Element, name: str) -> str:
    return " ".join((element.findtext(name) or "").replace("\0", "").split())


def _moment(text: str) -> dt.datetime:
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError:
        raise ListRefused("the list does not say when it was made") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)

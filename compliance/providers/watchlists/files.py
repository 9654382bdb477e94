"""What readers of lists share. The file comes from outside.

It is read as a stream, entry by entry, with bounds on everything that could grow: size, depth, elements of one entry,
lengths. A document type, and with it every entity, is refused. One invalid entry makes the whole file refused: a list
with gaps is worse than an old one.
"""

import dataclasses
import datetime as dt
import functools
import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import IO
from xml.etree.ElementTree import Element, ParseError

import pycountry
from babel import Locale
from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from compliance.models import SubjectKind
from compliance.providers import names

MOST_BYTES = 512 * 1024 * 1024
"""The longest list, with all that OFAC knows of its entries, has 130 million."""
_DEEPEST = 12
_MOST_ELEMENTS = 20_000
"""Of one entry; the longest have some thousands."""
_MOST_NAMES = 300
_LONGEST_NAME = 512
_CHUNK_BYTES = 1024 * 1024
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)", re.ASCII)
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
# Names of countries that are in the lists, and neither in the standard nor in the Unicode consortium's English.
_COUNTRIES = {
    "bahamas, the": "BS",
    "burma": "MM",
    "congo, democratic republic of the": "CD",
    "congo, republic of the": "CG",
    "cote d ivoire": "CI",
    "democratic people's republic of korea": "KP",
    "democratic republic of the congo": "CD",
    "gambia, the": "GM",
    "iran (islamic republic of)": "IR",
    "korea, north": "KP",
    "korea, south": "KR",
    "macau": "MO",
    "palestine": "PS",
    "palestinian": "PS",
    "region: gaza": "PS",
    "region: crimea": "UA",
    "region: kafia kingi": "SD",
    "republic of korea": "KR",
    "state of libya": "LY",
    "turkey": "TR",
    "united kingdom of great britain and northern ireland": "GB",
    "west bank": "PS",
}

Events = Iterator[tuple[str, Element]]


class ListRefused(Exception):
    """The file is not a usable list. The message gives the reason, without repeating the file."""


@dataclasses.dataclass(frozen=True, slots=True)
class Listed:
    """An entry of a list."""

    reference: str
    kind: SubjectKind
    names: tuple[str, ...]
    birth_dates: tuple[dt.date, ...] = ()
    birth_years: tuple[int, int] | None = None
    countries: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    listed_on: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Edition:
    """A list with the file's own facts. `entries` reads on in the file and raises ListRefused at the first fault."""

    form: str
    """UN, OFAC, EU or UK."""
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


def events(file: IO[bytes]) -> Events:
    """Read XML; raises ListRefused."""
    try:
        yield from ElementTree.iterparse(file, events=("start", "end"), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise ListRefused(f"not XML that may be read: {type(error).__name__}") from None


def parts(read: Events, root: Element, *, depth: int) -> Iterator[Element]:
    """Return each element of a depth (2: children of the root) with its content, and forget it afterwards.

    `read` has come to the start of the root. Parents forget their children, or the tree would keep growing.
    """
    level, elements, parents = 1, 0, [root]
    for event, element in read:
        if event == "start":
            level += 1
            elements += 1
            if level < depth:
                parents.append(element)
            if level > _DEEPEST or elements > _MOST_ELEMENTS:
                raise ListRefused("elements are nested too deep, or one entry has too many of them")
            continue
        if level == depth:
            yield element
            elements = 0
            parents[-1].clear()
        elif 1 < level < depth:
            parents.pop()
            parents[-1].clear()
        level -= 1


def once(entries: Iterable[Listed]) -> Iterator[Listed]:
    """Return the entries; raises ListRefused for one that can't be compared, and for an identifier that comes twice."""
    seen: set[str] = set()
    for entry in entries:
        if not entry.reference or len(entry.reference) > 64 or not entry.names:
            raise ListRefused("an entry has no name, or no identifier")
        if len(entry.names) > _MOST_NAMES or any(len(name) > _LONGEST_NAME for name in entry.names):
            raise ListRefused("an entry has too many names, or one that is too long")
        if entry.reference in seen:
            raise ListRefused("two entries have one identifier")
        seen.add(entry.reference)
        yield entry


def tag(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def text(element: Element, path: str) -> str:
    """Return the text of a descendant with single blanks; nothing where there is none."""
    return plain(element.findtext(path))


def plain(content: str | None) -> str:
    """Return a text with single blanks, and without what a database can't hold."""
    return " ".join((content or "").replace("\0", "").split())


def distinct(found: Iterable[str]) -> tuple[str, ...]:
    """Return texts in their order, each once, without empty ones."""
    return tuple(dict.fromkeys(each for each in found if each))


def numbers(written: Iterable[str]) -> tuple[str, ...]:
    """Return numbers of documents in their normal form."""
    return tuple(sorted({number for number in map(names.identifier, written) if number}))


def countries(written: Iterable[str]) -> tuple[str, ...]:
    """Return the codes of countries (ISO 3166-1 alpha-2) given by code or English name; unknown ones are left out."""
    return tuple(sorted({code for code in map(country, written) if code}))


@functools.lru_cache(maxsize=4096)
def country(name: str) -> str:
    """Return the code of a country; nothing for one that is not known."""
    wanted = plain(name).lower()
    if not wanted:
        return ""
    known = _COUNTRIES.get(wanted) or _english().get(wanted)
    if known:
        return known
    try:
        return str(pycountry.countries.lookup(wanted).alpha_2)
    except LookupError:
        return ""


@functools.cache
def _english() -> dict[str, str]:
    """Return codes by what the Unicode consortium calls the countries in English; Kosovo is XK there."""
    territories = Locale("en").territories
    return {name.lower(): code for code, name in territories.items() if len(code) == 2 and code != "ZZ"}


def years(written: Iterable[str]) -> tuple[int, int] | None:
    """Return the first and the last year that texts name, the first of each text; None where there is none."""
    found = {int(match.group()) for match in map(_YEAR.search, written) if match}
    return (min(found), max(found)) if found else None


def days(written: Iterable[str]) -> tuple[dt.date, ...]:
    """Return the days that texts begin with, written as in ISO 8601; raises ListRefused for one that is no day."""
    return tuple(sorted({day(*map(int, match.groups())) for match in map(_DAY.match, written) if match}))


def day(year: int, month: int, day_of_month: int) -> dt.date:
    """Return a day; raises ListRefused where the calendar has no such day."""
    try:
        return dt.date(year, month, day_of_month)
    except ValueError:
        raise ListRefused("a date of the list is not a day") from None


def moment(written: str) -> dt.datetime:
    """Return when a list was made, in ISO 8601; without an offset in UTC. Raises ListRefused."""
    try:
        made = dt.datetime.fromisoformat(written)
    except ValueError:
        raise ListRefused("the list does not say when it was made") from None
    return made if made.tzinfo else made.replace(tzinfo=dt.UTC)

"""Reader of the lists of the Office of Foreign Assets Control, in the advanced XML form: SDN, and consolidated.

The form keeps its facts apart and joins them by numbers: countries and kinds in tables at the head, then places, then
documents, then the parties. They come in this order, so one pass is enough. Ships, aircraft and places are left out:
nobody opens an account for one.
"""

import dataclasses
import datetime as dt
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from compliance.models import SubjectKind
from compliance.providers.watchlists import files
from compliance.providers.watchlists.files import Edition, Listed

_KINDS = {"individual": SubjectKind.PERSON, "entity": SubjectKind.BUSINESS}
_BIRTH = "birthdate"
_GREGORIAN = "gregorian"
_ORDER = {"first name": 0, "middle name": 1, "patronymic": 2, "last name": 8, "maiden name": 9, "matronymic": 9}
"""Of the parts of a person's name; the file begins with the family name. Others stand between."""
_OTHER_PART = 5
_MOST = 2_000_000
"""Places, and documents, of one file."""


@dataclasses.dataclass(slots=True)
class _Tables:
    """What the parties refer to, by its number in the file."""

    countries: dict[str, str] = dataclasses.field(default_factory=dict)
    calendars: dict[str, str] = dataclasses.field(default_factory=dict)
    features: dict[str, str] = dataclasses.field(default_factory=dict)
    name_parts: dict[str, str] = dataclasses.field(default_factory=dict)
    party_types: dict[str, str] = dataclasses.field(default_factory=dict)
    party_type_of: dict[str, str] = dataclasses.field(default_factory=dict)
    """Of a party's subtype."""
    places: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    """The countries of a place."""
    documents: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    """The numbers of documents of an identity."""


def read(events: files.Events, root: Element) -> Edition:
    """Begin to read a list; raises ListRefused."""
    parts, made = files.parts(events, root, depth=3), dict[str, int]()
    for part in parts:
        written = files.plain(part.text)
        if files.tag(part) not in {"Year", "Month", "Day"} or not written.isdecimal():
            break
        made[files.tag(part)] = int(written)
        if len(made) == 3:
            day = files.day(made["Year"], made["Month"], made["Day"])
            return Edition("OFAC", dt.datetime.combine(day, dt.time.min, dt.UTC), files.once(_entries(parts)))
    raise files.ListRefused("the list does not say when it was made")


def _entries(parts: Iterator[Element]) -> Iterator[Listed]:
    tables = _Tables()
    for part in parts:
        name = files.tag(part)
        if name == "DistinctParty":
            entry = _entry(part, tables)
            if entry is not None:
                yield entry
        elif name == "Location":
            ids = (each.get("CountryID", "") for each in part.findall("{*}LocationCountry"))
            tables.places[part.get("ID", "")] = files.distinct(tables.countries.get(key, "") for key in ids)
        elif name == "IDRegDocument":
            number = files.text(part, "{*}IDRegistrationNo")
            tables.documents.setdefault(part.get("IdentityID", ""), []).append(number)
        elif name.endswith("Values"):
            _take(part, name, tables)
        if len(tables.places) > _MOST or len(tables.documents) > _MOST:
            raise files.ListRefused("the list has too many places or documents")


def _take(part: Element, name: str, tables: _Tables) -> None:
    """Read a table of the head."""
    wanted = {
        "CalendarTypeValues": tables.calendars,
        "FeatureTypeValues": tables.features,
        "NamePartTypeValues": tables.name_parts,
        "PartyTypeValues": tables.party_types,
    }
    for row in part:
        key = row.get("ID", "")
        if name == "CountryValues":
            tables.countries[key] = row.get("ISO2") or files.plain(row.text)
        elif name == "PartySubTypeValues":
            tables.party_type_of[key] = row.get("PartyTypeID", "")
        elif name in wanted:
            wanted[name][key] = files.plain(row.text).lower()


def _entry(party: Element, tables: _Tables) -> Listed | None:
    profiles = party.findall("{*}Profile")
    types = {tables.party_types.get(tables.party_type_of.get(each.get("PartySubTypeID", ""), "")) for each in profiles}
    if len(types) != 1 or None in types:
        raise files.ListRefused("a party is of no kind, or of several")
    kind = _KINDS.get(str(types.pop()))
    if kind is None:
        return None
    identities = [each for each in party.findall("{*}Profile/{*}Identity") if each.get("False") not in {"true", "1"}]
    features = party.findall("{*}Profile/{*}Feature")
    births = [each for each in features if tables.features.get(each.get("FeatureTypeID", "")) == _BIRTH]
    periods = [each for birth in births for each in birth.iter(_like(birth, "DatePeriod")) if _is_ours(each, tables)]
    places = [place.get("LocationID", "") for each in features for place in each.iter(_like(each, "VersionLocation"))]
    return Listed(
        reference=party.get("FixedRef", ""),
        kind=kind,
        names=files.distinct(_names(identities, tables)),
        birth_dates=tuple(sorted({day for period in periods if (day := _exact(period)) is not None})),
        birth_years=files.years(files.plain(year.text) for each in periods for year in each.iter(_like(each, "Year"))),
        countries=files.countries(country for place in places for country in tables.places.get(place, ())),
        identifiers=files.numbers(
            number for each in identities for number in tables.documents.get(each.get("ID", ""), ())
        ),
    )


def _names(identities: Iterable[Element], tables: _Tables) -> Iterator[str]:
    """Return the names, the primary ones first, each in the order of its parts."""
    found: list[tuple[bool, str]] = []
    for identity in identities:
        groups = {
            group.get("ID", ""): tables.name_parts.get(group.get("NamePartTypeID", ""), "")
            for group in identity.iter(_like(identity, "NamePartGroup"))
        }
        for alias in identity.findall("{*}Alias"):
            is_other = alias.get("Primary") not in {"true", "1"}
            for name in alias.findall("{*}DocumentedName"):
                found += [(is_other, _name(name, groups))]
    yield from (name for _, name in sorted(found, key=lambda each: each[0]))


def _name(name: Element, groups: dict[str, str]) -> str:
    values = name.findall("{*}DocumentedNamePart/{*}NamePartValue")
    ranked = sorted(values, key=lambda value: _ORDER.get(groups.get(value.get("NamePartGroupID", ""), ""), _OTHER_PART))
    return " ".join(part for part in (files.plain(value.text) for value in ranked) if part)


def _is_ours(period: Element, tables: _Tables) -> bool:
    """Tell whether a time is given in the calendar that we count by."""
    return tables.calendars.get(period.get("CalendarTypeID", ""), _GREGORIAN).startswith(_GREGORIAN)


def _exact(period: Element) -> dt.date | None:
    """Return the day of a birth; None where it is a longer time, or given as about a day."""
    start, end = period.find("{*}Start"), period.find("{*}End")
    if start is None or end is None or "true" in {start.get("Approximate"), end.get("Approximate")}:
        return None
    points = [_point(each) for side in (start, end) for each in side]
    if not points or None in points or len(set(points)) != 1:
        return None
    return points[0]


def _point(element: Element) -> dt.date | None:
    written = [files.text(element, f"{{*}}{part}") for part in ("Year", "Month", "Day")]
    if not all(part.isdecimal() and int(part) for part in written):
        return None
    return files.day(*map(int, written))


def _like(element: Element, name: str) -> str:
    """Return a name in the namespace of an element."""
    space = str(element.tag).rpartition("}")[0]
    return f"{space}}}{name}" if space else name

"""Reader of the European Union's consolidated list of financial sanctions, in the XML of its FSF service, 1.1."""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from compliance.models import SubjectKind
from compliance.providers.watchlists import files
from compliance.providers.watchlists.files import Edition, Listed

_KINDS = {"P": SubjectKind.PERSON, "E": SubjectKind.BUSINESS}
_GREGORIAN = "GREGORIAN"


def read(events: files.Events, root: Element) -> Edition:
    """Begin to read a list; raises ListRefused."""
    made = files.moment(root.get("generationDate", ""))
    parts = files.parts(events, root, depth=2)
    return Edition("EU", made, files.once(_entry(part) for part in parts if files.tag(part) == "sanctionEntity"))


def _entry(element: Element) -> Listed:
    classification = _attribute(element.find("{*}subjectType"), "classificationCode")
    if classification not in _KINDS:
        raise files.ListRefused("an entry is neither a person nor an enterprise")
    births = [each for each in element.findall("{*}birthdate") if _attribute(each, "calendarType") == _GREGORIAN]
    identifications = element.findall("{*}identification")
    return Listed(
        reference=_attribute(element, "euReferenceNumber") or _attribute(element, "logicalId"),
        kind=_KINDS[classification],
        names=files.distinct(_names(element.findall("{*}nameAlias"))),
        birth_dates=files.days(
            _attribute(birth, "birthdate") for birth in births if _attribute(birth, "circa") not in {"true", "1"}
        ),
        birth_years=files.years(_attributes(births, "birthdate", "year", "yearRangeFrom", "yearRangeTo")),
        countries=files.countries(_attributes(_with_countries(element), "countryIso2Code")),
        identifiers=files.numbers(_attributes(identifications, "number", "latinNumber")),
        listed_on=(
            _attribute(element, "designationDate") or _attribute(element.find("{*}regulation"), "publicationDate")
        )[:32],
    )


def _names(aliases: Iterable[Element]) -> Iterator[str]:
    """Return the names, those that are marked as strong first."""
    for alias in sorted(aliases, key=lambda alias: _attribute(alias, "strong") not in {"true", "1"}):
        parts = (_attribute(alias, part) for part in ("firstName", "middleName", "lastName"))
        yield _attribute(alias, "wholeName") or " ".join(files.distinct(parts))


def _with_countries(element: Element) -> Iterator[Element]:
    for name in ("citizenship", "address", "birthdate"):
        yield from element.findall(f"{{*}}{name}")


def _attributes(elements: Iterable[Element], *names: str) -> Iterator[str]:
    for element in elements:
        yield from (_attribute(element, name) for name in names)


def _attribute(element: Element | None, name: str) -> str:
    return "" if element is None else files.plain(element.get(name))

"""Reader of the consolidated list of the United Nations Security Council, in the XML form in which it is published."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from compliance.models import SubjectKind
from compliance.providers.watchlists import files
from compliance.providers.watchlists.files import Edition, Listed

_KINDS = {"INDIVIDUAL": SubjectKind.PERSON, "ENTITY": SubjectKind.BUSINESS}
_NAME_PARTS = ("FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME")


def read(events: files.Events, root: Element) -> Edition:
    """Begin to read a list; raises ListRefused."""
    made = files.moment(root.get("dateGenerated", ""))
    entries = (_entry(part) for part in files.parts(events, root, depth=3) if part.tag in _KINDS)
    return Edition("UN", made, files.once(entries))


def _entry(element: Element) -> Listed:
    full_name = " ".join(files.distinct(files.text(element, part) for part in _NAME_PARTS))
    others = [files.text(alias, "ALIAS_NAME") for alias in element.findall(f"{element.tag}_ALIAS")]
    births = element.findall("INDIVIDUAL_DATE_OF_BIRTH")
    documents = element.findall("INDIVIDUAL_DOCUMENT")
    return Listed(
        reference=files.text(element, "REFERENCE_NUMBER") or files.text(element, "DATAID"),
        kind=_KINDS[str(element.tag)],
        names=files.distinct((full_name, files.text(element, "NAME_ORIGINAL_SCRIPT"), *others)) if full_name else (),
        birth_dates=files.days(files.text(birth, "DATE") for birth in births),
        birth_years=files.years(_years(births)),
        countries=files.countries(_countries(element)),
        identifiers=files.numbers(files.text(document, "NUMBER") for document in documents),
        listed_on=files.text(element, "LISTED_ON")[:32],
    )


def _years(births: list[Element]) -> Iterator[str]:
    for birth in births:
        yield from (files.text(birth, name) for name in ("DATE", "YEAR", "FROM_YEAR", "TO_YEAR"))


def _countries(element: Element) -> Iterator[str]:
    yield from (value.text or "" for value in element.findall("NATIONALITY/VALUE"))
    for place in (f"{element.tag}_ADDRESS/COUNTRY", "INDIVIDUAL_PLACE_OF_BIRTH/COUNTRY"):
        yield from (country.text or "" for country in element.findall(place))

"""Postal addresses of pain.001 and pain.008: with town and country, or none.

Since November 2026 banks refuse an address in lines alone, and one without town or country. The elements written
are the same in all versions: `PstCd`, `TwnNm`, `Ctry`, and `AdrLine` for street and number.
"""

import dataclasses
import re
from xml.etree import ElementTree as ET

from banks.formats import characters
from banks.formats.elements import add
from banks.formats.records import Party, Unwritable

_LINE, _LINES, _TOWN, _POSTAL_CODE = 70, 2, 35, 16
_COUNTRY = re.compile(r"[A-Z]{2}")


def write(element: ET.Element, party: Party, field: str) -> None:
    """Add the address of a party, if it has one. Raises Unwritable, which names the field."""
    if not (party.town or party.country or party.postal_code or party.address):
        return
    if not party.town:
        raise Unwritable(f"{field}.town", "it is missing: banks take no address without its town")
    if not party.country:
        raise Unwritable(f"{field}.country", "it is missing: banks take no address without its country")
    if not _COUNTRY.fullmatch(party.country):
        raise Unwritable(f"{field}.country", "it is no code of ISO 3166")
    if len(party.address) > _LINES:
        raise Unwritable(f"{field}.address", f"it has more than {_LINES} lines")
    address = add(element, "PstlAdr")
    if party.postal_code:
        add(address, "PstCd", characters.part(party.postal_code, f"{field}.postal_code", limit=_POSTAL_CODE))
    add(address, "TwnNm", characters.part(party.town, f"{field}.town", limit=_TOWN))
    add(address, "Ctry", party.country)
    for line in party.address:
        add(address, "AdrLine", characters.part(line, f"{field}.address", limit=_LINE))


def fitting(party: Party) -> Party:
    """Return a party with as much of its address as can be written: nothing at all without town and country.

    Most payments need no address of the other side, so what is wrong with it may not keep them.
    """
    bare = Party(name=party.name)
    fits = dataclasses.replace(bare, town=(party.town or "").strip() or None, country=party.country or None)
    if not (fits.town and fits.country and _is_writable(fits)):
        return bare
    if party.postal_code and _is_writable(longer := dataclasses.replace(fits, postal_code=party.postal_code)):
        fits = longer
    lines = tuple(line for line in party.address if line.strip())
    longer = dataclasses.replace(fits, address=lines)
    return longer if _is_writable(longer) else fits


def _is_writable(party: Party) -> bool:
    if not all(map(characters.is_spelt, filter(None, (party.town, party.postal_code, *party.address)))):
        return False
    try:
        write(ET.Element("party"), party, "")
    except Unwritable:
        return False
    return True

"""Elements of ISO 20022 messages: taken in order with nothing left over, and written."""

import decimal
import re
from collections.abc import Iterator
from types import TracebackType
from typing import Self
from xml.etree import ElementTree as ET

from defusedxml import ElementTree as SafeElementTree
from defusedxml.common import DefusedXmlException

from platforms.base import money

_NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:"
_AMOUNT = re.compile(r"\d{1,18}(\.\d{1,5})?")
_MOST_DIGITS = 18


class Unreadable(Exception):
    """A file rejected by the bank; `code` is the reason of ISO 20022."""

    def __init__(self, place: str, problem: str, code: str = "FF01") -> None:
        """Take the element or line, and its problem."""
        super().__init__(f"{place}: {problem}")
        self.code = code


class Part:
    """An element to take children from, in their order; the end of its `with` raises Unreadable for a remaining one."""

    def __init__(self, element: ET.Element, place: str) -> None:
        """Take the element, and its path for errors."""
        self._element, self.place = element, place
        self._children = list(element)
        self._namespace = element.tag.rpartition("}")[0] + "}"

    def __enter__(self) -> Self:
        """Begin to take children. Raises Unreadable for attributes: only amounts have one."""
        if self._element.attrib:
            raise Unreadable(self.place, "it has an attribute that is not expected here")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Raise Unreadable for a remaining child."""
        if kind is None and self._children:
            raise Unreadable(f"{self.place}/{_name(self._children[0])}", "it is not expected here")

    def maybe(self, name: str) -> "Part | None":
        """Take the next child if it has this name."""
        if self._children and self._children[0].tag == self._namespace + name:
            return Part(self._children.pop(0), f"{self.place}/{name}")
        return None

    def take(self, name: str) -> "Part":
        """Take the next child; raise Unreadable if it has another name."""
        found = self.maybe(name)
        if found is None:
            raise Unreadable(f"{self.place}/{name}", "it is missing")
        return found

    def every(self, name: str) -> Iterator["Part"]:
        """Take the next children of this name."""
        while found := self.maybe(name):
            yield found

    def text(self, path: str) -> str:
        """Take the text at the end of a path of elements with one child each."""
        name, _, rest = path.partition("/")
        with self.take(name) as part:
            return part.text(rest) if rest else part.value()

    def value(self) -> str:
        """Return the text of this element without children."""
        with self:
            return self._text()

    def _text(self) -> str:
        found = self._element.text or ""
        if not found or found != found.strip():
            raise Unreadable(self.place, "it is empty, or has spaces around it")
        return found

    def amount(self, currency: str) -> int:
        """Return the amount of this element in the smallest unit; raise Unreadable for another currency."""
        if self._children or dict(self._element.attrib) != {"Ccy": currency}:
            raise Unreadable(self.place, "its currency is not the account's", "AM03")
        return smallest_unit(self._text(), currency, self.place)


def smallest_unit(text: str, currency: str, place: str) -> int:
    """Return the amount of a decimal text in the smallest unit. Raises Unreadable for an inexact one."""
    if not _AMOUNT.fullmatch(text) or len(text.replace(".", "")) > _MOST_DIGITS:
        raise Unreadable(place, "it is no amount", "AM12")
    found = decimal.Decimal(text).scaleb(money.currency(currency).decimals)
    if found != found.to_integral_value():
        raise Unreadable(place, "it has more decimals than its currency", "AM12")
    return int(found)


def major_unit(amount: int, currency: str) -> str:
    """Return an amount in the currency's major unit with a point: 1234 EUR is 12.34."""
    return format(decimal.Decimal(amount).scaleb(-money.currency(currency).decimals), "f")


def parse(content: bytes) -> tuple[str, Part]:
    """Return the name of a message, such as pain.001.001.03, and its root. Raises Unreadable."""
    try:
        root = SafeElementTree.fromstring(content, forbid_dtd=True)
    except (ET.ParseError, DefusedXmlException, ValueError, LookupError):
        raise Unreadable("the file", "it is no XML that a bank takes") from None
    if not root.tag.startswith(f"{{{_NAMESPACE}") or _name(root) != "Document":
        raise Unreadable("the file", "it is no message of ISO 20022")
    return root.tag.removeprefix(f"{{{_NAMESPACE}").partition("}")[0], Part(root, "Document")


def _name(element: ET.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def document(message: str) -> ET.Element:
    """Return the root of a message to write."""
    return ET.Element("Document", xmlns=f"{_NAMESPACE}{message}")


def add(parent: ET.Element, path: str, text: str | None = None) -> ET.Element:
    """Add nested elements; return the innermost."""
    for name in path.split("/"):
        parent = ET.SubElement(parent, name)
    parent.text = text
    return parent


def content_of(root: ET.Element) -> bytes:
    """Return a message as it is sent."""
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root)

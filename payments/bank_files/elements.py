"""Elements of ISO 20022 messages: names with their namespace, and values that are checked as they are read."""

import dataclasses
import datetime as dt
import functools
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from defusedxml import ElementTree as SafeElementTree
from defusedxml.common import DefusedXmlException

from payments.bank_files.lines import Bounded
from payments.bank_files.records import DamagedFile, smallest_unit

_NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:"


def add(parent: ET.Element, path: str, text: str | None = None) -> ET.Element:
    """Add elements, one in the other, and return the innermost; `text` is what it says."""
    for name in path.split("/"):
        parent = ET.SubElement(parent, name)
    parent.text = text
    return parent


def document(message: str) -> ET.Element:
    """Return the root of a message such as `pain.001.001.03`."""
    return ET.Element("Document", xmlns=f"{_NAMESPACE}{message}")


def message_name(tag: str) -> str:
    """Return the message that a root's tag names; raises DamagedFile for a root that is none of ISO 20022."""
    namespace, _, name = tag[1:].partition("}")
    if name != "Document" or not namespace.startswith(_NAMESPACE):
        raise DamagedFile("the first element", "it is no message of ISO 20022")
    return namespace.removeprefix(_NAMESPACE)


@functools.cache
def _qualified(message: str, path: str) -> str:
    return "/".join(name if name == "." else f"{{{_NAMESPACE}{message}}}{name}" for name in path.split("/"))


@dataclasses.dataclass(frozen=True, slots=True)
class Reader:
    """Reads elements of a message, a version of one. What is wrong is a DamagedFile that names `place`."""

    message: str
    place: str

    def all(self, element: ET.Element, path: str) -> list[ET.Element]:
        """Return the elements at a path."""
        return element.findall(_qualified(self.message, path))

    def one(self, element: ET.Element, path: str) -> ET.Element:
        """Return the element at a path that has to be there."""
        found = element.find(_qualified(self.message, path))
        if found is None:
            raise self.damaged(path, "it is missing")
        return found

    def maybe(self, element: ET.Element, *paths: str) -> str | None:
        """Return the text of the first of these paths that has one."""
        for path in paths:
            text = (element.findtext(_qualified(self.message, path)) or "").strip()
            if text:
                return text
        return None

    def text(self, element: ET.Element, *paths: str) -> str:
        """Return the text that has to be at one of these paths."""
        found = self.maybe(element, *paths)
        if found is None:
            raise self.damaged(paths[0], "it is missing")
        return found

    def texts(self, element: ET.Element, path: str) -> Iterator[str]:
        """Return the texts at a path that are not empty."""
        return (found.text.strip() for found in self.all(element, path) if found.text and found.text.strip())

    def amount(self, element: ET.Element) -> tuple[int, str]:
        """Return what an element with an amount says, in the smallest unit, and its currency."""
        currency = element.get("Ccy", "")
        try:
            return smallest_unit((element.text or "").strip(), currency), currency
        except ValueError as error:
            raise self.damaged("Amt", str(error)) from None

    def date(self, element: ET.Element, path: str) -> dt.date | None:
        """Return the day that a date or a moment in an element of that path says, as the bank wrote it."""
        text = self.maybe(element, f"{path}/Dt", f"{path}/DtTm", path)
        return None if text is None else self.day(text, path)

    def day(self, text: str, path: str) -> dt.date:
        """Return the day that an ISO date begins with, whatever time or zone follows it."""
        try:
            return dt.date.fromisoformat(text[:10])
        except ValueError:
            raise self.damaged(path, "it is no date") from None

    def moment(self, element: ET.Element, path: str) -> dt.datetime | None:
        """Return a moment; one without a zone is taken as UTC."""
        text = self.maybe(element, path)
        if text is None:
            return None
        try:
            moment = dt.datetime.fromisoformat(text)
            return moment.astimezone(dt.UTC) if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
        except (ValueError, OverflowError):
            raise self.damaged(path, "it is no moment") from None

    def damaged(self, path: str, problem: str) -> DamagedFile:
        """Return the error that names an element of this place."""
        return DamagedFile(self.place, f"{path}: {problem}")


MAX_DEPTH = 64
"""Elements in one another; messages have a quarter of that."""


def walk(source: Bounded) -> Iterator[tuple[bool, list[ET.Element]]]:
    """Yield the elements of a file as they begin (true) and end, each with those that it stands in, the root first.

    What the taker does not clear stays in memory; it tells the source when it has cleared a record.
    Raises DamagedFile, with the line where there is one, for what is no XML, has a DTD or entities, or an encoding
    that is unknown.
    """
    stack: list[ET.Element] = []
    try:
        for event, element in SafeElementTree.iterparse(source, events=("start", "end"), forbid_dtd=True):
            if event == "start":
                stack.append(element)
                if len(stack) > MAX_DEPTH:
                    raise DamagedFile("the file", f"its elements are nested deeper than {MAX_DEPTH}")
                yield True, stack
                continue
            yield False, stack
            stack.pop()
    except ET.ParseError as error:
        raise DamagedFile(f"line {error.position[0]}", "it is no XML") from None
    except (DefusedXmlException, ValueError, LookupError):
        raise DamagedFile("the file", "its XML is not allowed here, or its encoding is unknown") from None

"""Elements of ISO 20022 messages: names with their namespace, and values checked as they are read."""

import dataclasses
import datetime as dt
import functools
import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from defusedxml import ElementTree as SafeElementTree
from defusedxml.common import DefusedXmlException

from banks.formats.lines import Bounded, Source
from banks.formats.records import DamagedFile, smallest_unit

_NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:"
YEARS = range(1980, 2200)
"""Years of banks' dates: one of 9999 has no day after it, which breaks what reckons with it."""


def add(parent: ET.Element, path: str, text: str | None = None) -> ET.Element:
    """Add nested elements and return the innermost; `text` is its content."""
    for name in path.split("/"):
        parent = ET.SubElement(parent, name)
    parent.text = text
    return parent


def document(message: str) -> ET.Element:
    """Return the root of a message such as `pain.001.001.03`."""
    return ET.Element("Document", xmlns=f"{_NAMESPACE}{message}")


def message_name(tag: str) -> str:
    """Return the name of a root's message, empty for a root without a namespace.

    Besides that of ISO 20022, banks use namespaces of SWIFT and of their own that end with the message's name. Raises
    DamagedFile for a root that is no message.
    """
    if tag == "Document":
        return ""
    namespace, _, name = tag[1:].partition("}")
    message = _MESSAGE.search(namespace)
    if name != "Document" or message is None:
        raise DamagedFile("the first element", "it is no message of ISO 20022")
    return message[0]


_MESSAGE = re.compile(r"(?:camt|pain)\.\d{3}\.\d{3}\.\d{2}$")


def reader_of(tag: str) -> "Reader":
    """Return the reader of a root's message, in the root's namespace. Raises DamagedFile as `message_name` does."""
    return Reader(message_name(tag), "the message", tag.removesuffix("Document"))


@functools.cache
def _qualified(message: str, namespace: str | None, path: str) -> tuple[str, ...]:
    prefix = _prefix(message, namespace)
    return tuple(f"{prefix}{name}" for name in path.split("/"))


def _prefix(message: str, namespace: str | None) -> str:
    return f"{{{_NAMESPACE}{message}}}" if namespace is None else namespace


def _found(element: ET.Element, names: tuple[str, ...]) -> list[ET.Element]:
    """Return the elements at a path, in the order of the file."""
    found = [element]
    # Given a path, `findall` goes along it in Python: five times as slow as name by name.
    for name in names:
        if not found:
            break
        found = [inner for one in found for inner in one.findall(name)]
    return found


def _first(element: ET.Element, names: tuple[str, ...]) -> ET.Element | None:
    """Return the first element at a path."""
    found = element
    for name in names:
        inner = found.find(name)
        if inner is None:
            # A later one of the same name may have what the first one lacks.
            return None if found is element else next(iter(_found(element, names)), None)
        found = inner
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class Reader:
    """Reads elements of a message, in one version. Errors are DamagedFile, naming `place`."""

    message: str
    place: str
    namespace: str | None = None
    """As it stands before each name, in braces; None: that of ISO 20022."""

    def all(self, element: ET.Element, path: str) -> list[ET.Element]:
        """Return the elements at a path."""
        return _found(element, _qualified(self.message, self.namespace, path))

    def one(self, element: ET.Element, path: str) -> ET.Element:
        """Return the required element at a path."""
        found = self.all(element, path)
        if not found:
            raise self.damaged(path, "it is missing")
        return found[0]

    def maybe(self, element: ET.Element, *paths: str) -> str | None:
        """Return the first text found at one of these paths."""
        for path in paths:
            found = _first(element, _qualified(self.message, self.namespace, path))
            if found is not None and found.text and (text := found.text.strip()):
                return text
        return None

    def text(self, element: ET.Element, *paths: str) -> str:
        """Return the required text at one of these paths."""
        found = self.maybe(element, *paths)
        if found is None:
            raise self.damaged(paths[0], "it is missing")
        return found

    def texts(self, element: ET.Element, path: str) -> Iterator[str]:
        """Return the texts at a path, without empty ones."""
        return (found.text.strip() for found in self.all(element, path) if found.text and found.text.strip())

    def amount(self, element: ET.Element) -> tuple[int, str]:
        """Return the amount of an element, in the smallest unit, and its currency."""
        currency = element.get("Ccy", "")
        try:
            return smallest_unit((element.text or "").strip(), currency), currency
        except ValueError as error:
            raise self.damaged("Amt", str(error)) from None

    def date(self, element: ET.Element, path: str) -> dt.date | None:
        """Return the day of a date or a moment at a path, in the bank's own zone."""
        text = self.maybe(element, f"{path}/Dt", f"{path}/DtTm", path)
        return None if text is None else self.day(text, path)

    def day(self, text: str, path: str) -> dt.date:
        """Return the day at the beginning of an ISO date, whatever time or zone follows it."""
        try:
            day = dt.date.fromisoformat(text[:10])
        except ValueError:
            raise self.damaged(path, "it is no date") from None
        if day.year not in YEARS:
            raise self.damaged(path, "its year can't be right")
        return day

    def moment(self, element: ET.Element, path: str) -> dt.datetime | None:
        """Return a moment; one without a zone is taken as UTC."""
        text = self.maybe(element, path)
        if text is None:
            return None
        try:
            moment = dt.datetime.fromisoformat(text)
            found = moment.astimezone(dt.UTC) if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
        except (ValueError, OverflowError):
            raise self.damaged(path, "it is no moment") from None
        if found.year not in YEARS:
            raise self.damaged(path, "its year can't be right")
        return found

    def damaged(self, path: str, problem: str) -> DamagedFile:
        """Return the error about an element of this place."""
        return DamagedFile(self.place, f"{path}: {problem}")


class Fields:
    """The elements below one, by path. They are gone through once; a `Reader` goes along each path it is asked for.

    For elements of which most is asked for, by many paths. Errors are those of the reader.
    """

    __slots__ = ("_found", "_reader")

    def __init__(self, reader: Reader, element: ET.Element) -> None:
        """Take the reader, and an element that has ended."""
        self._reader = reader
        self._found: dict[str, list[ET.Element]] = {}
        self._collect(element, "", _prefix(reader.message, reader.namespace))

    def all(self, path: str) -> Sequence[ET.Element]:
        """Return the elements at a path, in the order of the file."""
        return self._found.get(path, ())

    def one(self, path: str) -> ET.Element:
        """Return the first element at a path, which is required."""
        found = self._found.get(path)
        if found is None:
            raise self._reader.damaged(path, "it is missing")
        return found[0]

    def maybe(self, *paths: str) -> str | None:
        """Return the first text found at one of these paths."""
        for path in paths:
            found = self._found.get(path)
            if found is not None and (text := found[0].text) and (text := text.strip()):
                return text
        return None

    def text(self, *paths: str) -> str:
        """Return the required text at one of these paths."""
        found = self.maybe(*paths)
        if found is None:
            raise self._reader.damaged(paths[0], "it is missing")
        return found

    def texts(self, path: str) -> Iterator[str]:
        """Return the texts at a path, without empty ones."""
        return (one.text.strip() for one in self.all(path) if one.text and one.text.strip())

    def date(self, path: str) -> dt.date | None:
        """Return the day of a date or a moment at a path, in the bank's own zone."""
        text = self.maybe(f"{path}/Dt", f"{path}/DtTm", path)
        return None if text is None else self._reader.day(text, path)

    def _collect(self, element: ET.Element, above: str, namespace: str) -> None:
        found = self._found
        for inner in element:
            # An element of another namespace keeps it in its name, so that no path has it.
            path = above + inner.tag.removeprefix(namespace)
            if path in found:
                found[path].append(inner)
            else:
                found[path] = [inner]
            if len(inner):
                self._collect(inner, f"{path}/", namespace)


MAX_DEPTH = 64
"""Maximum nesting of elements; messages need a quarter of it."""


class _Root:
    """Target of a parser, with one purpose: to notice the beginning of the root."""

    has_begun = False

    def start(self, *_: object) -> None:
        """Take the beginning of an element."""
        self.has_begun = True


class _WithoutDtd:
    """A source without DTD: defusedxml reads the beginning first, then the parser does.

    DTDs and entities can be declared before the root only. All the rest is read by the standard library's parser in C:
    defusedxml's is in Python, and takes three times as long.
    """

    def __init__(self, source: Source) -> None:
        """Take the source."""
        self._source, self._root = source, _Root()
        self._parser = SafeElementTree.XMLParser(target=self._root, forbid_dtd=True)

    def read(self, size: int = 65536, /) -> bytes:
        """Return the next bytes; raises DefusedXmlException for declarations."""
        found = self._source.read(size)
        if not self._root.has_begun:
            self._parser.feed(found)
        return found


def walk(source: Bounded, *, down_to: int) -> Iterator[tuple[bool, list[ET.Element]]]:
    """Yield the elements of each message of a file as they begin (true) and end, with their ancestors.

    The message's `Document` is the first; an envelope around it, such as that with the header of a business message, is
    skipped. Most elements are deeper than `down_to`, where the `Document` is 1: they are read, and not yielded. The
    caller clears elements to free memory, and tells the source when it has cleared a record.

    Raises DamagedFile, with the line where there is one, for what is no XML, has a DTD or entities, has no message, or
    an encoding that is unknown.
    """
    stack: list[ET.Element] = []
    is_empty = True
    try:
        for begins, element in _of_messages(source):
            is_empty = False
            if begins:
                stack.append(element)
            if len(stack) <= down_to:
                yield begins, stack
            if not begins:
                stack.pop()
    except ET.ParseError as error:
        raise DamagedFile(f"line {error.position[0]}", "it is no XML") from None
    except (DefusedXmlException, ValueError, LookupError):
        raise DamagedFile("the file", "its XML is not allowed here, or its encoding is unknown") from None
    if is_empty:
        raise DamagedFile("the first element", "it is no message of ISO 20022")


def _of_messages(source: Bounded) -> Iterator[tuple[bool, ET.Element]]:
    """Yield the beginnings (true) and ends of elements, without what is around a message."""
    inside = outside = 0
    for event, element in ET.iterparse(_WithoutDtd(source), events=("start", "end")):  # noqa: S314 - looked at first
        begins = event == "start"
        if begins:
            source.element()
        if inside or _is_document(element):
            inside += 1 if begins else -1
            yield begins, element
        else:
            outside += 1 if begins else -1
        if inside + outside > MAX_DEPTH:
            raise DamagedFile("the file", f"its elements are nested deeper than {MAX_DEPTH}")


def _is_document(element: ET.Element) -> bool:
    return element.tag == "Document" or element.tag.endswith("}Document")

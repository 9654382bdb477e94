"""The forms of lists, known by the first element of a file."""

from collections.abc import Callable, Mapping
from typing import IO, Final
from xml.etree.ElementTree import Element

from compliance.providers.watchlists import eu, files, ofac, uk, un

_READERS: Final[Mapping[str, Callable[[files.Events, Element], files.Edition]]] = {
    "CONSOLIDATED_LIST": un.read,
    "Sanctions": ofac.read,
    "export": eu.read,
    "Designations": uk.read,
}


def read(file: IO[bytes]) -> files.Edition:
    """Begin to read a list of whatever form; raises ListRefused."""
    events = files.events(file)
    root = next(events, None)
    reader = _READERS.get(files.tag(root[1])) if root is not None else None
    if root is None or reader is None:
        raise files.ListRefused(
            "not a list in a form that is known: of the United Nations, OFAC (advanced XML), the European Union "
            "(FSF 1.1) or the United Kingdom"
        )
    return reader(events, root[1])

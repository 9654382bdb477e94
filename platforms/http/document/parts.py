"""What the steps share: the parts of a document."""

from collections.abc import Iterator
from typing import Any, TypeAlias

Part: TypeAlias = dict[str, Any]
"""A JSON object of the document, changed in place."""
SCHEMAS = "#/components/schemas/"
"""What references to schemas begin with."""


def objects(part: Any) -> Iterator[Part]:
    """Yield every JSON object in a part, the part itself last."""
    if isinstance(part, dict):
        for value in list(part.values()):
            yield from objects(value)
        yield part
    elif isinstance(part, list):
        for value in part:
            yield from objects(value)


def operations(document: Part) -> Iterator[Part]:
    """Yield the operations of the API, without the requests to platforms' endpoints."""
    for path in document["paths"].values():
        yield from path.values()


def resolved(document: Part, part: Part) -> Part:
    """Return the component that a part refers to, or the part itself where it is no reference."""
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    component: Part = document["components"][kind][name]
    return component


def replace(part: Part, *others: Part) -> None:
    """Put the content of others, in their order, in the place of a part's own."""
    content = {name: value for other in others for name, value in other.items()}
    part.clear()
    part.update(content)

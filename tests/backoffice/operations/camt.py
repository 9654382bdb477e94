"""Statements in camt.053.001.08, checked with the schema that ISO 20022 publishes for it (the file beside this one)."""

import functools
from pathlib import Path
from xml.etree import ElementTree as ET

import xmlschema

NAMESPACE = "{urn:iso:std:iso:20022:tech:xsd:camt.053.001.08}"
Invalid = xmlschema.XMLSchemaValidationError


@functools.cache
def _schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(Path(__file__).with_name("camt.053.001.08.xsd"))


def check(text: str) -> ET.Element:
    """Return the statement of a message; raises Invalid for one that the schema does not allow."""
    _schema().validate(text)
    found = ET.fromstring(text).find(f"{NAMESPACE}BkToCstmrStmt/{NAMESPACE}Stmt")
    assert found is not None
    return found


def texts(element: ET.Element, path: str) -> list[str]:
    """Return the texts at a path of names."""
    steps = "/".join(f"{NAMESPACE}{name}" for name in path.split("/"))
    return [found.text or "" for found in element.findall(steps)]

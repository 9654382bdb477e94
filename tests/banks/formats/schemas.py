"""The schemas of ISO 20022, out of packages whose code is never imported: files are found by their names."""

import functools
import importlib.metadata
import json
from pathlib import Path

import xmlschema

Invalid = xmlschema.XMLSchemaValidationError


def data(package: str, name: str) -> Path:
    files = importlib.metadata.files(package) or []
    return Path(str(next(file.locate() for file in files if file.name == name)))


@functools.cache
def schema(message: str) -> xmlschema.XMLSchema:
    package = "camt053" if message.startswith("camt") else "pain001"
    return xmlschema.XMLSchema(data(package, f"{message}.xsd"))


def codes(code_set: str) -> set[str]:
    """Return the external codes of ISO 20022 in a set, such as ExternalReturnReason1Code."""
    return set(json.loads(data("pain001", "2Q2026_v3.json").read_text())["definitions"][code_set]["enum"])

"""The API document by the recommended rules of Redocly and Spectral: no error, no warning."""

import re

import pytest
import yaml

from tests.generators import tools

pytestmark = [pytest.mark.beside, pytest.mark.inputs("docs/openapi.yaml")]


@pytest.fixture
def spoilt(tmp_path):
    """The document with a parameter that is nowhere, a group that nobody declares, and an operation without a name.

    Only that operation is left, and the components that it needs: linters take their time for each.
    """
    document = yaml.load(tools.DOCUMENT.read_text(), yaml.CSafeLoader)
    operation = document["paths"]["/config"]["get"]
    operation["tags"] = ["nobody's"]
    del operation["operationId"]
    document["paths"] = {"/config/{which}": {"get": operation}}
    document.pop("webhooks", None)
    _leave_what_is_needed(document)
    path = tmp_path / "spoilt.yaml"
    path.write_text(yaml.dump(document))
    return path


def _leave_what_is_needed(document):
    """Remove the components that nothing refers to, until none is left of them."""
    components = document["components"]
    while True:
        needed = set(re.findall(r"#/components/(\w+/[^'\"\s]+)", yaml.dump(document, Dumper=yaml.CSafeDumper)))
        unneeded = [
            (kind, name)
            for kind, named in components.items()
            for name in named
            if kind != "securitySchemes" and f"{kind}/{name}" not in needed
        ]
        if not unneeded:
            return
        for kind, name in unneeded:
            del components[kind][name]


def test_redocly_finds_nothing():
    assert tools.redocly(tools.DOCUMENT) == []


def test_spectral_finds_nothing(tmp_path):
    assert tools.spectral(tools.DOCUMENT, tmp_path) == []


def test_what_is_wrong_is_found(spoilt, tmp_path):
    redocly, spectral = "\n".join(tools.redocly(spoilt)), "\n".join(tools.spectral(spoilt, tmp_path))

    for rule in ("path-parameters-defined", "operation-operationId"):
        assert rule in redocly
    for rule in ("path-params", "operation-operationId", "operation-tag-defined"):
        assert rule in spectral

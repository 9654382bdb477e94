"""The pages about documents agree with the code."""

import json
import pathlib
import re

import pytest
from django.conf import settings

from compliance.documents import inspection
from compliance.models import DocumentType
from tests.support.compliance import sample_documents

DOCS = pathlib.Path(settings.BASE_DIR) / "docs"
DEVELOPERS = (DOCS / "platform-developer" / "documents.md").read_text()
OPERATORS = (DOCS / "operator" / "documents.md").read_text()


def test_every_type_is_named_to_developers():
    assert [kind for kind in DocumentType.values if f"`{kind}`" not in DEVELOPERS] == []


def test_the_limits_are_those_of_the_code():
    assert f"{settings.MAX_FILE_BYTES:,} bytes".replace(",", " ") in DEVELOPERS
    assert (
        f"more than {inspection.MAX_PAGES} pages or {inspection.MAX_PIXELS // 1_000_000} million pixels" in DEVELOPERS
    )
    assert f"less than {inspection.MIN_PIXELS} pixels" in DEVELOPERS
    assert f"`DOCUMENT_RETENTION_DAYS` ({settings.DOCUMENT_RETENTION_DAYS}) later" in OPERATORS
    # Wherever its lines break.
    told = " ".join(OPERATORS.split())
    assert f"{inspection.CPU_SECONDS} seconds of CPU, {inspection.MEMORY_BYTES >> 30} GiB of memory" in told


@pytest.mark.django_db
def test_the_example_can_be_sent_and_gives_the_answer_that_is_shown(desk, alice):
    sent = dict(re.findall(r"-F (\w+)=(\S+)", DEVELOPERS))
    shown = json.loads(re.findall(r"```json\n(.*?)```", DEVELOPERS, re.DOTALL)[0])
    facts = {name: value for name, value in sent.items() if name not in {"file", "documentHolder"}}

    reply = desk.uploaded(alice, sample_documents.jpeg(), name=sent["file"].removeprefix("@"), **facts)

    told = {"id", "documentHolder", "createdAt", "updatedAt"}
    assert list(reply) == list(shown)
    assert {name: reply[name] for name in shown.keys() - told} == {name: shown[name] for name in shown.keys() - told}

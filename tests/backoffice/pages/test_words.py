"""What stands on all pages of the back office in words, and not as the database writes it."""

import re

import pytest
from django.urls import reverse

from platforms.backoffice.columns import words
from platforms.base import money
from tests.backoffice.conftest import MODELS, list_of, page_of
from tests.support.backoffice.pages import words as as_text

pytestmark = pytest.mark.django_db
_PAIR = re.compile(r"((?:[A-Z][a-z]+|[A-Z]{2,4})(?: [a-z]+| [A-Z]{2,4})*) ([A-Z][A-Z_]{2,})\b")
_PROGRAM = re.compile(r">\s*(None|True|False|\[\]|\{\}|\[&#x27;[^<]*)\s*<")
"""What a program writes for nothing, for yes and no, and for a list."""
_OF_DATA = re.compile(r"<pre.*?</pre>|<script.*?</script>|<style.*?</style>|<title>.*?</title>", re.DOTALL)


def _faults(html: str) -> list[str]:
    page = _OF_DATA.sub("", html[html.index('id="main"') :])
    text = as_text(page)
    pairs = [pair[0] for pair in _PAIR.finditer(text) if any(_ends_with_words(pair[1], pair[2]))]
    pairs = [pair for pair in pairs if pair.rpartition(" ")[2] not in money.SUPPORTED_CURRENCIES]
    return pairs + _PROGRAM.findall(page)


def _ends_with_words(text: str, code: str):
    parts = text.split(" ")
    return (words(code).lower() == " ".join(parts[first:]).lower() for first in range(len(parts)))


def test_no_page_says_a_code_twice_or_writes_as_a_program_does(backoffice, story):
    paths = [path for model in MODELS for path in (list_of(model), page_of(model._default_manager.first()))]
    paths += [reverse("admin:index"), reverse("admin:compliance_desk_queue")]

    found = {path: faults for path in paths if (faults := _faults(backoffice.text(path)))}

    assert "\n".join(f"{path}: {faults}" for path, faults in found.items()) == ""

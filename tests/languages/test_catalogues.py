"""The catalogues of the pages for everybody are whole: what the code says stands in each language, and nothing else."""

import gettext
import os
import re

import pytest
from django.utils import translation
from django.utils.translation.template import templatize

from platforms.base import countries
from platforms.http import languages
from tests.languages import catalogues

pytestmark = pytest.mark.parametrize("language", catalogues.LANGUAGES)


@pytest.fixture(autouse=True)
def _written(language):
    """Write the files anew where that is asked for: MESSAGES_WRITE=1 make test ARGS=<this file>."""
    if os.environ.get("MESSAGES_WRITE"):
        catalogues.write(language)


def _messages(catalogue):
    return {(message.context, message.id): message for message in catalogue if message.id}


def test_every_message_has_its_translation_and_no_other_is_left(language):
    wanted, known = _messages(catalogues.asked_for()), catalogues.read(language)

    assert [*_messages(known)] == [*wanted], "MESSAGES_WRITE=1 make test ARGS=tests/languages/test_catalogues.py"
    assert [key for key, message in _messages(known).items() if not message.string or message.fuzzy] == []
    assert not known.obsolete


def test_a_translation_hands_over_the_same_values_and_tags(language):
    for (_, text), message in _messages(catalogues.read(language)).items():
        assert sorted(catalogues.PLACEHOLDER.findall(message.string)) == sorted(catalogues.PLACEHOLDER.findall(text))
        assert "%" not in catalogues.PLACEHOLDER.sub("", message.string), text
        # What ends as a sentence is one in each language, and has no blanks around it.
        assert message.string == message.string.strip()
        assert message.string.endswith(".") == text.endswith("."), text


def test_what_is_a_link_s_end_in_english_is_marked_as_english(language):
    """The documents are in English alone: whoever follows a link to them should know."""
    for text in ("What this page asks, and why", "What an invitation is"):
        assert re.search(
            r"\((auf Englisch|en inglés|em inglês|en anglais)\)$", str(catalogues.read(language)[text].string)
        )


def test_django_reads_what_people_wrote(language):
    with catalogues.path(language, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)

    for (context, text), message in _messages(catalogues.read(language)).items():
        read = compiled.pgettext(context, text) if context else compiled.gettext(text)
        assert read == message.string


def test_no_template_says_a_word_that_is_not_in_the_catalogue(language):
    """Of a template from which messages and tags of Django are taken out, no word is left; PDF is one everywhere."""
    for path in catalogues.templates():
        text = re.sub(r"\{% blocktranslate.*?%\}.*?\{% endblocktranslate %\}", "", path.read_text(), flags=re.DOTALL)
        texts = catalogues.texts(re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", text))
        words = set(re.findall(r"[^\W\d_]{2,}", " ".join(texts)))
        assert words <= {"PDF"}, (path, language)
        assert templatize(path.read_text()), path


def test_countries_have_a_name_each_and_stand_in_the_order_of_the_alphabet(language):
    with translation.override(language):
        named = languages.all_countries()

    assert {code for code, _ in named} == countries.CODES
    assert all(code != name for code, name in named)
    assert len({name for _, name in named}) == len(named)
    places = [name for _, name in named]
    first = {"de": ("Ägypten", "Albanien"), "es": ("Alemania", "Bélgica"), "pt": ("África do Sul", "Alemanha")}
    before, after = first.get(language, ("Égypte", "France"))
    assert places.index(before) < places.index(after)
    assert places.index("Hongkong" if language == "de" else "Hong Kong") < places.index(dict(named)["IS"])

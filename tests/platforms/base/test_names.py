"""What can be the name of a person or a company."""

import pytest

from platforms.base import names


@pytest.mark.parametrize(
    "name",
    [
        "Ada Lovelace",
        "J.",
        "3M",
        "O\u2019Neill-\u00d6zt\u00fcrk",
        "\u738b\u5c0f\u660e",
        "\u0634\u0631\u06a9\u062a\u200c\u0646\u0641\u062a",  # Persian, with a joiner
        "\u0915\u094d\u200d\u0937",  # Devanagari, with a joiner
        "\u05d0\u05d1\u200f Ltd.",  # Hebrew, with a mark of direction
        "\u02bfAl\u012b",
        "\u0639",
        "\u00aa",
        "\U00020002",
    ],
)
def test_names_of_all_scripts_are_names(name):
    assert names.problem(name) is None


@pytest.mark.parametrize(
    "name",
    ["12 34", "-", "...", "\u0967", "\u200d", "\U0001f600", "", "\u3164", "\u115f\u1160 \uffa0", "\u0301", "\u2800"],
)
def test_what_has_no_letter_is_none(name):
    assert names.problem(name) == "must contain a letter"


@pytest.mark.parametrize("name", ["\u02be", "\u042c\u044c", "\u02c6", "\u0294", "\u30fc 7", "\ufe7c"])
def test_letters_that_nobody_speaks_are_none(name):
    problem = "must contain a letter that is spoken; signs of tone or breath alone are no name"

    assert names.problem(name) == problem


@pytest.mark.parametrize(
    "hidden", ["\x07", "\n", "\x7f", "\u200b", "\u202e", "\u2066", "\u2028", "\ufeff", "\uffff", "\ue000"]
)
def test_what_is_not_seen_is_none(hidden):
    assert names.problem(f"Ada{hidden} Lovelace") == "must not contain control characters, or others that are not seen"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t",
        "\u00a0\u3000",
        "\u200b\u2060\ufeff",
        "\u3164",
        "\u115f\u1160\uffa0",
        "\u2800",
        "\u0301",
        "\u034f\ufe0f",
    ],
)
def test_nothing_is_seen_of_these(text):
    assert names.shows_nothing(text)


@pytest.mark.parametrize("text", ["a", "-", "\u3164\u1112\u1161", "1\u0301", "\U0001f600"])
def test_something_is_seen_of_these(text):
    assert not names.shows_nothing(text)

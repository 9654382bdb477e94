"""Names in files: spelt as their people are called, without symbols and slashes, or not at all."""

# ruff: noqa: RUF001 - names in several scripts

import pytest

from banks.formats import characters
from banks.formats.records import Unwritable


@pytest.mark.parametrize(
    ("name", "written"),
    [
        # Greek letters that are read together, as in passports.
        ("Γιώργος Παπαδόπουλος", "Giorgos Papadopoulos"),
        ("Ευάγγελος Αυγουστίνος", "Evangelos Avgoustinos"),
        ("ΕΥΤΥΧΙΑ ΜΠΑΜΠΗ", "EFTYCHIA BAMPI"),
        ("Олена ЩЕРБАКОВА", "Olena SHCHERBAKOVA"),
        # A short i written as two characters, and an accent beside its letter.
        ("Серге\u0438\u0306 Jose\u0301", "Sergey Jose"),
        ("Łukasz Gößmann & Søn", "Lukasz Gossmann + Son"),
        ("\uff21\uff44\uff41 \U0001d40b\U0001d428ve", "Ada Love"),
        ("🎉 Ada ❤️ Lovelace 👩\u200d💻", "Ada Lovelace"),
        ("Ada 🇩🇪", "Ada"),
        ("Acme™ ★ Ltd ®", "Acme Ltd"),
        ("/Ada Lovelace", "Ada Lovelace"),
        ("//Ada//Lovelace/", "Ada/Lovelace"),
        ("|\\Ada", "Ada"),
        ("A/S Storm", "A/S Storm"),
        # Signs that SEPA has no place for, as the European Payments Council replaces them.
        ("100% Fitness = Ca$h ^", "100. Fitness . Ca.h ."),
        ("Jos\u02c6", "Jos."),
    ],
)
def test_a_name_is_written_as_its_people_are_called(name, written):
    assert characters.is_spelt(name)
    assert characters.name(name, "name", limit=70) == written


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Maria Guadalupe Hernández López de la Cruz", "Maria Guadalupe"),
        ("Maria Guadalupe Lopez de la Cruz", "Maria Guadalupe Lopez"),
        ("Maria Guadalupe Lope R", "Maria Guadalupe Lope R"),
        # A single word says too little of who is meant.
        ("Ana Wolfeschlegelsteinhausen", "Ana Wolfeschlegelstein"),
        ("Wolfeschlegelsteinhausenbergerdorff", "Wolfeschlegelsteinhaus"),
    ],
)
def test_words_are_left_out_from_the_end_until_a_name_fits(name, written):
    assert characters.name(name, "name", limit=22, allowed=characters.NACHA, in_whole_words=True) == written


@pytest.mark.parametrize("name", ["🎉", "🎉 1", "/", "// /", "★ ★"])
def test_what_is_no_name_without_its_symbols_is_refused(name):
    with pytest.raises(Unwritable):
        characters.name(name, "name", limit=70)


@pytest.mark.parametrize(
    "name",
    ["محمد علي", "陳大文", "田中 花子", "たなか", "กิตติ", "김철수", "रमेश", "רחל", "Anna 張", "Ada محمد", "გიორგი"],
)
def test_other_scripts_have_no_one_spelling(name):
    assert not characters.is_spelt(name)


def test_a_name_that_is_cut_at_a_slash_ends_before_it():
    assert characters.name("x" * 69 + "/y", "name", limit=70) == "x" * 69


def test_emoji_of_a_text_are_left_out():
    assert characters.fit("Danke 🎉 /INV/7//8", "remittance", limit=140) == "Danke /INV/7//8"

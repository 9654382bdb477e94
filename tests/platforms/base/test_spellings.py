"""Names in Latin letters, for searches by people who type no others."""

import pytest

from platforms.backoffice.spoken import names
from platforms.base.spellings import latin


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("\u041e\u043b\u0435\u043d\u0430 \u041a\u043e\u0432\u0430\u043b\u0435\u043d\u043a\u043e", "Olena Kovalenko"),
        ("\u9673\u5927\u6587", "Chen Dawen"),
        ("\u9673\u5927\u6587", "Da Wen Chen"),
        ("\u7530\u4e2d \u82b1\u5b50", "Tanaka Hanako"),
        ("\u7530\u4e2d\u82b1\u5b50", "Hanako Tanaka"),
        ("Se\u00e1n O\u2019Brien", "Sean OBrien"),
    ],
)
def test_words_of_names_in_other_scripts(name, typed):
    assert set(typed.lower().split()) <= set(latin.of(name).split())


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("\u0645\u062d\u0645\u062f \u0639\u0628\u062f \u0627\u0644\u0631\u062d\u0645\u0646", "Mohammed Abdelrahman"),
        ("\u05e9\u05e8\u05d4 \u05dc\u05d5\u05d9", "Sara Levy"),
        ("\u03a0\u03b1\u03c0\u03b1\u03b4\u03cc\u03c0\u03bf\u03c5\u03bb\u03bf\u03c2", "Papadopoulos"),
        ("\u0e2a\u0e21\u0e0a\u0e32\u0e22 \u0e43\u0e08\u0e14\u0e35", "Somchai Jaidee"),
    ],
)
def test_consonants_of_names_in_other_scripts(name, typed):
    assert set(names.by_sound(typed.split()).split(" & ")) <= set(latin.of(name).split())


def test_a_name_in_ascii_needs_no_spelling():
    assert latin.of("Ada Lovelace") == ""
    assert latin.of("") == ""

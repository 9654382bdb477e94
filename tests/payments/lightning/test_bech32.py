"""Bech32 and Bech32m: the texts that BIP 173 and BIP 350 publish."""

import pytest

from payments.account_types import bech32

LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
BECH32 = [
    "A12UEL5L",
    "a12uel5l",
    "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
    "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
    f"11{'q' * 82}c8247j",
    "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w",
    "?1ezyfcl",
]
BECH32M = [
    "A1LQFN3A",
    "a1lqfn3a",
    "an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6",
    "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx",
    f"11{'l' * 82}ludsr8",
    "split1checkupstagehandshakeupstreamerranterredcaperredlc445v",
    "?1v759aa",
]
NEITHER = [
    "\x201nwldj5",
    "\x7f1axkwrx",
    "\x801eym55h",
    "pzry9x0s0muk",
    "1pzry9x0s0muk",
    "x1b4n0q5v",
    "li1dgmt3",
    "de1lg7wt\xff",
    "A1G7SGD8",
    "10a06t8",
    "1qzzfhee",
]


@pytest.mark.parametrize("text", BECH32)
def test_a_bech32_text_is_read_and_written_again(text):
    prefix, groups = bech32.decode(text)

    assert bech32.encode(prefix, groups) == text.lower()


@pytest.mark.parametrize("text", BECH32M)
def test_a_bech32m_text_is_written(text):
    prefix, _, data = text.lower().rpartition("1")
    groups = [LETTERS.index(letter) for letter in data[:-6]]

    assert bech32.encode(prefix, groups, remainder=bech32.BECH32M) == text.lower()


@pytest.mark.parametrize("text", [*NEITHER, *BECH32M])
def test_no_other_text_is_read_as_bech32(text):
    with pytest.raises(bech32.Malformed):
        bech32.decode(text)


def test_bytes_are_padded_to_whole_groups():
    assert bech32.to_groups(b"\xff") == [31, 28]
    assert bech32.to_whole_bytes([31, 28]) == b"\xff"

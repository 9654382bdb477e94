"""Codes: twelve letters and digits that survive being read out and typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from invitations import codes


def test_a_code_has_sixty_random_bits():
    made = {codes.new() for _ in range(1000)}

    assert len(made) == 1000
    assert {len(code) for code in made} == {12}
    # Every letter comes up: 12,000 draws miss one of 32 once in 10^164 tries.
    assert set("".join(made)) == set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


@pytest.mark.parametrize("typed", ["7kq2m9xdr41b", "7KQ2-M9XD-R4IB", " 7KQ2 M9XD R4lB ", "7kq2-m9xd-r4-1b"])
def test_a_code_is_read_however_it_is_typed(typed):
    assert codes.read(typed) == "7KQ2M9XDR41B"


def test_the_letter_o_is_a_zero():
    assert codes.read("OooO00000000") == "000000000000"


@pytest.mark.parametrize(
    "typed", ["", "7KQ2M9XDR41", "7KQ2M9XDR41BB", "7KQ2M9XDR41U", "7KQ2M9XDR41é", "\u0667KQ2M9XDR41B", "\u017f" * 12]
)
def test_what_is_no_code_is_none(typed):
    assert codes.read(typed) is None


@given(st.text(max_size=40))
def test_whatever_is_typed_is_a_code_or_none(text):
    code = codes.read(text)

    assert code is None or (len(code) == 12 and codes.read(codes.grouped(code).lower()) == code)

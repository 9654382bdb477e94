"""Offers: those that BOLT 12 publishes, good and bad ("offers-test.json" and "format-string-test.json")."""

import contextlib
import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payments.account_types import bech32, bolt12

ISSUER = "zcss9mk8y3wkklfvevcrszlmu23kfrxh49px20665dqwmn4p72pksese"
NAMED = "93pqthvwfzadd7jejes8q9lhc4rvjxd022zv5l44g6qah82ru5rdpnpj"
GOOD = {
    "minimal": f"lno1{ISSUER}",
    "with a description": "lno1pgx9getnwss8vetrw3hhyuckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg",
    "with an amount": f"lno1pqpzwyq2p32x2um5ypmx2cm5dae8x{NAMED}",
    "with a currency": f"lno1qcp4256ypqpzwyq2p32x2um5ypmx2cm5dae8x{NAMED}",
    "with its chain": f"lno1qgsxlc5vp2m0rvmjcxn2y34wv0m5lyc7sdj7zksgn35dvxgqqqqqqqq2p32x2um5ypmx2cm5dae8x{NAMED}",
    "with two chains": (
        "lno1qfqpge38tqmzyrdjj3x2qkdr5y80dlfw56ztq6yd9sme995g3gsxqqm0u2xq4dh3kdevrf4zg6hx8a60jv0gxe0ptgyfc6xkryqqqqqqq"
        f"q9qc4r9wd6zqan9vd6x7unn{ISSUER}"
    ),
    "with a feature that may be ignored": (
        "lno1pgx9getnwss8vetrw3hhyucvp5yqqqqqqqqqqqqqqqqqqqqkyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg"
    ),
    "with an experimental field": (
        "lno1pgx9getnwss8vetrw3hhyuckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvx078wdv5gg2dpjkcmr0wahhymry"
    ),
    "in capitals": (
        "LNO1PQPS7SJQPGTYZM3QV4UXZMTSD3JJQER9WD3HY6TSW35K7MSJZFPY7NZ5YQCNYGRFDEJ82UM5WF5K2UCKYYPWA3EYT44H6TXTXQUQH7LZ5DJ"
        "GE4AFGFJN7K4RGRKUAG0JSD5XVXG"
    ),
}
_BITS = "it ends with bits that mean nothing"
_EARLY = "a field ends early"
_NOBODY = "nobody is named who could be asked for an invoice"
_NUMBER = "a number is not written as it should be"
BAD = {
    "empty": ("lno1", _NOBODY),
    "cut at a type": ("lno1pg", _EARLY),
    "cut in a length": ("lno1pt7s", _NUMBER),
    "cut behind a length": ("lno1pgpq", _EARLY),
    "cut in the description": ("lno1pgpyz", _EARLY),
    "nobody to ask": ("lno1pgx9getnwss8vetrw3hhyuc", _NOBODY),
    "a letter more": (f"lno1{ISSUER}q", _BITS),
    "mixed letters": (f"lno1{ISSUER.upper()}", "upper and lower case are mixed"),
    "an invoice request": (f"lnr1{ISSUER}", "it is no offer"),
    "what stood for an offer here before": ("lno1pqps7sjqpgt", _BITS),
}
_KEY = bytes.fromhex("02eec7245d6b7d2ccb30380bfbe2a3648cd7a942653f5aa340edcea1f283686619")
_BY_FIELD = {
    "fields out of order": ([(22, _KEY), (10, b"TABS")], "the fields are not in order"),
    "a field twice": ([(10, b"TABS"), (10, b"TABS"), (22, _KEY)], "the fields are not in order"),
    "a field that nobody knows": ([(22, _KEY), (24, b"")], "it has a field that nobody knows"),
    "a field beyond those of offers": ([(22, _KEY), (80, b"")], "it has a field that no offer has"),
    "half a chain": ([(2, b"\1" * 16), (22, _KEY)], "its chains are not understood"),
    "no chain": ([(2, b""), (22, _KEY)], "its chains are not understood"),
    "a currency in small letters": ([(6, b"usd"), (8, b"\1"), (10, b"TABS"), (22, _KEY)], "its currency is none"),
    "a currency without an amount": ([(6, b"USD"), (22, _KEY)], "it has a currency without an amount"),
    "an amount of nothing": ([(8, b""), (10, b"TABS"), (22, _KEY)], "its amount is zero"),
    "an amount for nothing": ([(8, b"\1"), (22, _KEY)], "it has an amount without a description"),
    "an amount with a zero in front": ([(8, b"\0\1"), (10, b"TABS"), (22, _KEY)], _NUMBER),
    "a description that is no text": ([(10, b"\xff"), (22, _KEY)], "the description is not text"),
    "a feature that nobody knows": ([(12, b"\1"), (22, _KEY)], "it requires features that nobody knows"),
    "an expiry of nine bytes": ([(14, b"\1" * 9), (22, _KEY)], _NUMBER),
    "an issuer that is no point": ([(22, b"\2" + b"\xff" * 32)], "its issuer is no public key"),
    "an issuer with a byte less": ([(22, _KEY[:-1])], "its issuer is no public key"),
    "an empty path": ([(16, b"")], _NOBODY),
}


def written(fields):
    """Write an offer with these fields, each a number below 253 and its value."""
    data = b"".join(bytes([number, len(value)]) + value for number, value in fields)
    # An offer has no checksum.
    return bech32.encode("lno", bech32.to_groups(data))[:-6]


@pytest.mark.parametrize("offer", GOOD.values(), ids=GOOD)
def test_an_offer_is_read(offer):
    assert bolt12.BITCOIN in bolt12.decode(offer).chains


@pytest.mark.parametrize(("text", "reason"), BAD.values(), ids=BAD)
def test_what_is_no_offer_is_refused(text, reason):
    with pytest.raises(bolt12.Invalid) as refused:
        bolt12.decode(text)

    assert str(refused.value) == reason


@pytest.mark.parametrize(("fields", "reason"), _BY_FIELD.values(), ids=_BY_FIELD)
def test_an_offer_is_refused_for_what_a_field_says(fields, reason):
    with pytest.raises(bolt12.Invalid) as refused:
        bolt12.decode(written(fields))

    assert str(refused.value) == reason


def test_an_offer_without_those_faults_is_read():
    assert bolt12.decode(written([(6, b"USD"), (8, b"\1"), (10, b"TABS"), (12, b"\2"), (22, _KEY)])).expires_at is None


def test_the_chain_is_told():
    offer = f"lno1qgsyxjtl6luzd9t3pr62xr7eemp6awnejusgf6gw45q75vcfqqqqqqq2p32x2um5ypmx2cm5dae8x{NAMED}"

    assert bolt12.decode(offer).chains == {bolt12.TESTNET}


def test_the_expiry_is_told():
    offer = f"lno1pgx9getnwss8vetrw3hhyucwq3ay997c{ISSUER}"

    assert bolt12.decode(offer).expires_at == dt.datetime.fromtimestamp(0x7A4297D8, dt.UTC)


@given(st.text(alphabet="qpzry9x8gf2tvdw0s3jn54khce6mua7l", max_size=120))
def test_any_text_is_an_offer_or_refused(letters):
    with contextlib.suppress(bolt12.Invalid):
        bolt12.decode(f"lno1{letters}")

"""Offers: those that BOLT 12 publishes, good and bad ("offers-test.json" and "format-string-test.json")."""

import contextlib
import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payments.account_types import bolt12

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
_KEY = "yqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqsz"
BAD = {
    "fields out of order": f"lno1zcs{_KEY}pgz5znzfgdzs",
    "a field that nobody knows": (
        "lno1pgz5znzfgdz3vggzqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpysgr0u2xq4dh3kdevrf4zg6hx8a60jv0gxe0ptg"
        "yfc6xkryqqqqqqqq"
    ),
    "empty": "lno1",
    "cut at a type": "lno1pg",
    "cut in a length": "lno1pt7s",
    "cut behind a length": "lno1pgpq",
    "cut in the description": "lno1pgpyz",
    "half a chain": f"lno1qgqszzs9g9xyjs69zcs{_KEY}",
    "a currency of nobody": f"lno1qcqcqzs9g9xyjs69zcs{_KEY}",
    "nobody to ask": "lno1pgx9getnwss8vetrw3hhyuc",
    "a letter more": f"lno1{ISSUER}q",
    "mixed letters": f"lno1{ISSUER.upper()}",
    "an invoice request": f"lnr1{ISSUER}",
    "what stood for an offer here before": "lno1pqps7sjqpgt",
}


@pytest.mark.parametrize("offer", GOOD.values(), ids=GOOD)
def test_an_offer_is_read(offer):
    assert bolt12.BITCOIN in bolt12.decode(offer).chains


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_what_is_no_offer_is_refused(text):
    with pytest.raises(bolt12.Invalid):
        bolt12.decode(text)


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

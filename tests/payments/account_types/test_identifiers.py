"""Which digits of an identifier count."""

import pytest

from payments.account_types import identifiers


@pytest.mark.parametrize(
    ("identifier", "digits"),
    [
        ("123456789102", "123456789102"),
        ("DE89370400440532013102", "89370400440532013102"),
        ("ana102@okbank", "102"),
        ("ana.102@bank999", "102"),
        ("ana102@home103@okbank", "103"),
        ("+254712345102", "254712345102"),
        ("111.444.777-02", "11144477702"),
        ("spark1pgss9akg892102", "892102"),
        ("0x52908400098527886e0f7030069857d2e4169ee7", "7"),
        ("1a0b2c", ""),
        ("ana@bank102", ""),
        ("١٠٢", ""),
        ("", ""),
        ("@", ""),
    ],
)
def test_the_digits_at_the_end_before_any_at_sign_count(identifier, digits):
    assert identifiers.digits(identifier) == digits

"""Payment instructions: every currency has one, and its numbers are of the right form."""

import binascii
import hashlib
import re
import uuid

import pytest
from stdnum import iban
from stdnum.ar import cbu
from stdnum.us import rtn

from payments.account_types import checks, encodings, table
from tests.payments.account_types import shapes
from tests.payments.account_types.shapes import FUNDING, KEY

OTHER_KEY = uuid.UUID("0192f5a0-7c1e-7d5e-8f00-0123456789ac")
EVERY_CURRENCY = sorted(table.CURRENCIES)
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def infos(currency, key=KEY, **options):
    found = FUNDING.instructions(
        currency=currency, account_key=key, reference="FND-7Q2M4X", holder_is_platform=False, **options
    )
    return [instruction["accountOrWalletInfo"] for instruction in found]


@pytest.mark.parametrize("currency", EVERY_CURRENCY)
def test_every_currency_has_instructions_as_published(currency):
    found = infos(currency)

    assert found
    for info in found:
        shapes.assert_fits(info, "funding", info["accountType"])


@pytest.mark.parametrize("currency", EVERY_CURRENCY)
def test_an_account_keeps_its_instructions(currency):
    assert infos(currency) == infos(currency)


@pytest.mark.parametrize("currency", EVERY_CURRENCY)
def test_two_accounts_have_different_instructions(currency):
    assert all(mine != other for mine, other in zip(infos(currency), infos(currency, OTHER_KEY), strict=True))


def test_the_rows_are_those_published():
    assert set(table.FUNDING_TYPES) == set(shapes.published()["funding"])
    for code, row in table.FUNDING_TYPES.items():
        shape = shapes.published()["funding"][code]
        names = {field.name for field in row.fields} | {"accountType"}
        names |= {"paymentRails"} if row.rails else set()
        names |= {"assetType"} if row.assets else set()
        assert names == set(shape["properties"])


@pytest.mark.parametrize("currency", EVERY_CURRENCY)
def test_numbers_with_check_digits_have_the_right_ones(currency):
    checked = {
        "iban": lambda number: iban.is_valid(number, check_country=False) and not checks.iban_problem(number),
        "routingNumber": rtn.is_valid,
        "clabeNumber": lambda number: not checks.clabe_problem(number),
    }

    for info in infos(currency):
        for name, is_right in checked.items():
            assert name not in info or is_right(info[name])


def test_an_argentine_account_has_both_check_digits_right():
    assert cbu.is_valid(infos("ARS")[0]["accountNumber"])


def test_a_pix_code_says_whom_to_pay_and_carries_the_reference():
    code = infos("BRL")[0]["qrCode"]

    tags, rest = {}, code
    while rest:
        length = int(rest[2:4])
        tags[rest[:2]], rest = rest[4 : 4 + length], rest[4 + length :]
    assert tags["00"] == "01"
    assert tags["26"].startswith("0014br.gov.bcb.pix0136")
    assert (tags["53"], tags["58"], tags["62"]) == ("986", "BR", "0509FND7Q2M4X")
    assert tags["63"] == f"{binascii.crc_hqx(code[:-4].encode(), 0xFFFF):04X}"


@pytest.mark.parametrize(
    ("asset", "wallets"),
    [
        ("BTC", {"SPARK_WALLET"}),
        ("USDB", {"SPARK_WALLET"}),
        ("USDC", {"SOLANA_WALLET", "POLYGON_WALLET", "BASE_WALLET", "ETHEREUM_WALLET"}),
        ("USDT", {"SOLANA_WALLET", "TRON_WALLET"}),
    ],
)
def test_an_asset_is_paid_on_each_of_its_networks(asset, wallets):
    found = infos(asset)

    assert {info["accountType"] for info in found} == wallets
    assert {info["assetType"] for info in found} == {asset}
    pattern = {code: row.fields[0].pattern or "" for code, row in table.ACCOUNT_TYPES.items()}
    assert all(re.fullmatch(pattern[info["accountType"]], info["address"]) for info in found)


@pytest.mark.parametrize("holder_is_platform", [True, False])
def test_instructions_tell_the_holder_and_name_the_reference(holder_is_platform):
    [instruction] = FUNDING.instructions(
        currency="EUR", account_key=KEY, reference="FND-7Q2M4X", holder_is_platform=holder_is_platform
    )

    assert instruction["isPlatformAccount"] is holder_is_platform
    assert instruction["accountOrWalletInfo"]["reference"] == "FND-7Q2M4X"
    assert "FND-7Q2M4X" in instruction["instructionsNotes"]


def test_colombian_payers_are_sent_to_a_page_of_the_account():
    [info] = infos("COP")

    assert info["paymentUrl"] == f"https://pay.example/fund/{KEY}"


def test_a_currency_that_is_not_supported_has_no_instructions():
    with pytest.raises(KeyError):
        infos("XXX")


def test_base58_writes_a_zero_byte_as_a_one():
    assert encodings.base58(bytes.fromhex("0000287fb4cd")) == "11233QC4"


def test_a_tron_address_ends_with_its_checksum():
    address = infos("USDT")[1]["address"]

    number = 0
    for letter in address:
        number = number * 58 + BASE58.index(letter)
    data = number.to_bytes(25, "big")
    assert data[:1] == b"\x41"
    assert data[21:] == hashlib.sha256(hashlib.sha256(data[:21]).digest()).digest()[:4]

"""Addresses of wallets, invoices and offers: money sent to a wrong one, or to nobody's, is lost."""

import datetime as dt

import pytest

from payments.account_types import bech32, table, validation
from payments.account_types.fields import Circumstances
from payments.providers.sandbox.magic import SandboxEndings
from platforms.base import clock
from tests.support.payments import lightning_invoices
from tests.support.payments.account_refusals import refusal

EVM = "ETHEREUM_WALLET"
SOLANA = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"
TRON = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
SPARK = "spark1pgss9akg892ve8rh8247ztha675lmk4tvhaqa02rxf7ymr7aum0uf72fqca6ns"
KEY = bytes.fromhex("02e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad")
OFFER = "lno1zcss9mk8y3wkklfvevcrszlmu23kfrxh49px20665dqwmn4p72pksese"
OFFER_ON_TESTNET = (
    "lno1qgsyxjtl6luzd9t3pr62xr7eemp6awnejusgf6gw45q75vcfqqqqqqq2p32x2um5ypmx2cm5dae8x93pqthvwfzadd7jejes8q9lhc4rvjxd02"
    "2zv5l44g6qah82ru5rdpnpj"
)
SANDBOX = Circumstances(has_test_networks=True, is_played=SandboxEndings().choose)
NOBODY = "must not be an address that nobody has the key of, such as the zero address"
TOKEN = "must not be the address of the token's own contract: what is sent there is lost"
CAPITALS = "must have its capitals as EIP-55 sets them, or be in small letters throughout"
CHECKSUM = "must have the right checksum: a letter of the address is wrong"
BASE58 = "must be 32 bytes in Base58, which has no 0, O, I and l"
MAIN = "must be of bitcoin's main network (an invoice: lnbc…)"
INTERNET = (
    'must have a domain of the Internet behind the "@", such as example.com, not one of'
    " .alt, .arpa, .corp, .home, .internal, .invalid, .lan, .local, .localdomain, .localhost, .onion, .test"
)
ONE_KEY = "must be the address of a wallet on Spark: one public key, and nothing else"


def spark(prefix: str = "spark", content: bytes = b"\x0a\x21" + KEY, remainder: int = bech32.BECH32M) -> str:
    return bech32.encode(prefix, bech32.to_groups(content), remainder=remainder)


def wallet(code: str, address: str) -> tuple[dict[str, str], str]:
    return {"accountType": code, "address": address}, table.get(code).currencies[0]


def lightning(**fields: str) -> tuple[dict[str, str], str]:
    return {"accountType": "LIGHTNING", **fields}, "BTC"


@pytest.mark.parametrize(
    ("code", "address"),
    [
        # The examples of EIP-55, and spellings without capitals or without small letters.
        (EVM, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        (EVM, "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"),
        (EVM, "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"),
        (EVM, "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"),
        (EVM, "0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb"),
        (EVM, "0xD1220A0CF47C7B9BE7A2E6BA89F429762E7B9ADB"),
        # A contract whose address its owner searched for long.
        (EVM, "0x00000000000000adc04c56bf30ac9d3c0aaf14dc"),
        ("POLYGON_WALLET", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        ("BASE_WALLET", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        ("SOLANA_WALLET", SOLANA),
        ("TRON_WALLET", TRON),
        ("SPARK_WALLET", SPARK),
        ("SPARK_WALLET", SPARK.upper()),
        ("SPARK_WALLET", spark("sp")),
    ],
)
def test_a_right_address_is_taken(code, address):
    info, currency = wallet(code, address)

    assert validation.validate(info, currency=currency).warnings == []


@pytest.mark.parametrize(
    ("code", "address", "reason"),
    [
        *(
            (code, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", CAPITALS)
            for code in (EVM, "POLYGON_WALLET", "BASE_WALLET")
        ),
        *((code, "0x" + "0" * 40, NOBODY) for code in (EVM, "POLYGON_WALLET", "BASE_WALLET")),
        (EVM, "0x" + "0" * 39 + "1", NOBODY),
        (EVM, "0x000000000000000000000000000000000000dEaD", NOBODY),
        (EVM, "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", NOBODY),
        (EVM, "0x" + "f" * 40, NOBODY),
        (EVM, "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", TOKEN),
        ("BASE_WALLET", "0x833589FCD6EDB6E08F4C7C32D4F71B54BDA02913", TOKEN),
        ("POLYGON_WALLET", "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", TOKEN),
        ("POLYGON_WALLET", "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174", TOKEN),
        ("SOLANA_WALLET", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", TOKEN),
        ("SOLANA_WALLET", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", TOKEN),
        ("TRON_WALLET", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", TOKEN),
        ("SOLANA_WALLET", "1" * 32, NOBODY),
        ("SOLANA_WALLET", "So11111111111111111111111111111111111111112", NOBODY),
        ("SOLANA_WALLET", "1nc1nerator11111111111111111111111111111111", NOBODY),
        ("SOLANA_WALLET", "0" + SOLANA[1:], BASE58),
        ("SOLANA_WALLET", "2" * 32, BASE58),
        ("SOLANA_WALLET", "z" * 44, BASE58),
        ("TRON_WALLET", TRON[:-1] + "9", CHECKSUM),
        ("TRON_WALLET", TRON.swapcase().replace("t", "T", 1), CHECKSUM),
        ("TRON_WALLET", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", NOBODY),
        ("SPARK_WALLET", SPARK[:-1] + "q", "must be Bech32m with the right checksum: a letter of the address is wrong"),
        (
            "SPARK_WALLET",
            spark(remainder=bech32.BECH32),
            "must be Bech32m with the right checksum: a letter of the address is wrong",
        ),
        ("SPARK_WALLET", spark(content=b"\x0a\x21\x02" + bytes(32)), ONE_KEY),
        ("SPARK_WALLET", spark(content=b"\x0a\x21" + KEY + b"\x12\x02\x08\x01"), ONE_KEY),
        ("SPARK_WALLET", spark(content=KEY), ONE_KEY),
        ("SPARK_WALLET", spark("sparkrt"), 'must start with "spark1"'),
        ("SPARK_WALLET", spark("sprt"), 'must start with "spark1"'),
        (
            "SPARK_WALLET",
            spark("spectre"),
            'must start with "spark1", or on a test network with "sparkt1" or "sparkrt1"',
        ),
    ],
)
def test_an_address_that_nobody_can_be_paid_at_is_refused(code, address, reason):
    info, currency = wallet(code, address)

    error = refusal(info, currency)

    assert error.errors == [("accountInfo.address", reason)]
    assert error.code == "INVALID_BANK_ACCOUNT"


@pytest.mark.parametrize(
    ("code", "address"),
    [
        (EVM, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Be102"),
        (EVM, "0x" + "0" * 37 + "003"),
        ("SOLANA_WALLET", SOLANA[:-3] + "102"),
        ("TRON_WALLET", TRON[:-3] + "005"),
        *(("SPARK_WALLET", SPARK[:-3] + ending) for ending in ("002", "102", "103", "104", "105", "106", "107", "109")),
    ],
)
def test_in_the_sandbox_an_address_that_chooses_what_happens_is_taken_by_its_form(code, address):
    info, currency = wallet(code, address)

    account = validation.validate(info, currency=currency, circumstances=SANDBOX)

    assert [warning["field"] for warning in account.warnings] == ["accountInfo.address"]
    assert refusal(info, currency).code == "INVALID_BANK_ACCOUNT"


def test_any_other_address_is_looked_at_in_the_sandbox_too():
    info, currency = wallet(EVM, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD")

    assert refusal(info, currency, circumstances=SANDBOX).errors == [("accountInfo.address", CAPITALS)]


@pytest.mark.parametrize(
    ("info", "test_network"),
    [
        ({"accountType": "SPARK_WALLET", "address": spark("sparkrt")}, "REGTEST"),
        ({"accountType": "SPARK_WALLET", "address": spark("sparkt")}, "TESTNET"),
        ({"accountType": "LIGHTNING", "invoice": lightning_invoices.text(network="tb")}, "TESTNET"),
        ({"accountType": "LIGHTNING", "invoice": lightning_invoices.text(network="tbs")}, "SIGNET"),
        ({"accountType": "LIGHTNING", "invoice": lightning_invoices.text(network="bcrt")}, "REGTEST"),
        ({"accountType": "LIGHTNING", "bolt12": OFFER_ON_TESTNET}, "TESTNET"),
    ],
)
def test_what_is_on_a_test_network_needs_its_name(info, test_network):
    [name] = info.keys() - {"accountType"}
    named = Circumstances(has_test_networks=True, test_network=test_network)
    another = Circumstances(has_test_networks=True, test_network="MARSNET")

    assert validation.validate(info, currency="BTC", circumstances=named).warnings == []
    assert refusal(info, "BTC").code == "INVALID_BANK_ACCOUNT"
    assert refusal(info, "BTC", circumstances=another).errors == [
        (f"accountInfo.{name}", "must be of the test network that cryptoNetwork names")
    ]


def test_in_the_sandbox_the_regression_test_network_needs_no_name():
    info, currency = lightning(invoice=lightning_invoices.text(network="bcrt"))
    public, _ = lightning(invoice=lightning_invoices.text(network="tb"))

    validation.validate(info, currency=currency, circumstances=SANDBOX)

    assert refusal(public, currency, circumstances=SANDBOX).errors == [
        ("accountInfo.invoice", f"{MAIN}; for one of a test network, name that as cryptoNetwork")
    ]


@pytest.mark.parametrize("satoshis", [None, 1, 2_500])
def test_an_invoice_that_can_be_paid_is_taken(satoshis):
    info, currency = lightning(invoice=lightning_invoices.text(satoshis=satoshis))
    now = Circumstances(real_now=clock.real_now())

    account = validation.validate(info, currency=currency, circumstances=now)

    assert account.primary_identifier == info["invoice"]


@pytest.mark.parametrize(
    ("invoice", "reason"),
    [
        ("lnbc1", "must be an invoice that can be paid: the checksum is missing"),
        ("lnbc1pvjluez", "must be an invoice that can be paid: the checksum is wrong"),
        (OFFER, "must be an invoice that can be paid: the checksum is wrong"),
        (lightning_invoices.text(msat=1), "must ask for whole satoshis"),
        (lightning_invoices.text(network="tb"), MAIN),
        (
            lightning_invoices.text(age=dt.timedelta(days=9 * 365), lifetime=dt.timedelta(days=1)),
            "has expired: ask the payee for a new one",
        ),
    ],
    ids=["prefix", "cut", "offer", "fraction", "test network", "expired"],
)
def test_an_invoice_that_nobody_can_pay_is_refused(invoice, reason):
    info, currency = lightning(invoice=invoice)

    error = refusal(info, currency, circumstances=Circumstances(real_now=clock.real_now()))

    assert error.errors == [("accountInfo.invoice", reason)]
    assert error.code == "INVALID_BANK_ACCOUNT"


def test_in_the_sandbox_an_invoice_that_chooses_what_happens_is_taken_by_its_form():
    info, currency = lightning(invoice="lnbc1pvjluez002")

    account = validation.validate(info, currency=currency, circumstances=SANDBOX)

    assert [warning["field"] for warning in account.warnings] == ["accountInfo.invoice"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"bolt12": "lno1pqps7sjqpgt"}, "must be an offer that can be paid: it ends with bits that mean nothing"),
        ({"bolt12": "lnbc1pvjluez"}, "must be an offer that can be paid: it is no offer"),
        ({"bolt12": OFFER_ON_TESTNET}, MAIN),
        ({"lightningAddress": "ana@wallet"}, 'must have a domain behind the "@", such as example.com'),
        ({"lightningAddress": "ana@127.0.0.1"}, 'must have a domain behind the "@", such as example.com'),
        ({"lightningAddress": "ana@wallet..example"}, 'must have a domain behind the "@", such as example.com'),
        ({"lightningAddress": "ana@-wallet.example"}, 'must have a domain behind the "@", such as example.com'),
        *(
            ({"lightningAddress": f"ana@{domain}"}, INTERNET)
            for domain in (
                *("wallet.localhost", "wallet.LOCAL", "node.internal:8080", "a.b.test", "x.invalid", "x.lan"),
                *("x.onion", "1.0.0.127.in-addr.arpa"),
            )
        ),
        ({"lightningAddress": "ana@wallet.example:0"}, "must have a port from 1 to 65535 behind the colon"),
        ({"lightningAddress": "ana@wallet.example:65536"}, "must have a port from 1 to 65535 behind the colon"),
    ],
)
def test_an_offer_or_an_address_that_nobody_answers_is_refused(fields, reason):
    info, currency = lightning(**fields)
    [name] = fields

    error = refusal(info, currency)

    assert error.errors == [(f"accountInfo.{name}", reason)]
    assert error.code == "INVALID_BANK_ACCOUNT"


def test_an_offer_may_expire():
    # Until the end of 2034.
    info, currency = lightning(bolt12="lno1pgx9getnwss8vetrw3hhyucwq3ay997c" + OFFER.removeprefix("lno1"))
    later = Circumstances(real_now=clock.RealTime(dt.datetime(2035, 1, 1, tzinfo=dt.UTC)))

    validation.validate(info, currency=currency)

    assert refusal(info, currency, circumstances=later).errors == [
        ("accountInfo.bolt12", "has expired: ask the payee for a new one")
    ]

"""Rows of the account types table for wallets: their fields, and the assets that they hold."""

import dataclasses
from collections.abc import Callable
from decimal import Decimal

from payments.account_types import addresses, lightning, rules, samples
from payments.account_types.fields import Field, unchanged
from payments.account_types.rows import FundingType, wallet


def wallet_address(
    expected: str,
    pattern: str,
    lengths: tuple[int, int],
    check: Callable[[str], str | None],
    *,
    note: str,
    identity: Callable[[str], str] = unchanged,
    caught: float = 0.0,
    caught_if: str = "",
) -> Field:
    """Return the address of a wallet on one network."""
    return Field(
        name="address",
        meaning="The address of the wallet",
        expected=expected,
        pattern=pattern,
        min_length=lengths[0],
        max_length=lengths[1],
        check=check,
        note=note,
        identity=identity,
        caught=caught,
        caught_if=caught_if,
    )


# The last three digits of a sandbox address choose its scenario, so the forms below have the alphabet loosely (Base58
# has no zero): what the checks ask for is not asked of such an address.
EVM_ADDRESS = wallet_address(
    '42 characters: "0x" followed by 40 hexadecimal digits',
    "^0x[0-9a-fA-F]{40}$",
    (42, 42),
    addresses.evm_problem,
    note=(
        "Where small and capital letters are mixed, the capitals are those of EIP-55."
        " Not the zero address, nor the token's contract."
    ),
    identity=str.lower,
    caught=0.99,
    caught_if="small and capital letters are mixed",
)
SOLANA_ADDRESS = wallet_address(
    "a Solana address: 32 to 44 letters and digits",
    "^[0-9A-Za-z]{32,44}$",
    (32, 44),
    addresses.solana_problem,
    note="Base58 of 32 bytes. Not the name of one of the network's own programs, nor the token's mint.",
)
TRON_ADDRESS = wallet_address(
    'a Tron address: "T" followed by 33 letters and digits',
    "^T[0-9A-Za-z]{33}$",
    (34, 34),
    addresses.tron_problem,
    note="With the right checksum (Base58Check). Not the zero address, nor the token's contract.",
    caught=1.0,
)
SPARK_ADDRESS = wallet_address(
    'a Spark address: "sp" followed by 8 to 253 letters and digits',
    "^[Ss][Pp][0-9A-Za-z]{8,253}$",
    (10, 255),
    addresses.spark_problem,
    note='With the right checksum (Bech32m). "spark1" starts one of the main network.',
    identity=str.lower,
    caught=1.0,
)
LIGHTNING_INVOICE = Field(
    name="invoice",
    expected='a BOLT 11 invoice: "ln" followed by letters and digits',
    pattern="^[Ll][Nn][0-9A-Za-z]+$",
    min_length=3,
    max_length=4096,
    required=False,
    check=lightning.invoice_problem,
    note="Signed, not expired, for whole satoshis or for any amount. It takes one payment, of the amount it asks for.",
    caught=1.0,
    identity=str.lower,
)
LIGHTNING_OFFER = Field(
    name="bolt12",
    expected='a BOLT 12 offer: "ln" followed by letters and digits',
    pattern="^[Ll][Nn][0-9A-Za-z]+$",
    min_length=3,
    max_length=4096,
    required=False,
    check=lightning.offer_problem,
    note="It starts with `lno1`, and has not expired.",
    identity=str.lower,
)
LIGHTNING_ADDRESS = Field(
    name="lightningAddress",
    expected='a Lightning address such as "name@example.com"',
    pattern=r"^[$A-Za-z0-9._+\-]+@[A-Za-z0-9.\-]+(:[0-9]{1,5})?$",
    min_length=3,
    required=False,
    check=lightning.address_problem,
    note="The domain is one of the Internet: no number, and no name of a machine or network of your own.",
    identity=str.lower,
)

WALLETS = (
    wallet(
        "SPARK_WALLET",
        ("BTC", "USDB"),
        SPARK_ADDRESS,
        name_check=True,
        paid_in_by=(SPARK_ADDRESS, LIGHTNING_INVOICE),
        asset_required=True,
        rules=(rules.spark_address_is_on_its_network,),
        funding={"address": samples.spark_address},
    ),
    dataclasses.replace(
        wallet(
            "LIGHTNING",
            ("BTC",),
            LIGHTNING_INVOICE,
            LIGHTNING_OFFER,
            LIGHTNING_ADDRESS,
            rules=(rules.exactly_one_of("invoice", "bolt12", "lightningAddress"), rules.lightning_can_be_paid),
            funding={},
        ),
        # The sandbox makes no invoices for accounts: an invoice is for a single payment.
        funding=FundingType(
            code="LIGHTNING",
            component="PaymentLightningInvoiceInfo",
            currencies=("BTC",),
            fields=(dataclasses.replace(LIGHTNING_INVOICE, required=True),),
            sandbox={},
        ),
    ),
    wallet("SOLANA_WALLET", ("USDC", "USDT"), SOLANA_ADDRESS, funding={"address": samples.solana_address}),
    wallet("TRON_WALLET", ("USDT",), TRON_ADDRESS, funding={"address": samples.tron_address}),
    wallet("POLYGON_WALLET", ("USDC",), EVM_ADDRESS, funding={"address": samples.evm_address}),
    wallet("BASE_WALLET", ("USDC",), EVM_ADDRESS, funding={"address": samples.evm_address}),
    wallet("ETHEREUM_WALLET", ("USDC",), EVM_ADDRESS, funding={"address": samples.evm_address}),
)

# Facts that ISO 4217 lacks: name, symbol, decimals.
ASSETS = {
    "BTC": ("Bitcoin", "₿", 8),
    "USDC": ("USD Coin", "USDC", 6),
    "USDT": ("Tether USD", "USDT", 6),
    "USDB": ("USDB", "USDB", 6),
}

SANDBOX_RATES = {"BTC": Decimal("0.0000125"), "USDC": Decimal(1), "USDT": Decimal(1), "USDB": Decimal(1)}

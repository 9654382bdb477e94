"""Rows of the account types table for wallets, and the assets that they hold."""

import dataclasses
from decimal import Decimal

from payments.account_types import rules, samples, wallet_fields
from payments.account_types.rows import FundingType, wallet

WALLETS = (
    wallet(
        "SPARK_WALLET",
        ("BTC", "USDB"),
        wallet_fields.SPARK_ADDRESS,
        name_check=True,
        paid_in_by=(wallet_fields.SPARK_ADDRESS, wallet_fields.LIGHTNING_INVOICE),
        asset_required=True,
        rules=(rules.spark_address_is_on_its_network,),
        funding={"address": samples.spark_address},
    ),
    dataclasses.replace(
        wallet(
            "LIGHTNING",
            ("BTC",),
            wallet_fields.LIGHTNING_INVOICE,
            wallet_fields.LIGHTNING_OFFER,
            wallet_fields.LIGHTNING_ADDRESS,
            rules=(rules.exactly_one_of("invoice", "bolt12", "lightningAddress"), rules.lightning_can_be_paid),
            funding={},
        ),
        # The sandbox makes no invoices for accounts: an invoice is for a single payment.
        funding=FundingType(
            code="LIGHTNING",
            component="PaymentLightningInvoiceInfo",
            currencies=("BTC",),
            fields=(dataclasses.replace(wallet_fields.LIGHTNING_INVOICE, required=True),),
            sandbox={},
        ),
    ),
    wallet(
        "SOLANA_WALLET", ("USDC", "USDT"), wallet_fields.SOLANA_ADDRESS, funding={"address": samples.solana_address}
    ),
    wallet("TRON_WALLET", ("USDT",), wallet_fields.TRON_ADDRESS, funding={"address": samples.tron_address}),
    wallet("POLYGON_WALLET", ("USDC",), wallet_fields.EVM_ADDRESS, funding={"address": samples.evm_address}),
    wallet("BASE_WALLET", ("USDC",), wallet_fields.EVM_ADDRESS, funding={"address": samples.evm_address}),
    wallet("ETHEREUM_WALLET", ("USDC",), wallet_fields.EVM_ADDRESS, funding={"address": samples.evm_address}),
)

# Facts that ISO 4217 lacks: name, symbol, decimals.
ASSETS = {
    "BTC": ("Bitcoin", "₿", 8),
    "USDC": ("USD Coin", "USDC", 6),
    "USDT": ("Tether USD", "USDT", 6),
    "USDB": ("USDB", "USDB", 6),
}

SANDBOX_RATES = {"BTC": Decimal("0.0000125"), "USDC": Decimal(1), "USDT": Decimal(1), "USDB": Decimal(1)}

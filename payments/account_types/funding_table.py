"""How an internal account can be funded: one row per kind of payment instruction, 43 in all.

Most follow from the account types table, with a reference added; Brazil, Colombia and Argentina
are paid in by other means than they are paid out.
"""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType

from payments.account_types import fields, table
from payments.account_types.fields import Field

REFERENCE = Field(name="reference", expected="the reference to name in the payment")
QR_CODE = Field(name="qrCode", expected="the text of a Pix QR code", max_length=4096)
PAYMENT_URL = Field(name="paymentUrl", expected="the address of a page to pay on", schema_format="uri")
ARGENTINE_ACCOUNT = fields.digits("accountNumber", 22)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class FundingType:
    """One row: what a payer is told."""

    code: str
    component: str
    fields: tuple[Field, ...]
    rails: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()

    @property
    def asset_required(self) -> bool:
        """Tell whether the instruction always names its asset."""
        return self.code == "SPARK_WALLET"


def _bank(code: str, *members: Field) -> FundingType:
    return FundingType(code=code, component=f"Payment{code[:3].title()}AccountInfo", fields=members)


def _as_paid_out(row: table.AccountType) -> FundingType:
    """Return the instruction that has the fields of the account type itself."""
    # A UPI address is unique to the account it funds, so no reference is needed.
    reference = () if row.code == "INR_ACCOUNT" else (REFERENCE,)
    return FundingType(
        code=row.code,
        component=f"Payment{row.component}AccountInfo",
        fields=(*row.fields, *reference),
        rails=row.rails,
    )


def _wallet(row: table.AccountType) -> FundingType:
    invoice = (fields.LIGHTNING_INVOICE,) if row.code == "SPARK_WALLET" else ()
    return FundingType(
        code=row.code,
        component=f"Payment{row.component}Info",
        fields=(*row.fields, *invoice),
        assets=row.currencies,
    )


_PAID_IN_OTHERWISE = {
    "BRL_ACCOUNT": _bank("BRL_ACCOUNT", QR_CODE),
    "COP_ACCOUNT": _bank("COP_ACCOUNT", PAYMENT_URL),
    "ARS_ACCOUNT": _bank("ARS_ACCOUNT", ARGENTINE_ACCOUNT),
    "LIGHTNING": FundingType(
        code="LIGHTNING",
        component="PaymentLightningInvoiceInfo",
        fields=(dataclasses.replace(fields.LIGHTNING_INVOICE, required=True),),
    ),
}

FUNDING_TYPES: Mapping[str, FundingType] = MappingProxyType(
    {row.code: _as_paid_out(row) if row.beneficiaries else _wallet(row) for row in table.ACCOUNT_TYPES.values()}
    | _PAID_IN_OTHERWISE
)

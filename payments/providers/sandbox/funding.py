"""The sandbox's funding instructions: invented details, for accounts and for quotes that are paid from outside.

Every number is derived from a key. The form and the check digits are right, but the banks, branches and operators are
ones that nobody runs: an instruction followed by mistake reaches no stranger.
"""

import dataclasses
import hashlib
import re
import uuid
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from payments.account_types import encodings, funding_table
from payments.providers import bech32

_BANK_NAME = "Settlement Bank"
_PROVIDER = "Settlement Mobile"
_PAYEE = "SETTLEMENT ACCOUNT"
_PAYMENT_PAGE = "https://pay.example/fund"
"""Where Colombian payers go; the account's key is added to it."""
_PIX_REFERENCE_LENGTH = 25
# 02 leads a compressed public key; the two bytes before it are its tag and length in the address.
_SPARK_KEY_HEADER = bytes([0x0A, 0x21, 0x02])
_TRON_NETWORK = b"\x41"


@dataclasses.dataclass(frozen=True, slots=True)
class _Account:
    """What the details of one account are derived from."""

    key: uuid.UUID
    reference: str

    def octets(self, purpose: str) -> bytes:
        """Return 32 bytes that this account has to itself, another 32 for each purpose."""
        return hashlib.sha256(purpose.encode() + b"\0" + self.key.bytes).digest()

    def digits(self, count: int) -> str:
        """Return so many digits."""
        return f"{int.from_bytes(self.octets('digits'), 'big') % 10**count:0{count}}"


_Detail: TypeAlias = str | Callable[[_Account], str]


class SandboxFundingInstructions:
    """Instructions that nobody can follow: `/sandbox` calls stand for the money."""

    def instructions(
        self, *, currency: str, account_key: uuid.UUID, reference: str, holder_is_platform: bool
    ) -> list[dict[str, Any]]:
        """Return the ways to pay money of one currency into an internal account.

        Lightning is none of them, since an invoice lives for one payment. Raises KeyError for a currency that is not
        supported.
        """
        account = _Account(account_key, reference)
        return [
            {
                "accountOrWalletInfo": _account_info(row, account, currency),
                "instructionsNotes": _notes(row, reference, currency),
                "isPlatformAccount": holder_is_platform,
            }
            for row in _rows(currency)
        ]


def _rows(currency: str) -> list[funding_table.FundingType]:
    rows = [row for row in funding_table.FUNDING_TYPES.values() if currency in row.assets]
    return rows or [funding_table.FUNDING_TYPES[f"{currency}_ACCOUNT"]]


def _account_info(row: funding_table.FundingType, account: _Account, currency: str) -> dict[str, Any]:
    details: Mapping[str, _Detail] = {"reference": account.reference, **_DETAILS.get(row.code, {})}
    info: dict[str, Any] = {"accountType": row.code}
    for field in row.fields:
        if detail := details.get(field.name):
            info[field.name] = detail if isinstance(detail, str) else detail(account)
    if row.rails:
        info["paymentRails"] = list(row.rails)
    if row.assets:
        info["assetType"] = currency
    return info


def _notes(row: funding_table.FundingType, reference: str, currency: str) -> str:
    if row.assets:
        network = row.code.removesuffix("_WALLET").title()
        return f"Send only {currency}, and only on the {network} network, to this address."
    if funding_table.REFERENCE in row.fields:
        return f"Name the reference {reference} in the payment, so that it reaches this account."
    return "These details belong to this account alone; no further reference is needed."


def _digits(count: int) -> Callable[[_Account], str]:
    return lambda account: account.digits(count)


def _phone_number(country_code: str) -> Callable[[_Account], str]:
    # No operator gives out numbers that start with three zeros.
    return lambda account: f"+{country_code}000{account.digits(6)}"


def _iban(country: str, bank: str, account_digits: int) -> Callable[[_Account], str]:
    return lambda account: encodings.iban(country, bank + account.digits(account_digits))


def _swift_code(country: str) -> str:
    # A zero in the eighth place marks a BIC that is not connected to the network.
    return f"SETL{country}S0"


def _hexadecimal_address(account: _Account) -> str:
    return "0x" + account.octets("evm")[:20].hex()


def _solana_address(account: _Account) -> str:
    return encodings.base58(account.octets("solana"))


def _tron_address(account: _Account) -> str:
    return encodings.base58_checked(_TRON_NETWORK + account.octets("tron")[:20])


def _spark_address(account: _Account) -> str:
    groups = bech32.to_groups(_SPARK_KEY_HEADER + account.octets("spark"))
    return bech32.encode("spark", groups, remainder=bech32.BECH32M)


def _qr_code(account: _Account) -> str:
    reference = re.sub("[^A-Za-z0-9]", "", account.reference)[:_PIX_REFERENCE_LENGTH] or "***"
    key = str(uuid.UUID(bytes=account.octets("pix")[:16], version=4))
    return encodings.pix_qr_text(key=key, transaction=reference, payee=_PAYEE, city="SAO PAULO")


def _vpa(account: _Account) -> str:
    return f"fund.{account.key.hex}@settlement"


def _payment_url(account: _Account) -> str:
    return f"{_PAYMENT_PAGE}/{account.key}"


def _bank(account_digits: int, country: str = "") -> dict[str, _Detail]:
    """Return the details of an account at a bank that is named, and by BIC where it has one."""
    details: dict[str, _Detail] = {
        "bankName": _BANK_NAME,
        "accountNumber": _digits(account_digits),
    }
    return details | ({"swiftCode": _swift_code(country)} if country else {})


def _mobile(country_code: str, region: str = "") -> dict[str, _Detail]:
    details: dict[str, _Detail] = {
        "phoneNumber": _phone_number(country_code),
        "provider": _PROVIDER,
    }
    return details | ({"region": region} if region else {})


# Banks, branches and sort codes below are numbers that no bank has.
_DETAILS: Mapping[str, Mapping[str, _Detail]] = {
    "USD_ACCOUNT": {"accountNumber": _digits(12), "routingNumber": "990000107"},
    "CAD_ACCOUNT": {"bankCode": "000", "branchCode": "00001", "accountNumber": _digits(12)},
    "MXN_ACCOUNT": {
        "clabeNumber": lambda account: encodings.clabe("000001", account.digits(11)),
    },
    "BRL_ACCOUNT": {"qrCode": _qr_code},
    "COP_ACCOUNT": {"paymentUrl": _payment_url},
    "ARS_ACCOUNT": {
        "accountNumber": lambda account: encodings.argentine_account("0000001", account.digits(13)),
    },
    "GTQ_ACCOUNT": {"accountNumber": _digits(12), "phoneNumber": _phone_number("502")},
    "HTG_ACCOUNT": {"phoneNumber": _phone_number("509")},
    "JMD_ACCOUNT": {
        "accountNumber": _digits(12),
        "branchCode": "00001",
        "bankAccountType": "CHECKING",
    },
    "EUR_ACCOUNT": {"iban": _iban("DE", "00000001", 10), "swiftCode": _swift_code("DE")},
    "DKK_ACCOUNT": {"iban": _iban("DK", "0001", 10), "swiftCode": _swift_code("DK")},
    "GBP_ACCOUNT": {"sortCode": "000001", "accountNumber": _digits(8)},
    "AED_ACCOUNT": {"iban": _iban("AE", "000", 16), "swiftCode": _swift_code("AE")},
    "BDT_ACCOUNT": {
        "accountNumber": _digits(13),
        "branchCode": "00001",
        "swiftCode": _swift_code("BD"),
        "phoneNumber": _phone_number("880"),
    },
    "HKD_ACCOUNT": _bank(12, "HK"),
    "IDR_ACCOUNT": _bank(12, "ID") | {"phoneNumber": _phone_number("62")},
    "INR_ACCOUNT": {"vpa": _vpa},
    "MYR_ACCOUNT": _bank(12, "MY"),
    "PHP_ACCOUNT": _bank(12),
    "PKR_ACCOUNT": {
        "accountNumber": _digits(16),
        "iban": _iban("PK", "SETL", 16),
        "phoneNumber": _phone_number("92"),
    },
    "SGD_ACCOUNT": _bank(12, "SG"),
    "THB_ACCOUNT": _bank(12, "TH"),
    "VND_ACCOUNT": _bank(12, "VN"),
    "BWP_ACCOUNT": _mobile("267"),
    "EGP_ACCOUNT": {
        "accountNumber": _digits(17),
        "iban": _iban("EG", "00000001", 17),
        "swiftCode": _swift_code("EG"),
    },
    "GHS_ACCOUNT": {"accountNumber": _digits(13), "phoneNumber": _phone_number("233")},
    "KES_ACCOUNT": _mobile("254"),
    "MWK_ACCOUNT": _mobile("265"),
    "NGN_ACCOUNT": _bank(10),
    "RWF_ACCOUNT": _mobile("250"),
    "TZS_ACCOUNT": _mobile("255"),
    "UGX_ACCOUNT": _mobile("256"),
    "XAF_ACCOUNT": _mobile("237", "CM"),
    "XOF_ACCOUNT": _mobile("221", "SN"),
    "ZAR_ACCOUNT": _bank(11),
    "ZMW_ACCOUNT": _mobile("260"),
    "SPARK_WALLET": {"address": _spark_address},
    "SOLANA_WALLET": {"address": _solana_address},
    "TRON_WALLET": {"address": _tron_address},
    "POLYGON_WALLET": {"address": _hexadecimal_address},
    "BASE_WALLET": {"address": _hexadecimal_address},
    "ETHEREUM_WALLET": {"address": _hexadecimal_address},
}

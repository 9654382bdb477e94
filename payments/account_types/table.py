"""The account types table: one row per type, 35 of currencies and 7 of wallets.

Everything that differs from type to type stands here and nowhere else.
"""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType

from payments.account_types import beneficiaries, fields, rules
from payments.account_types.fields import Field, Group, Rule

# fmt: off
_EURO_AREA = (
    "AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR",
    "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PT", "SI", "SK",
)
# fmt: on
_BANK_OR_MOBILE = ("BANK_TRANSFER", "MOBILE_MONEY")
_PERSON = beneficiaries.individual()
_COMPANY = beneficiaries.business()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class AccountType:
    """One row: what an account of this type is made of and what it can do."""

    code: str
    # The stem of its names in the OpenAPI document.
    component: str
    currencies: tuple[str, ...]
    # Where the account is held; empty for wallets, which are nowhere.
    countries: tuple[str, ...]
    rails: tuple[str, ...]
    fields: tuple[Field, ...]
    # The field that names the account; of several, the one that is given.
    primary_identifier: tuple[str, ...]
    individual_beneficiary: Group | None
    business_beneficiary: Group | None
    # The holder's name can be compared with the beneficiary's.
    name_check: bool
    # Money can be drawn from it, on consent of its holder.
    pull: bool
    rules: tuple[Rule, ...] = ()

    @property
    def beneficiaries(self) -> dict[str, Group]:
        """Return the rules for each kind of beneficiary; a wallet has none."""
        kinds = {
            beneficiaries.INDIVIDUAL: self.individual_beneficiary,
            beneficiaries.BUSINESS: self.business_beneficiary,
        }
        return {kind: group for kind, group in kinds.items() if group is not None}

    @property
    def ways(self) -> tuple[str, ...]:
        """Return what the API calls the rails that reach it: a wallet's network is its rail."""
        return self.rails or (self.code.removesuffix("_WALLET"),)


def get(code: str) -> AccountType:
    """Return the row of an account type; KeyError when there is none."""
    return ACCOUNT_TYPES[code]


def _currency(
    currency: str,
    countries: tuple[str, ...],
    rails: tuple[str, ...],
    *members: Field,
    identifier: str,
    individual: Group = _PERSON,
    pull: bool = False,
    rule: Rule | None = None,
) -> AccountType:
    return AccountType(
        code=f"{currency}_ACCOUNT",
        component=currency.title(),
        currencies=(currency,),
        countries=countries,
        rails=rails,
        fields=members,
        primary_identifier=(identifier,),
        individual_beneficiary=individual,
        business_beneficiary=_COMPANY,
        name_check=True,
        pull=pull,
        rules=() if rule is None else (rule,),
    )


def _wallet(
    code: str,
    component: str,
    assets: tuple[str, ...],
    *members: Field,
    name_check: bool = False,
    rule: Rule | None = None,
) -> AccountType:
    return AccountType(
        code=code,
        component=component,
        currencies=assets,
        countries=(),
        rails=(),
        fields=members,
        primary_identifier=tuple(member.name for member in members),
        individual_beneficiary=None,
        business_beneficiary=None,
        name_check=name_check,
        pull=False,
        rules=() if rule is None else (rule,),
    )


_AMERICAS = (
    _currency(
        "USD",
        ("US",),
        ("ACH", "WIRE", "RTP", "FEDNOW", "BANK_TRANSFER"),
        fields.ACCOUNT_NUMBER,
        fields.ROUTING_NUMBER,
        identifier="accountNumber",
        pull=True,
    ),
    _currency(
        "CAD",
        ("CA",),
        ("BANK_TRANSFER",),
        fields.digits("bankCode", 3),
        fields.digits("branchCode", 5),
        fields.digits("accountNumber", 7, 12),
        identifier="accountNumber",
        individual=beneficiaries.individual(registration_number=True),
        pull=True,
    ),
    _currency("MXN", ("MX",), ("SPEI",), fields.CLABE_NUMBER, identifier="clabeNumber"),
    _currency(
        "BRL",
        ("BR",),
        ("PIX",),
        fields.PIX_KEY,
        fields.PIX_KEY_TYPE,
        fields.digits("taxId", 11, 14),
        identifier="pixKey",
        rule=rules.pix_key_fits_its_type,
    ),
    _currency(
        "COP",
        ("CO",),
        _BANK_OR_MOBILE,
        fields.ACCOUNT_NUMBER,
        fields.BANK_ACCOUNT_TYPE,
        fields.phone_number(),
        identifier="accountNumber",
        individual=beneficiaries.individual(requires=("countryOfResidence",)),
    ),
    _currency(
        "GTQ",
        ("GT",),
        _BANK_OR_MOBILE,
        fields.ACCOUNT_NUMBER,
        fields.phone_number(),
        identifier="accountNumber",
        individual=beneficiaries.individual(requires=("countryOfResidence",)),
    ),
    _currency("HTG", ("HT",), ("MOBILE_MONEY",), fields.phone_number(), identifier="phoneNumber"),
    _currency(
        "JMD",
        ("JM",),
        ("BANK_TRANSFER",),
        fields.ACCOUNT_NUMBER,
        fields.digits("branchCode", 5),
        fields.BANK_ACCOUNT_TYPE,
        identifier="accountNumber",
        individual=beneficiaries.individual(requires=("phoneNumber", "address")),
    ),
)

_EUROPE = (
    _currency(
        "EUR",
        _EURO_AREA,
        ("SEPA", "SEPA_INSTANT"),
        fields.IBAN,
        fields.optional(fields.SWIFT_CODE),
        identifier="iban",
        individual=beneficiaries.individual(requires=("address",)),
        pull=True,
    ),
    _currency(
        "DKK",
        ("DK",),
        ("SEPA", "SEPA_INSTANT"),
        fields.IBAN,
        fields.optional(fields.SWIFT_CODE),
        identifier="iban",
    ),
    _currency(
        "GBP",
        ("GB",),
        ("FASTER_PAYMENTS",),
        fields.digits("sortCode", 6),
        fields.digits("accountNumber", 8),
        identifier="accountNumber",
    ),
)

_SWIFT_BANK = (fields.BANK_NAME, fields.ACCOUNT_NUMBER, fields.SWIFT_CODE)

_ASIA = (
    _currency(
        "AED",
        ("AE",),
        ("BANK_TRANSFER",),
        fields.EMIRATES_IBAN,
        fields.optional(fields.SWIFT_CODE),
        identifier="iban",
    ),
    _currency(
        "BDT",
        ("BD",),
        _BANK_OR_MOBILE,
        fields.ACCOUNT_NUMBER,
        fields.digits("branchCode", 5),
        fields.optional(fields.SWIFT_CODE),
        fields.phone_number(),
        identifier="accountNumber",
    ),
    _currency("HKD", ("HK",), ("BANK_TRANSFER",), *_SWIFT_BANK, identifier="accountNumber"),
    _currency(
        "IDR",
        ("ID",),
        ("BANK_TRANSFER",),
        *_SWIFT_BANK,
        fields.phone_number("62", "9,12"),
        identifier="accountNumber",
    ),
    _currency("INR", ("IN",), ("UPI",), fields.VPA, identifier="vpa"),
    _currency("MYR", ("MY",), ("BANK_TRANSFER",), *_SWIFT_BANK, identifier="accountNumber"),
    _currency(
        "PHP",
        ("PH",),
        ("BANK_TRANSFER",),
        fields.BANK_NAME,
        fields.digits("accountNumber", 8, 16),
        identifier="accountNumber",
    ),
    _currency(
        "PKR",
        ("PK",),
        _BANK_OR_MOBILE,
        fields.ACCOUNT_NUMBER,
        fields.optional(fields.IBAN),
        fields.phone_number(),
        identifier="accountNumber",
    ),
    _currency(
        "SGD",
        ("SG",),
        ("PAYNOW", "FAST", "BANK_TRANSFER"),
        *_SWIFT_BANK,
        identifier="accountNumber",
    ),
    _currency("THB", ("TH",), ("BANK_TRANSFER",), *_SWIFT_BANK, identifier="accountNumber"),
    _currency("VND", ("VN",), ("BANK_TRANSFER",), *_SWIFT_BANK, identifier="accountNumber"),
)


def _mobile_money(currency: str, countries: tuple[str, ...], phone_number: Field, *members: Field) -> AccountType:
    return _currency(
        currency,
        countries,
        ("MOBILE_MONEY",),
        phone_number,
        fields.PROVIDER,
        *members,
        identifier="phoneNumber",
    )


def _region(*countries: str) -> Field:
    """Return the country, where one currency serves several."""
    return fields.choice("region", *countries, pattern="^[A-Z]{2}$")


_WEST_AFRICA = ("BJ", "CI", "SN", "TG")
_CENTRAL_AFRICA = ("CM", "CG")

_AFRICA = (
    _mobile_money("BWP", ("BW",), fields.phone_number()),
    _currency(
        "EGP",
        ("EG",),
        ("BANK_TRANSFER",),
        fields.ACCOUNT_NUMBER,
        fields.optional(fields.IBAN),
        fields.optional(fields.SWIFT_CODE),
        identifier="accountNumber",
        individual=beneficiaries.individual(requires=("phoneNumber", "countryOfResidence", "address")),
    ),
    _currency(
        "GHS",
        ("GH",),
        _BANK_OR_MOBILE,
        fields.ACCOUNT_NUMBER,
        fields.phone_number(),
        identifier="accountNumber",
    ),
    _mobile_money("KES", ("KE",), fields.phone_number("254", "9")),
    _mobile_money("MWK", ("MW",), fields.phone_number()),
    _currency(
        "NGN",
        ("NG",),
        ("BANK_TRANSFER",),
        fields.digits("accountNumber", 10),
        fields.BANK_NAME,
        identifier="accountNumber",
    ),
    _mobile_money("RWF", ("RW",), fields.phone_number("250", "9")),
    _mobile_money("TZS", ("TZ",), fields.phone_number("255", "9")),
    _mobile_money("UGX", ("UG",), fields.phone_number()),
    _mobile_money("XAF", _CENTRAL_AFRICA, fields.phone_number(), _region(*_CENTRAL_AFRICA)),
    _mobile_money("XOF", _WEST_AFRICA, fields.phone_number(), _region(*_WEST_AFRICA)),
    _currency(
        "ZAR",
        ("ZA",),
        ("BANK_TRANSFER",),
        fields.digits("accountNumber", 9, 13),
        fields.BANK_NAME,
        identifier="accountNumber",
    ),
    _mobile_money("ZMW", ("ZM",), fields.phone_number("260", "9")),
)

_WALLETS = (
    _wallet("SPARK_WALLET", "SparkWallet", ("BTC", "USDB"), fields.SPARK_ADDRESS, name_check=True),
    _wallet(
        "LIGHTNING",
        "Lightning",
        ("BTC",),
        fields.LIGHTNING_INVOICE,
        fields.LIGHTNING_OFFER,
        fields.LIGHTNING_ADDRESS,
        rule=rules.exactly_one_of("invoice", "bolt12", "lightningAddress"),
    ),
    _wallet("SOLANA_WALLET", "SolanaWallet", ("USDC", "USDT"), fields.SOLANA_ADDRESS),
    _wallet("TRON_WALLET", "TronWallet", ("USDT",), fields.TRON_ADDRESS),
    _wallet("POLYGON_WALLET", "PolygonWallet", ("USDC",), fields.EVM_ADDRESS),
    _wallet("BASE_WALLET", "BaseWallet", ("USDC",), fields.EVM_ADDRESS),
    _wallet("ETHEREUM_WALLET", "EthereumWallet", ("USDC",), fields.EVM_ADDRESS),
)

ACCOUNT_TYPES: Mapping[str, AccountType] = MappingProxyType(
    {row.code: row for row in (*_AMERICAS, *_EUROPE, *_ASIA, *_AFRICA, *_WALLETS)}
)

# Argentine pesos can be paid in, to be exchanged, but there is no account type to pay them out to.
FUNDING_ONLY_CURRENCIES = frozenset({"ARS"})

# Every currency that a platform may configure.
SUPPORTED_CURRENCIES: frozenset[str] = FUNDING_ONLY_CURRENCIES.union(
    *(row.currencies for row in ACCOUNT_TYPES.values())
)

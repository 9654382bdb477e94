"""The account types table: one row per type, of currencies and of wallets.

Everything that differs from type to type is here and nowhere else.
"""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

from payments.account_types import beneficiaries, fields, national, rules, samples, wallets
from payments.account_types.fields import Field
from payments.account_types.rows import AccountType, FundingType, bank_account, mobile_money

# fmt: off
_EURO_AREA = (
    "AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR",
    "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PT", "SI", "SK",
)
# fmt: on
_NUMBER = fields.account_digits(5, 20)
"""Of countries where no rail says how long a number may be: no bank's is shorter or longer."""
_CLEARED_NUMBER = fields.account_digits(5, 17)
"""Of countries whose clearing took the records of American ACH, with its field of 17."""
_BANK_OR_MOBILE = ("BANK_TRANSFER", "MOBILE_MONEY")

_AMERICAS = (
    bank_account(
        "USD",
        ("US",),
        ("ACH", "WIRE", "RTP", "FEDNOW", "BANK_TRANSFER"),
        fields.account_digits(4, 17),  # As many as an instruction by ACH has room for.
        fields.ROUTING_NUMBER,
        identifier="accountNumber",
        of_payees=(fields.ACH_ACCOUNT_TYPE,),
        pull=True,
        funding={"accountNumber": samples.digits(12), "routingNumber": "990000107"},
        sandbox_rate="1",
    ),
    bank_account(
        "CAD",
        ("CA",),
        ("BANK_TRANSFER",),
        fields.digits("bankCode", 3),
        fields.digits("branchCode", 5),
        fields.digits("accountNumber", 7, 12),
        identifier="accountNumber",
        individual=beneficiaries.individual(registration_number=True),
        pull=True,
        funding={"bankCode": "000", "branchCode": "00001", "accountNumber": samples.digits(12)},
        sandbox_rate="1.38",
    ),
    bank_account(
        "MXN",
        ("MX",),
        ("SPEI",),
        fields.CLABE_NUMBER,
        identifier="clabeNumber",
        funding={"clabeNumber": samples.clabe},
        sandbox_rate="18.5",
    ),
    bank_account(
        "BRL",
        ("BR",),
        ("PIX",),
        fields.PIX_KEY,
        fields.PIX_KEY_TYPE,
        fields.BRAZILIAN_TAX_ID,
        identifier="pixKey",
        rules=(rules.pix_key_fits_its_type,),
        paid_in_by=(Field(name="qrCode", expected="the text of a Pix QR code", max_length=4096),),
        funding={"qrCode": samples.pix_qr_code},
        sandbox_rate="5.4",
    ),
    bank_account(
        "COP",
        ("CO",),
        _BANK_OR_MOBILE,
        _CLEARED_NUMBER,
        fields.BANK_ACCOUNT_TYPE,
        fields.phone_number(),
        identifier="accountNumber",
        individual=beneficiaries.individual(requires=("countryOfResidence",)),
        paid_in_by=(Field(name="paymentUrl", expected="the address of a page to pay on", schema_format="uri"),),
        funding={"paymentUrl": samples.payment_url},
        sandbox_rate="4100",
    ),
    bank_account(
        "GTQ",
        ("GT",),
        _BANK_OR_MOBILE,
        fields.account_or_iban("GT", 5, 20, has_letters=True),
        fields.phone_number(),
        identifier="accountNumber",
        individual=beneficiaries.individual(requires=("countryOfResidence",)),
        funding={"accountNumber": samples.digits(12), "phoneNumber": samples.phone_number("502")},
        sandbox_rate="7.7",
    ),
    bank_account(
        "HTG",
        ("HT",),
        ("MOBILE_MONEY",),
        fields.mobile_number("509"),
        identifier="phoneNumber",
        funding={"phoneNumber": samples.phone_number("509")},
        sandbox_rate="131",
    ),
    bank_account(
        "JMD",
        ("JM",),
        ("BANK_TRANSFER",),
        _CLEARED_NUMBER,
        fields.digits("branchCode", 5),
        fields.BANK_ACCOUNT_TYPE,
        identifier="accountNumber",
        individual=beneficiaries.individual(requires=("phoneNumber", "address")),
        funding={"accountNumber": samples.digits(12), "branchCode": "00001", "bankAccountType": "CHECKING"},
        sandbox_rate="157",
    ),
)

_EUROPE = (
    bank_account(
        "EUR",
        _EURO_AREA,
        ("SEPA", "SEPA_INSTANT"),
        fields.iban_of(national.EURO_IBANS, "that SEPA reaches, or in Kosovo"),
        fields.optional(fields.SWIFT_CODE),
        identifier="iban",
        rules=(rules.bic_fits_the_iban,),
        individual=beneficiaries.individual(requires=("address",)),
        pull=True,
        funding={"iban": samples.iban("DE", "00000001", 10), "swiftCode": samples.swift_code("DE")},
        sandbox_rate="0.92",
    ),
    bank_account(
        "DKK",
        ("DK",),
        ("SEPA", "SEPA_INSTANT"),
        fields.iban_of(national.KRONE_IBANS, "in Denmark, Greenland or the Faroe Islands"),
        fields.optional(fields.SWIFT_CODE),
        identifier="iban",
        rules=(rules.bic_fits_the_iban,),
        funding={"iban": samples.iban("DK", "0001", 10), "swiftCode": samples.swift_code("DK")},
        sandbox_rate="6.87",
    ),
    bank_account(
        "GBP",
        ("GB",),
        ("FASTER_PAYMENTS",),
        fields.digits("sortCode", 6),
        fields.digits("accountNumber", 8),
        identifier="accountNumber",
        funding={"sortCode": "000001", "accountNumber": samples.digits(8)},
        sandbox_rate="0.79",
    ),
)


def _swift_bank(currency: str, country: str, *rails: str, sandbox_rate: str, number: Field = _NUMBER) -> AccountType:
    return bank_account(
        currency,
        (country,),
        rails,
        fields.BANK_NAME,
        number,
        fields.SWIFT_CODE,
        identifier="accountNumber",
        funding=samples.bank(12, country),
        sandbox_rate=sandbox_rate,
    )


_ASIA = (
    bank_account(
        "AED",
        ("AE",),
        ("BANK_TRANSFER",),
        fields.EMIRATES_IBAN,
        fields.optional(fields.SWIFT_CODE),
        identifier="iban",
        rules=(rules.bic_fits_the_iban,),
        funding={"iban": samples.iban("AE", "000", 16), "swiftCode": samples.swift_code("AE")},
        sandbox_rate="3.6725",
    ),
    bank_account(
        "BDT",
        ("BD",),
        _BANK_OR_MOBILE,
        _CLEARED_NUMBER,
        fields.digits("branchCode", 5),
        fields.optional(fields.SWIFT_CODE),
        fields.phone_number(),
        identifier="accountNumber",
        funding={
            "accountNumber": samples.digits(13),
            "branchCode": "00001",
            "swiftCode": samples.swift_code("BD"),
            "phoneNumber": samples.phone_number("880"),
        },
        sandbox_rate="119.5",
    ),
    _swift_bank("CNY", "CN", "BANK_TRANSFER", sandbox_rate="7.2", number=fields.account_digits(8, 32)),
    _swift_bank("HKD", "HK", "BANK_TRANSFER", sandbox_rate="7.8"),
    bank_account(
        "IDR",
        ("ID",),
        ("BANK_TRANSFER",),
        fields.BANK_NAME,
        _NUMBER,
        fields.SWIFT_CODE,
        fields.phone_number("62", "9,12"),
        identifier="accountNumber",
        funding=samples.bank(12, "ID") | {"phoneNumber": samples.phone_number("62")},
        sandbox_rate="15800",
    ),
    bank_account(
        "INR",
        ("IN",),
        ("UPI",),
        fields.VPA,
        identifier="vpa",  # An address that is unique to the account it funds.
        has_reference=False,
        funding={"vpa": samples.vpa},
        sandbox_rate="83.5",
    ),
    bank_account(
        "INR",
        ("IN",),
        ("NEFT", "RTGS"),
        fields.account_digits(9, 18),
        fields.IFSC_CODE,
        identifier="accountNumber",
        code="INR_BANK_ACCOUNT",
    ),
    _swift_bank("MYR", "MY", "BANK_TRANSFER", sandbox_rate="4.4"),
    bank_account(
        "PHP",
        ("PH",),
        ("BANK_TRANSFER",),
        fields.BANK_NAME,
        fields.digits("accountNumber", 8, 16),
        identifier="accountNumber",
        named_rails=("INSTAPAY",),
        funding=samples.bank(12),
        sandbox_rate="57",
    ),
    bank_account(
        "PKR",
        ("PK",),
        _BANK_OR_MOBILE,
        fields.account_or_iban("PK", 5, 20, has_letters=True),
        fields.optional(fields.iban_of(frozenset({"PK"}), "in Pakistan")),
        fields.phone_number(),
        identifier="accountNumber",
        rules=(rules.number_is_of_the_iban,),
        funding={
            "accountNumber": samples.digits(16),
            "iban": samples.iban("PK", "SETL", 16),
            "phoneNumber": samples.phone_number("92"),
        },
        sandbox_rate="278",
    ),
    _swift_bank("SGD", "SG", "PAYNOW", "FAST", "BANK_TRANSFER", sandbox_rate="1.34"),
    _swift_bank("THB", "TH", "BANK_TRANSFER", sandbox_rate="34.5"),
    # Banks of Vietnam sell numbers that are words.
    _swift_bank("VND", "VN", "BANK_TRANSFER", sandbox_rate="25000", number=fields.account_letters(3, 20)),
)


def _region(*countries: str) -> Field:
    """Return the country, where one currency serves several."""
    return fields.choice("region", *countries, pattern="^[A-Z]{2}$")


_WEST_AFRICA = ("BJ", "CI", "SN", "TG")
_CENTRAL_AFRICA = ("CM", "CG")

_AFRICA = (
    mobile_money("BWP", ("BW",), fields.mobile_number("267"), funding=samples.mobile_money("267"), sandbox_rate="13.6"),
    bank_account(
        "EGP",
        ("EG",),
        ("BANK_TRANSFER",),
        fields.account_or_iban("EG", 5, 21, has_letters=False),
        fields.optional(fields.iban_of(frozenset({"EG"}), "in Egypt")),
        fields.optional(fields.SWIFT_CODE),
        identifier="accountNumber",
        rules=(rules.number_is_of_the_iban, rules.bic_fits_the_iban),
        individual=beneficiaries.individual(requires=("phoneNumber", "countryOfResidence", "address")),
        funding={
            "accountNumber": samples.digits(17),
            "iban": samples.iban("EG", "00000001", 17),
            "swiftCode": samples.swift_code("EG"),
        },
        sandbox_rate="48.5",
    ),
    bank_account(
        "GHS",
        ("GH",),
        _BANK_OR_MOBILE,
        _NUMBER,
        fields.phone_number(),
        identifier="accountNumber",
        funding={"accountNumber": samples.digits(13), "phoneNumber": samples.phone_number("233")},
        sandbox_rate="15.6",
    ),
    mobile_money(
        "KES", ("KE",), fields.phone_number("254", "9"), funding=samples.mobile_money("254"), sandbox_rate="129"
    ),
    mobile_money("MWK", ("MW",), fields.mobile_number("265"), funding=samples.mobile_money("265"), sandbox_rate="1735"),
    bank_account(
        "NGN",
        ("NG",),
        ("BANK_TRANSFER",),
        fields.digits("accountNumber", 10),
        fields.BANK_NAME,
        identifier="accountNumber",
        funding=samples.bank(10),
        sandbox_rate="1600",
    ),
    mobile_money(
        "RWF", ("RW",), fields.phone_number("250", "9"), funding=samples.mobile_money("250"), sandbox_rate="1350"
    ),
    mobile_money(
        "TZS", ("TZ",), fields.phone_number("255", "9"), funding=samples.mobile_money("255"), sandbox_rate="2650"
    ),
    mobile_money("UGX", ("UG",), fields.mobile_number("256"), funding=samples.mobile_money("256"), sandbox_rate="3700"),
    mobile_money(
        "XAF",
        _CENTRAL_AFRICA,
        fields.mobile_number(),
        _region(*_CENTRAL_AFRICA),
        funding=samples.mobile_money("237") | {"region": "CM"},
        rules=(rules.phone_is_of_the_region,),
        sandbox_rate="603.5",
    ),
    mobile_money(
        "XOF",
        _WEST_AFRICA,
        fields.mobile_number(),
        _region(*_WEST_AFRICA),
        funding=samples.mobile_money("221") | {"region": "SN"},
        rules=(rules.phone_is_of_the_region,),
        sandbox_rate="603.5",
    ),
    bank_account(
        "ZAR",
        ("ZA",),
        ("BANK_TRANSFER",),
        fields.digits("accountNumber", 9, 13),
        fields.BANK_NAME,
        identifier="accountNumber",
        funding=samples.bank(11),
        sandbox_rate="18",
    ),
    mobile_money(
        "ZMW", ("ZM",), fields.phone_number("260", "9"), funding=samples.mobile_money("260"), sandbox_rate="26.5"
    ),
)

_ANYWHERE = (
    bank_account(
        "USD",
        (),
        ("SWIFT",),
        fields.SWIFT_CODE,
        fields.optional(fields.IBAN),
        fields.optional(fields.account_letters(3, 34)),
        identifier=("iban", "accountNumber"),
        code="SWIFT_ACCOUNT",
        also_in=("AED", "CAD", "CNY", "DKK", "EUR", "GBP", "HKD", "MXN", "SGD", "THB", "ZAR"),
        individual=beneficiaries.individual(requires=("address",)),
        business=beneficiaries.business(requires=("address",)),
        rules=(rules.exactly_one_of("iban", "accountNumber"), rules.bic_fits_the_iban),
    ),
)
"""Accounts at a bank of any country, reached by the messages of correspondent banks."""

ACCOUNT_TYPES: Mapping[str, AccountType] = MappingProxyType(
    {row.code: row for row in (*_AMERICAS, *_EUROPE, *_ASIA, *_AFRICA, *_ANYWHERE, *wallets.WALLETS)}
)

# Argentine pesos can be paid in, to be exchanged, but there is no account type to pay them out to.
_FUNDING_ONLY = FundingType(
    code="ARS_ACCOUNT",
    component="PaymentArsAccountInfo",
    currencies=("ARS",),
    fields=(fields.digits("accountNumber", 22),),
    sandbox={"accountNumber": samples.argentine_account},
)

FUNDING_TYPES: Mapping[str, FundingType] = MappingProxyType(
    {row.code: row.funding for row in ACCOUNT_TYPES.values() if row.funding} | {_FUNDING_ONLY.code: _FUNDING_ONLY}
)

CURRENCIES: Mapping[str, tuple[str, str, int] | None] = MappingProxyType(
    {code: wallets.ASSETS.get(code) for row in FUNDING_TYPES.values() for code in row.currencies}
)
"""Every currency that a platform may configure; for those that ISO 4217 does not list: name, symbol, decimals."""

SANDBOX_RATES: Mapping[str, Decimal] = MappingProxyType(
    {row.currencies[0]: row.sandbox_rate for row in ACCOUNT_TYPES.values() if row.sandbox_rate}
    | wallets.SANDBOX_RATES
    | {"ARS": Decimal(1050)}
)
"""Value of one US dollar in the sandbox. Invented, and near enough to look real."""


def get(code: str) -> AccountType:
    """Return the row of an account type; KeyError when there is none."""
    return ACCOUNT_TYPES[code]

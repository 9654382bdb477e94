"""The vocabulary of the account types table: single fields, nested objects, findings.

Names, lengths and patterns are those of the public interface. `expected` completes the sentence
"must be …" that a client reads when a value does not fit; it never repeats the client's value.
"""

import dataclasses
import datetime as dt
import enum
import functools
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from payments.account_types import checks, national

PHONE_PATTERN = r"^\+[0-9]{6,14}$"
IFSC_PATTERN = "^[A-Z]{4}0[A-Z0-9]{6}$"
SWIFT_CODE_PATTERN = r"^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$"
IBAN_PATTERN = r"^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$"


class Severity(enum.Enum):
    """The effect of a finding on the whole account: an error code, or only a warning."""

    INVALID_INPUT = "INVALID_INPUT"
    INVALID_CURRENCY = "INVALID_CURRENCY"
    INVALID_BANK_ACCOUNT = "INVALID_BANK_ACCOUNT"
    WARNING = "WARNING"


class Finding(NamedTuple):
    """A problem or oddity of one field."""

    field: str
    reason: str
    severity: Severity = Severity.INVALID_INPUT


def unchanged(value: str) -> str:
    """Return the value as it is."""
    return value


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One text field with all rules for its values."""

    name: str
    expected: str
    meaning: str = ""
    """What it is, for documents, where `expected` does not say so."""
    pattern: str | None = None
    min_length: int = 1
    max_length: int = 255
    choices: tuple[str, ...] = ()
    required: bool = True
    schema_format: str | None = None
    schema_pattern: str | None = None
    """Shown in documents in place of `pattern`: includes as much as possible of `check`."""
    note: str | None = None
    """Rules that no pattern can express, for documents: a sentence."""
    # Checks the meaning once the form is right, and returns the reason when it fails.
    check: Callable[[str], str | None] | None = None
    severity: Severity = Severity.INVALID_BANK_ACCOUNT
    caught: float = 0.0
    """The least share of single wrong characters, each in the place of a right one of its kind, that `check` finds."""
    caught_if: str = ""
    """When check digits are there to find them, as the end of a sentence: "it is an IBAN". Empty: always."""
    # Tells whether an object, as it was sent, may have this text empty or left out.
    may_be_empty: Callable[[Mapping[str, object]], bool] | None = None
    # Two spellings with the same identity name the same account.
    identity: Callable[[str], str] = unchanged

    @property
    def sentence(self) -> str:
        """What documents say of it: what it is, which values it takes, and what no pattern can say."""
        said = f"{self.meaning}: {self.expected}" if self.meaning else f"{self.expected[0].upper()}{self.expected[1:]}"
        return f"{said}. {self.note}" if self.note else f"{said}."


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A nested object."""

    name: str
    members: tuple["Field | Group", ...]
    required: bool = True


Member: TypeAlias = Field | Group


def _never(_: str) -> bool:
    return False


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What decides about an account beside its own fields."""

    test_network: str = ""
    """Of a wallet: the test network that the client names. Empty: the main network."""
    has_test_networks: bool = False
    """Whether nothing but play money moves here."""
    is_played: Callable[[str], bool] = _never
    """Tells whether the end of a primary identifier chooses what happens: then its form alone counts."""
    real_now: dt.datetime | None = None
    """None: nothing counts as expired."""

    @property
    def networks(self) -> frozenset[str]:
        """The networks on which a wallet may be; the empty text is the main one."""
        if self.test_network:
            return frozenset({self.test_network})
        # The sandbox's own node is on the regression test network.
        return frozenset({"", "REGTEST"} if self.has_test_networks else {""})


# Checks several fields of one account at once, or one by the circumstances; runs when each field is valid by itself.
Rule: TypeAlias = Callable[[Mapping[str, str], Circumstances], list[Finding]]


_MEANINGS: Mapping[str, str] = {
    "accountNumber": "The number of the account",
    "bankAccountType": "What kind of account it is",
    "bankCode": "The number of the bank",
    "branchCode": "The number of the branch",
    "clabeNumber": "The CLABE of the account",
    "ifscCode": "The Indian Financial System Code of the branch",
    "phoneNumber": "The telephone number of the account's holder",
    "pixKeyType": "What kind of key `pixKey` is",
    "region": "The country in which the account is held",
    "routingNumber": "The routing number of the bank",
    "sortCode": "The sort code of the branch",
    "taxId": "The tax number of the account's holder",
}
"""Of fields whose values are said by their form alone."""


def optional(field: Field) -> Field:
    """Return the same field as an optional one."""
    return dataclasses.replace(field, required=False)


_NEVER_ZERO = frozenset({"accountNumber", "bankCode", "sortCode"})
"""Numbers that are not zeros alone."""


def digits(name: str, shortest: int, longest: int | None = None) -> Field:
    """Return a field of `shortest` to `longest` digits."""
    longest = longest or shortest
    span = str(shortest) if longest == shortest else f"{shortest} to {longest}"
    repeat = str(shortest) if longest == shortest else f"{shortest},{longest}"
    return Field(
        name=name,
        meaning=_MEANINGS[name],
        expected=f"{span} digits",
        pattern=f"^[0-9]{{{repeat}}}$",
        min_length=shortest,
        max_length=longest,
        check=national.zeros_problem if name in _NEVER_ZERO else None,
    )


def choice(name: str, *choices: str, pattern: str | None = None) -> Field:
    """Return a field that takes one of the values listed."""
    return Field(
        name=name,
        meaning=_MEANINGS[name],
        expected="one of " + ", ".join(choices),
        pattern=pattern,
        min_length=min(map(len, choices)),
        max_length=max(map(len, choices)),
        choices=choices,
    )


def phone_number(country_code: str = "", digit_count: str = "6,14") -> Field:
    """Return a telephone number with its country code, of one country or of any."""
    if not country_code:
        return Field(
            name="phoneNumber",
            meaning=_MEANINGS["phoneNumber"],
            expected='"+" followed by 6 to 14 digits, the country code first',
            pattern=PHONE_PATTERN,
            min_length=7,
            max_length=15,
            check=national.phone_problem,
            note="Of the length that telephone numbers of the country have.",
        )
    count = digit_count.replace(",", " to ")
    return Field(
        name="phoneNumber",
        meaning=_MEANINGS["phoneNumber"],
        expected=f'"+{country_code}" followed by {count} digits',
        pattern=f"^\\+{country_code}[0-9]{{{digit_count}}}$",
        min_length=7,
        max_length=15,
        check=national.phone_problem,
        note="Of the length that telephone numbers of the country have.",
    )


def mobile_number(country_code: str = "") -> Field:
    """Return the number of a mobile telephone, of one country or of any; its published form is that of any country."""
    whose = f"Of the country with the code +{country_code}, of" if country_code else "Of"
    return dataclasses.replace(
        phone_number(),
        check=functools.partial(national.mobile_problem, code=country_code),
        note=f"{whose} the length that mobile numbers have there.",
    )


def account_digits(shortest: int, longest: int) -> Field:
    """Return the number of an account in a country whose accounts have digits alone."""
    return Field(
        name="accountNumber",
        expected=f"{shortest} to {longest} digits, the number of the account",
        max_length=34,
        check=functools.partial(national.account_digits_problem, shortest=shortest, longest=longest),
        note="Without blanks and hyphens, and not zeros alone.",
    )


def account_letters(shortest: int, longest: int) -> Field:
    """Return the number of an account in a country whose accounts have letters too."""
    return Field(
        name="accountNumber",
        expected=f"{shortest} to {longest} digits or letters from A to Z, the number of the account",
        max_length=34,
        check=functools.partial(national.account_letters_problem, shortest=shortest, longest=longest),
        note="Without blanks and hyphens, and not zeros alone.",
    )


def account_or_iban(country: str, shortest: int, longest: int, *, has_letters: bool) -> Field:
    """Return the number of an account in a country that has IBANs."""
    characters = "digits or letters from A to Z" if has_letters else "digits"
    return Field(
        name="accountNumber",
        expected=f"{shortest} to {longest} {characters}, the number of the account",
        max_length=34,
        check=functools.partial(
            national.account_or_iban_problem,
            country=country,
            has_letters=has_letters,
            shortest=shortest,
            longest=longest,
        ),
        caught=1.0,
        caught_if="it is an IBAN",
        note="Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place.",
    )


def iban_of(countries: frozenset[str], which: str) -> Field:
    """Return an IBAN of some countries; `which` says what accounts these are: "that SEPA reaches"."""
    return dataclasses.replace(
        IBAN,
        check=functools.partial(national.iban_country_problem, allowed=countries, which=which),
        note=f"{IBAN.note} Of an account {which}.",
    )


ROUTING_NUMBER = dataclasses.replace(
    digits("routingNumber", 9),
    check=national.routing_number_problem,
    note="It starts with 00 to 12, 21 to 32, 61 to 72, or 80; the last digit is the check digit of ABA.",
    caught=1.0,
)
BRAZILIAN_TAX_ID = dataclasses.replace(
    digits("taxId", 11, 14),
    check=national.brazilian_tax_problem,
    note="A CPF of 11 digits or a CNPJ of 14, with the right check digits.",
    caught=0.99,
)
CLABE_NUMBER = dataclasses.replace(
    digits("clabeNumber", 18), check=checks.clabe_problem, severity=Severity.WARNING, caught=1.0
)
IBAN = Field(
    name="iban",
    expected=(
        "an IBAN without spaces, 15 to 34 characters: two capital letters of the country,"
        " two check digits, then letters and digits"
    ),
    pattern=IBAN_PATTERN,
    min_length=15,
    max_length=34,
    check=checks.iban_problem,
    identity=str.upper,
    note="Of the length and structure of its country, with the right check digits.",
    caught=1.0,
)
EMIRATES_IBAN = dataclasses.replace(
    IBAN,
    expected='23 characters: "AE" followed by 21 digits, without spaces',
    pattern="^AE[0-9]{21}$",
    min_length=23,
    max_length=23,
)
SWIFT_CODE = Field(
    name="swiftCode",
    expected=("a BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits"),
    pattern=SWIFT_CODE_PATTERN,
    min_length=8,
    max_length=11,
    check=national.bic_problem,
    note="The fifth and the sixth letter are the code of a country.",
)
BANK_NAME = Field(
    name="bankName",
    expected="1 to 255 characters, the name of the bank",
    note="Where `GET /discoveries` lists banks of the currency: the `bankName` of one.",
)
PROVIDER = Field(name="provider", expected="1 to 255 characters, the mobile-money provider")
BANK_ACCOUNT_TYPE = choice("bankAccountType", "CHECKING", "SAVINGS")
ACH_ACCOUNT_TYPE = dataclasses.replace(
    BANK_ACCOUNT_TYPE, required=False, note="Without it payments by ACH go to a checking account."
)
IFSC_CODE = Field(
    name="ifscCode",
    expected="an IFSC of 11 characters: four capital letters, a zero, then six capital letters or digits",
    pattern=IFSC_PATTERN,
    min_length=11,
    max_length=11,
    note="The branch that keeps the account.",
)
VPA = Field(
    name="vpa",
    expected=('a UPI address of 3 to 255 characters, a name and a provider joined by "@", such as "name@bank"'),
    pattern=r"^[a-zA-Z0-9.\-_]+@[a-zA-Z0-9]+$",
    min_length=3,
    identity=str.lower,
)
PIX_KEY = Field(
    name="pixKey",
    expected="1 to 77 characters, a Pix key",
    max_length=77,
    identity=str.lower,
    note=(
        "By `pixKeyType`: CPF 11 digits, or 000.000.000-00; CNPJ 14 characters, the last two digits, or"
        " XX.XXX.XXX/XXXX-00; EMAIL an e-mail address; PHONE a telephone number with its country code; RANDOM a UUID."
        " The check digits are right, and a CPF or CNPJ is the holder's `taxId`."
    ),
    caught=0.99,
    caught_if="it is a CPF or CNPJ",
)
PIX_KEY_TYPE = choice("pixKeyType", "CPF", "CNPJ", "EMAIL", "PHONE", "RANDOM")

REFERENCE = Field(name="reference", expected="the reference to name in the payment")

"""What is accepted, what is stored, and what a client reads when something is wrong."""

import copy
from typing import Any

import pytest

from payments.account_types import table, validation
from platforms.base import names
from tests.payments.account_types import shapes
from tests.payments.lightning.invoices import DONATION
from tests.support.payments import account_examples
from tests.support.payments.account_refusals import refusal

OFFER = "lno1zcss9mk8y3wkklfvevcrszlmu23kfrxh49px20665dqwmn4p72pksese"
EVERY_TYPE = sorted(table.ACCOUNT_TYPES)
IBAN_FORM = (
    "must be an IBAN without spaces, 15 to 34 characters: two capital letters of the country,"
    " two check digits, then letters and digits"
)
IBAN_STRUCTURE = (
    "must have the structure of an IBAN from DE: after the check digits 8!n10!n"
    " (n digits, a capital letters, c letters or digits)"
)


def with_value(code: str, path: str, value: Any) -> tuple[str, dict[str, Any]]:
    currency, info = copy.deepcopy(account_examples.EXAMPLES[code])
    *parents, last = path.split(".")
    holder = info
    for name in parents:
        holder = holder[name]
    holder[last] = value
    return currency, info


def every_member(code: str) -> list[tuple[str, Any]]:
    row = table.get(code)
    top = [(field.name, field) for field in row.fields]
    person = row.individual_beneficiary
    return top + [(f"beneficiary.{member.name}", member) for member in (person.members if person else ())]


@pytest.mark.parametrize("code", EVERY_TYPE)
def test_an_account_of_every_type_is_accepted_and_shown_as_published(code):
    currency, info = account_examples.EXAMPLES[code]

    account = validation.validate(info, currency=currency)

    shapes.assert_fits(info, "request", code)
    shapes.assert_fits(account.info, "response", code)
    assert account.account_type is table.get(code)
    assert {name: account.info[name] for name in info} == info
    assert account.warnings == []
    assert account.primary_identifier


@pytest.mark.parametrize("code", EVERY_TYPE)
def test_what_is_stored_is_valid_itself_and_stays_the_same(code):
    currency, info = account_examples.EXAMPLES[code]

    once = validation.validate(info, currency=currency)
    twice = validation.validate(once.info, currency=currency)

    assert twice == once


@pytest.mark.parametrize("code", [code for code in EVERY_TYPE if table.get(code).beneficiaries])
def test_every_bank_account_can_belong_to_a_company(code):
    where = {"address": account_examples.ADDRESS} if code == "SWIFT_ACCOUNT" else {}
    currency, info = with_value(code, "beneficiary", account_examples.COMPANY | where)

    account = validation.validate(info, currency=currency)

    shapes.assert_fits(account.info, "response", code)
    assert account.beneficiary_name == "Acme GmbH & Co. KG"


@pytest.mark.parametrize("code", EVERY_TYPE)
def test_every_required_field_is_missed_by_name(code):
    currency, _ = account_examples.EXAMPLES[code]
    row = table.get(code)

    error = refusal({"accountType": code}, currency)

    missing = [f"accountInfo.{field.name}" for field in row.fields if field.required]
    missing += ["accountInfo.beneficiary"] if row.beneficiaries else []
    if code == "LIGHTNING":
        assert error.errors == [("accountInfo", "must contain exactly one of invoice, bolt12, lightningAddress")]
    else:
        assert error.errors == [(path, "is required") for path in missing]
    assert error.code == "INVALID_INPUT"


@pytest.mark.parametrize("wrong", [7, None, True, ["a"], {"a": 1}, "", "\0", "\ud800", "x" * 5000])
@pytest.mark.parametrize("code", EVERY_TYPE)
def test_every_field_refuses_what_is_not_its_kind_of_text(code, wrong):
    for name, member in every_member(code):
        if wrong == "" and getattr(member, "min_length", 1) == 0:
            continue
        currency, info = with_value(code, name, wrong)

        error = refusal(info, currency)

        paths = [path for path, _ in error.errors]
        nested = isinstance(wrong, dict) and name.endswith("address") and bool(table.get(code).beneficiaries)
        assert all(path.startswith(f"accountInfo.{name}") for path in paths)
        assert nested or paths == [f"accountInfo.{name}"]
        assert error.code == "INVALID_INPUT"


@pytest.mark.parametrize("code", EVERY_TYPE)
def test_a_currency_that_the_type_cannot_hold_is_refused(code):
    _, info = account_examples.EXAMPLES[code]

    error = refusal(info, "XXX")

    assert error.code == "INVALID_CURRENCY"
    held = " or ".join(table.get(code).currencies)
    assert error.errors == [("currency", f"must be {held} for an account of type {code}")]


@pytest.mark.parametrize(
    ("code", "path", "value", "expected_code", "reason"),
    [
        ("USD_ACCOUNT", "routingNumber", "02100002", "INVALID_INPUT", "must be 9 digits"),
        ("USD_ACCOUNT", "routingNumber", "021000021\n", "INVALID_INPUT", "must be 9 digits"),
        ("USD_ACCOUNT", "routingNumber", "\u066021000021", "INVALID_INPUT", "must be 9 digits"),
        (
            "USD_ACCOUNT",
            "routingNumber",
            "021000022",
            "INVALID_BANK_ACCOUNT",
            "must have the right check digit (last digit of an ABA routing number)",
        ),
        (
            "USD_ACCOUNT",
            "accountNumber",
            "x" * 35,
            "INVALID_INPUT",
            "must be 4 to 17 digits, the number of the account",
        ),
        ("CAD_ACCOUNT", "accountNumber", "123456", "INVALID_INPUT", "must be 7 to 12 digits"),
        (
            "EUR_ACCOUNT",
            "iban",
            "DE89 3704 0044 0532 0130 00",
            "INVALID_INPUT",
            IBAN_FORM,
        ),
        (
            "EUR_ACCOUNT",
            "iban",
            "DE8937040044053201300",
            "INVALID_BANK_ACCOUNT",
            "must be 22 characters: the length of an IBAN from DE",
        ),
        (
            "EUR_ACCOUNT",
            "iban",
            "DE88370400440532013000",
            "INVALID_BANK_ACCOUNT",
            "must have the right check digits (third and fourth character)",
        ),
        (
            "EUR_ACCOUNT",
            "iban",
            "QQ89370400440532013000",
            "INVALID_BANK_ACCOUNT",
            "must start with the code of a country that issues IBANs",
        ),
        (
            "EUR_ACCOUNT",
            "iban",
            "DE8937040044A532013000",
            "INVALID_BANK_ACCOUNT",
            IBAN_STRUCTURE,
        ),
        (
            "AED_ACCOUNT",
            "iban",
            "DE89370400440532013000",
            "INVALID_INPUT",
            'must be 23 characters: "AE" followed by 21 digits, without spaces',
        ),
        (
            "EUR_ACCOUNT",
            "swiftCode",
            "cobadeff",
            "INVALID_INPUT",
            "must be a BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits",
        ),
        ("KES_ACCOUNT", "phoneNumber", "+255712345678", "INVALID_INPUT", 'must be "+254" followed by 9 digits'),
        ("IDR_ACCOUNT", "phoneNumber", "+621", "INVALID_INPUT", 'must be "+62" followed by 9 to 12 digits'),
        ("XOF_ACCOUNT", "region", "CM", "INVALID_INPUT", "must be one of BJ, CI, SN, TG"),
        ("JMD_ACCOUNT", "bankAccountType", "checking", "INVALID_INPUT", "must be one of CHECKING, SAVINGS"),
        ("BRL_ACCOUNT", "pixKey", "ana", "INVALID_INPUT", "must be an e-mail address when pixKeyType is EMAIL"),
        ("BRL_ACCOUNT", "taxId", "111.444.777-35", "INVALID_INPUT", "must be 11 to 14 digits"),
        (
            "ETHEREUM_WALLET",
            "address",
            "52908400098527886E0F7030069857D2E4169EE7",
            "INVALID_INPUT",
            'must be 42 characters: "0x" followed by 40 hexadecimal digits',
        ),
        ("USD_ACCOUNT", "accountNumber", 123456789, "INVALID_INPUT", None),
        ("EUR_ACCOUNT", "beneficiary.fullName", "  ", "INVALID_INPUT", "must be a text of 1 to 255 characters"),
        (
            "EUR_ACCOUNT",
            "beneficiary.fullName",
            "Ana\u202eanA",
            "INVALID_INPUT",
            "must not contain control characters",
        ),
        ("EUR_ACCOUNT", "beneficiary.fullName", "12 34", "INVALID_INPUT", "must contain a letter"),
        ("EUR_ACCOUNT", "beneficiary.fullName", "A\u200b", "INVALID_INPUT", names.problem("A\u200b")),
        (
            "EUR_ACCOUNT",
            "beneficiary.birthDate",
            "1990-02-30",
            "INVALID_INPUT",
            "must be a date of the calendar, YYYY-MM-DD",
        ),
        (
            "EUR_ACCOUNT",
            "beneficiary.address.country",
            "XX",
            "INVALID_INPUT",
            "must be the two-letter ISO 3166-1 code of a country",
        ),
        (
            "EUR_ACCOUNT",
            "beneficiary.beneficiaryType",
            "PERSON",
            "INVALID_INPUT",
            "must be one of INDIVIDUAL, BUSINESS",
        ),
        ("EUR_ACCOUNT", "beneficiary.address", "1 Main Street", "INVALID_INPUT", "must be an object"),
    ],
)
def test_a_wrong_value_is_answered_with_what_was_expected(code, path, value, expected_code, reason):
    currency, info = with_value(code, path, value)

    error = refusal(info, currency)

    expected = reason or "must be a string: 4 to 17 digits, the number of the account"
    assert error.errors == [(f"accountInfo.{path}", expected)]
    assert error.code == expected_code


def test_all_problems_are_told_at_once_and_the_basic_one_names_the_error():
    error = refusal(
        {
            "accountType": "EUR_ACCOUNT",
            "iban": "DE88370400440532013000",
            "swiftCode": 5,
            "beneficiary": {"beneficiaryType": "INDIVIDUAL", "address": {"line1": "", "country": "DE"}},
        },
        "USD",
    )

    assert [field for field, _ in error.errors] == [
        "accountInfo.iban",
        "accountInfo.swiftCode",
        "currency",
        "accountInfo.beneficiary.fullName",
        "accountInfo.beneficiary.address.line1",
        "accountInfo.beneficiary.address.postalCode",
    ]
    assert error.code == "INVALID_INPUT"


def test_reasons_never_repeat_what_the_client_sent():
    currency, info = with_value("EUR_ACCOUNT", "iban", "DE88370400440532013000")

    error = refusal(info, currency)

    assert "370400440532013000" not in str(error) + str(error.errors)


@pytest.mark.parametrize("info", [None, [], "USD_ACCOUNT", 7, [{"accountType": "USD_ACCOUNT"}]])
def test_account_info_must_be_an_object(info):
    assert refusal(info, "USD").errors == [("accountInfo", "must be an object")]


@pytest.mark.parametrize("code", [None, 7, [], "usd_account", "ARS_ACCOUNT", "LIGHTNING_ACCOUNT"])
def test_an_unknown_account_type_is_answered_with_those_there_are(code):
    error = refusal({"accountType": code}, "USD")

    assert error.errors[0][0] == "accountInfo.accountType"
    assert error.errors[0][1].startswith("must be one of AED_ACCOUNT, BASE_WALLET, ")


def test_an_account_type_is_required():
    assert refusal({}, "USD").errors == [("accountInfo.accountType", "is required")]


def test_what_the_type_does_not_know_is_left_out():
    currency, info = with_value("USD_ACCOUNT", "iban", {"any": ["thing"]})
    info["beneficiary"]["shoeSize"] = 43
    info["paymentRails"] = ["CARRIER_PIGEON"]

    account = validation.validate(info, currency=currency)

    assert account.info == {
        "accountType": "USD_ACCOUNT",
        "accountNumber": "123456789",
        "routingNumber": "021000021",
        "paymentRails": ["ACH", "WIRE", "RTP", "FEDNOW", "BANK_TRANSFER"],
        "beneficiary": account_examples.PERSON,
    }


def test_blanks_around_a_name_are_dropped():
    currency, info = with_value("EUR_ACCOUNT", "beneficiary.fullName", "  Ana López ")

    assert validation.validate(info, currency=currency).beneficiary_name == "Ana López"


def test_a_doubtful_clabe_is_accepted_with_a_warning():
    currency, info = with_value("MXN_ACCOUNT", "clabeNumber", "032180000118359102")

    account = validation.validate(info, currency=currency)

    assert account.primary_identifier == "032180000118359102"
    assert account.warnings == [
        {
            "field": "accountInfo.clabeNumber",
            "reason": "has a check digit (last digit) that does not fit the 17 digits before it",
        }
    ]


@pytest.mark.parametrize(
    ("members", "identifier"),
    [
        ({"invoice": DONATION.upper()}, DONATION),
        ({"bolt12": OFFER}, OFFER),
        ({"lightningAddress": "Ana102@Wallet.Example"}, "ana102@wallet.example"),
    ],
)
def test_a_lightning_account_is_named_by_the_one_field_given(members, identifier):
    account = validation.validate({"accountType": "LIGHTNING", **members}, currency="BTC")

    assert account.info == {"accountType": "LIGHTNING", **members}
    assert account.primary_identifier == identifier
    assert account.beneficiary_name is None


def test_a_lightning_account_with_two_names_is_refused():
    info = {"accountType": "LIGHTNING", "bolt12": OFFER, "lightningAddress": "ana@wallet.example"}

    assert refusal(info, "BTC").errors == [
        ("accountInfo", "must contain exactly one of invoice, bolt12, lightningAddress")
    ]


@pytest.mark.parametrize(
    ("code", "path", "first", "second"),
    [
        ("EUR_ACCOUNT", "iban", "MT84MALT011000012345MTLCAST001S", "MT84MALT011000012345mtlcast001s"),
        ("INR_ACCOUNT", "vpa", "ana.lopez@okbank", "Ana.Lopez@OKBANK"),
        ("BASE_WALLET", "address", "0x" + "ab" * 20, "0x" + "AB" * 20),
    ],
)
def test_spellings_of_one_account_have_one_identifier(code, path, first, second):
    identifiers = set()
    for spelling in (first, second):
        currency, info = with_value(code, path, spelling)
        account = validation.validate(info, currency=currency)
        assert account.info[path] == spelling
        identifiers.add(account.primary_identifier)

    assert len(identifiers) == 1


def test_an_unknown_bank_is_refused_where_banks_are_listed():
    currency, info = account_examples.EXAMPLES["NGN_ACCOUNT"]

    error = refusal(info, currency, knows_bank=lambda currency, name: (currency, name) == ("NGN", "Other Bank"))

    assert error.code == "INVALID_BANK_ACCOUNT"
    assert error.errors == [
        ("accountInfo.bankName", "must be the bankName of a bank that GET /discoveries lists for NGN")
    ]


def test_any_bank_will_do_where_none_are_listed():
    currency, info = account_examples.EXAMPLES["NGN_ACCOUNT"]

    account = validation.validate(info, currency=currency, knows_bank=lambda *_: None)

    assert account.info["bankName"] == "Access Bank"

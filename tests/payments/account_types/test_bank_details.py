"""Details of banks that can't be right, or contradict each other: refused before money is on its way."""

import copy
from typing import Any

import pytest

from payments.account_types import validation
from payments.account_types.fields import Circumstances
from payments.providers.sandbox.magic import SandboxEndings
from tests.support.payments import account_examples
from tests.support.payments.account_refusals import refusal

SANDBOX = Circumstances(has_test_networks=True, is_played=SandboxEndings().choose)
IMPOSSIBLE_PREFIXES = (
    "200000004",
    "130000006",
    "331234561",
    "601234563",
    "731234569",
    "811234560",
    "990000107",
    "000000000",
)
PREFIX = "must start with two digits that ABA gives out: 00 to 12, 21 to 32, 61 to 72, or 80"
DIGITS = "must be {} digits, without letters, blanks and hyphens"
LETTERS = "must be {} digits and letters from A to Z, without blanks and hyphens"
ZEROS = "must not be zeros alone"
CPF = "must be a CPF with the right check digits"
CNPJ = "must be a CNPJ with the right check digits"
OF_SEPA = "must be the IBAN of an account that SEPA reaches, or in Kosovo"
BIC_COUNTRY = "must have the code of a country as its fifth and sixth letter"
BIC_ELSEWHERE = "must be the BIC of a bank in the country of the IBAN, or both must be in SEPA"
TWO_ACCOUNTS = "must be the IBAN of the account that accountNumber names; or leave one of them out"
OWN_COUNTRY = 'must start with "+{}": the account is held there'
NO_COUNTRY = "must have the code of a country behind the plus sign"
TRUNK_ZERO = 'must have no 0 behind "+{}": it is dialled within the country alone'
PHONE_LENGTH = 'must have {} digits behind "+{}", as numbers there have'
PIX_PHONE = (
    "must be a telephone number with its country code when pixKeyType is PHONE: +55, the area and the number in Brazil"
)


def details(code: str, **changes: str | None) -> tuple[dict[str, Any], str]:
    """Return the example of a type with other details; None leaves one out."""
    currency, info = copy.deepcopy(account_examples.EXAMPLES[code])
    info |= changes
    return {name: value for name, value in info.items() if value is not None}, currency


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        # A bank, a thrift, an electronic number, traveller's cheques, the Treasury.
        *(
            ("USD_ACCOUNT", {"routingNumber": number})
            for number in ("021000021", "122105155", "211370545", "322271627", "612345674", "800000006", "000000518")
        ),
        ("USD_ACCOUNT", {"accountNumber": "12345678901234567"}),
        ("USD_ACCOUNT", {"accountNumber": "0001"}),
        ("GTQ_ACCOUNT", {"accountNumber": "GT82TRAJ01020000001210029690"}),
        ("VND_ACCOUNT", {"accountNumber": "MINHANH88"}),
        ("EUR_ACCOUNT", {"swiftCode": "REVOLT21"}),
        ("EUR_ACCOUNT", {"iban": "XK051212012345678906", "swiftCode": "NCBVXKPR"}),
        ("EUR_ACCOUNT", {"iban": "CH9300762011623852957", "swiftCode": "POFICHBE"}),
        ("EUR_ACCOUNT", {"iban": "GB29NWBK60161331926819", "swiftCode": "DEUTDEFF"}),
        ("DKK_ACCOUNT", {"iban": "FO6264600001631634", "swiftCode": "DABADKKK"}),
        ("EGP_ACCOUNT", {"iban": None}),
        ("EGP_ACCOUNT", {"accountNumber": "500000000263180002"}),
        ("EGP_ACCOUNT", {"accountNumber": "00000000263180002"}),
        ("EGP_ACCOUNT", {"accountNumber": "EG380019000500000000263180002"}),
        ("EGP_ACCOUNT", {"swiftCode": "NBEGEGCX"}),
        ("PKR_ACCOUNT", {"accountNumber": "1123456702"}),
        ("PKR_ACCOUNT", {"accountNumber": "PK36SCBL0000001123456702"}),
        ("PKR_ACCOUNT", {"iban": None}),
        # Examples of the interface have a bank of Singapore.
        ("THB_ACCOUNT", {"swiftCode": "DBSSSGSG"}),
        ("BRL_ACCOUNT", {"taxId": "11222333000181"}),
        ("BRL_ACCOUNT", {"pixKeyType": "CPF", "pixKey": "111.444.777-35"}),
        ("BRL_ACCOUNT", {"pixKeyType": "CNPJ", "pixKey": "11.222.333/0001-81", "taxId": "11222333000181"}),
        # The company's key and its owner's number; two branches; a number with letters.
        ("BRL_ACCOUNT", {"pixKeyType": "CNPJ", "pixKey": "11222333000181"}),
        ("BRL_ACCOUNT", {"pixKeyType": "CNPJ", "pixKey": "11222333000262", "taxId": "11222333000181"}),
        ("BRL_ACCOUNT", {"pixKeyType": "CNPJ", "pixKey": "12ABC34501DE35", "taxId": "11222333000181"}),
        ("BRL_ACCOUNT", {"pixKeyType": "PHONE", "pixKey": "+55 (11) 98765-4321"}),
        ("BRL_ACCOUNT", {"pixKeyType": "PHONE", "pixKey": "5511987654321"}),
        ("BRL_ACCOUNT", {"pixKeyType": "PHONE", "pixKey": "+351912345678"}),
        ("BRL_ACCOUNT", {"pixKeyType": "RANDOM", "pixKey": "123e4567-e89b-42d3-a456-426614174000"}),
        # A holder of a bank account may live abroad.
        ("COP_ACCOUNT", {"phoneNumber": "+12125550123"}),
        ("XOF_ACCOUNT", {"region": "CI", "phoneNumber": "+2250712345678"}),
        ("XOF_ACCOUNT", {"region": "BJ", "phoneNumber": "+2290195123456"}),
        ("XAF_ACCOUNT", {"region": "CG", "phoneNumber": "+242061234567"}),
        ("COP_ACCOUNT", {"phoneNumber": "+390612345678"}),
        *(
            (f"{currency}_ACCOUNT", {"accountNumber": number})
            for currency, number in (("COP", "12345"), ("THB", "1" * 20), ("VND", "888"), ("EGP", "263180002"))
        ),
    ],
)
def test_what_can_be_right_is_taken(code, changes):
    info, currency = details(code, **changes)

    assert validation.validate(info, currency=currency).warnings == []


@pytest.mark.parametrize(
    ("code", "changes", "field", "reason"),
    [
        *(("USD_ACCOUNT", {"routingNumber": number}, "routingNumber", PREFIX) for number in IMPOSSIBLE_PREFIXES),
        *(
            ("USD_ACCOUNT", {"accountNumber": number}, "accountNumber", DIGITS.format("4 to 17"))
            for number in (
                "123",
                "12345A789",
                "1234-5678",
                "1234 5678",
                "١٢٣٤٥٦٧٨٩",
                "\uff11\uff12\uff13\uff14",
                "123456789012345678",
            )
        ),
        *(
            (f"{currency}_ACCOUNT", {"accountNumber": number}, "accountNumber", DIGITS.format(f"5 to {longest}"))
            for longest, currencies in ((17, "COP JMD BDT"), (20, "GHS HKD IDR MYR SGD THB"))
            for currency in currencies.split()
            for number in ("12345A789", "١٢٣٤٥٦٧٨٩", "1234", "1" * (longest + 1))
        ),
        ("EGP_ACCOUNT", {"accountNumber": "26318000A", "iban": None}, "accountNumber", DIGITS.format("5 to 21")),
        ("PKR_ACCOUNT", {"accountNumber": "٠١٢٣٤", "iban": None}, "accountNumber", LETTERS.format("5 to 20")),
        ("PKR_ACCOUNT", {"accountNumber": "1" * 21, "iban": None}, "accountNumber", LETTERS.format("5 to 20")),
        ("GTQ_ACCOUNT", {"accountNumber": "0102-0000"}, "accountNumber", LETTERS.format("5 to 20")),
        ("VND_ACCOUNT", {"accountNumber": "MINH ANH"}, "accountNumber", LETTERS.format("3 to 20")),
        *(
            (code, {"accountNumber": "0" * length}, "accountNumber", ZEROS)
            for code, length in (
                *(("USD_ACCOUNT", 9), ("GBP_ACCOUNT", 8), ("CAD_ACCOUNT", 7), ("NGN_ACCOUNT", 10), ("ZAR_ACCOUNT", 9)),
                *(("PHP_ACCOUNT", 8), ("VND_ACCOUNT", 9), ("GHS_ACCOUNT", 13)),
            )
        ),
        ("GBP_ACCOUNT", {"sortCode": "000000"}, "sortCode", ZEROS),
        ("CAD_ACCOUNT", {"bankCode": "000"}, "bankCode", ZEROS),
        (
            "GTQ_ACCOUNT",
            {"accountNumber": "GT83TRAJ01020000001210029690"},
            "accountNumber",
            "must have the right check digits (third and fourth character)",
        ),
        ("EUR_ACCOUNT", {"iban": "TR330006100519786457841326", "swiftCode": None}, "iban", OF_SEPA),
        (
            "DKK_ACCOUNT",
            {"iban": "DE89370400440532013000"},
            "iban",
            "must be the IBAN of an account in Denmark, Greenland or the Faroe Islands",
        ),
        (
            "EGP_ACCOUNT",
            {"iban": "DE89370400440532013000"},
            "iban",
            "must be the IBAN of an account in Egypt",
        ),
        (
            "PKR_ACCOUNT",
            {"iban": "DE89370400440532013000"},
            "iban",
            "must be the IBAN of an account in Pakistan",
        ),
        *(
            (code, {"swiftCode": "ABCDZZ21"}, "swiftCode", BIC_COUNTRY)
            for code in ("EUR_ACCOUNT", "DKK_ACCOUNT", "AED_ACCOUNT", "EGP_ACCOUNT", "HKD_ACCOUNT", "BDT_ACCOUNT")
        ),
        ("EUR_ACCOUNT", {"swiftCode": "CHASUS33"}, "swiftCode", BIC_ELSEWHERE),
        ("AED_ACCOUNT", {"swiftCode": "COBADEFF"}, "swiftCode", BIC_ELSEWHERE),
        ("EGP_ACCOUNT", {"swiftCode": "COBADEFF"}, "swiftCode", BIC_ELSEWHERE),
        ("EGP_ACCOUNT", {"accountNumber": "263180003"}, "iban", TWO_ACCOUNTS),
        ("EGP_ACCOUNT", {"accountNumber": "999999999999"}, "iban", TWO_ACCOUNTS),
        ("PKR_ACCOUNT", {"accountNumber": "0000001123456703"}, "iban", TWO_ACCOUNTS),
        # A wrong digit in the place of a zero in front.
        ("PKR_ACCOUNT", {"accountNumber": "0500001123456702"}, "iban", TWO_ACCOUNTS),
        ("PKR_ACCOUNT", {"accountNumber": "112345670"}, "iban", TWO_ACCOUNTS),
        ("EGP_ACCOUNT", {"accountNumber": "600000000263180002"}, "iban", TWO_ACCOUNTS),
        ("BRL_ACCOUNT", {"taxId": "11111111111"}, "taxId", CPF),
        ("BRL_ACCOUNT", {"taxId": "11144477736"}, "taxId", CPF),
        ("BRL_ACCOUNT", {"taxId": "00000000000000"}, "taxId", CNPJ),
        ("BRL_ACCOUNT", {"taxId": "11222333000182"}, "taxId", CNPJ),
        ("BRL_ACCOUNT", {"taxId": "111444777350"}, "taxId", "must be a CPF of 11 digits or a CNPJ of 14"),
        ("BRL_ACCOUNT", {"pixKeyType": "CPF", "pixKey": "11144477736"}, "pixKey", CPF),
        ("BRL_ACCOUNT", {"pixKeyType": "CPF", "pixKey": "222.222.222-22"}, "pixKey", CPF),
        ("BRL_ACCOUNT", {"pixKeyType": "CNPJ", "pixKey": "11222333000182"}, "pixKey", CNPJ),
        ("BRL_ACCOUNT", {"pixKeyType": "CNPJ", "pixKey": "00.000.000/0000-00"}, "pixKey", CNPJ),
        (
            "BRL_ACCOUNT",
            {"pixKeyType": "CPF", "pixKey": "52998224725"},
            "taxId",
            "must be the tax number that pixKey is: both are the holder's",
        ),
        ("BRL_ACCOUNT", {"pixKeyType": "PHONE", "pixKey": "+550011234567"}, "pixKey", PIX_PHONE),
        ("BRL_ACCOUNT", {"pixKeyType": "PHONE", "pixKey": "+5511987654"}, "pixKey", PIX_PHONE),
        ("BRL_ACCOUNT", {"pixKeyType": "PHONE", "pixKey": "11987654321"}, "pixKey", PIX_PHONE),
        (
            "BRL_ACCOUNT",
            {"pixKeyType": "RANDOM", "pixKey": "my own key"},
            "pixKey",
            "must be a UUID when pixKeyType is RANDOM",
        ),
        *(
            (
                "XOF_ACCOUNT",
                {"region": region, "phoneNumber": "+221771234567"},
                "phoneNumber",
                f'must start with "+{code}": the account is held there',
            )
            for region, code in (("CI", "225"), ("BJ", "229"), ("TG", "228"))
        ),
        (
            "XAF_ACCOUNT",
            {"region": "CG"},
            "phoneNumber",
            'must start with "+242": the account is held there',
        ),
        *(
            (
                code,
                {"phoneNumber": "+221771234567"},
                "phoneNumber",
                OWN_COUNTRY.format(own),
            )
            for code, own in (
                *(("HTG_ACCOUNT", "509"), ("BWP_ACCOUNT", "267"), ("MWK_ACCOUNT", "265"), ("UGX_ACCOUNT", "256")),
            )
        ),
        *(
            ("GHS_ACCOUNT", {"phoneNumber": number}, "phoneNumber", NO_COUNTRY)
            for number in ("+0233201234567", "+999123456789", "+2101234567")
        ),
        ("GHS_ACCOUNT", {"phoneNumber": "+2330201234567"}, "phoneNumber", TRUNK_ZERO.format("233")),
        ("COP_ACCOUNT", {"phoneNumber": "+1212555012"}, "phoneNumber", PHONE_LENGTH.format("10", "1")),
        ("IDR_ACCOUNT", {"phoneNumber": "+62081234567"}, "phoneNumber", TRUNK_ZERO.format("62")),
        *(
            (code, {"phoneNumber": number}, "phoneNumber", PHONE_LENGTH.format(*expected))
            for code, number, *expected in (
                ("HTG_ACCOUNT", "+5093412345", "8", "509"),
                ("HTG_ACCOUNT", "+509341234567", "8", "509"),
                ("BWP_ACCOUNT", "+2677123456", "8", "267"),
                ("MWK_ACCOUNT", "+26599123456", "9", "265"),
                ("UGX_ACCOUNT", "+2567123456789", "9", "256"),
                ("XAF_ACCOUNT", "+2376712345678", "9", "237"),
                ("XOF_ACCOUNT", "+22177123456", "9", "221"),
            )
        ),
        # Numbers of Benin have two digits more since 2024.
        (
            "XOF_ACCOUNT",
            {"region": "BJ", "phoneNumber": "+22995123456"},
            "phoneNumber",
            PHONE_LENGTH.format("10", "229"),
        ),
    ],
)
def test_what_nobody_can_be_paid_by_is_refused(code, changes, field, reason):
    info, currency = details(code, **changes)

    error = refusal(info, currency)

    assert error.errors == [(f"accountInfo.{field}", reason)]
    assert error.code == "INVALID_BANK_ACCOUNT"


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("USD_ACCOUNT", {"accountNumber": "TEST-102"}),
        ("EUR_ACCOUNT", {"iban": "DE89370400440532013102"}),
        ("EGP_ACCOUNT", {"accountNumber": "263180103"}),
        ("BRL_ACCOUNT", {"pixKeyType": "CPF", "pixKey": "11144477102"}),
        ("BRL_ACCOUNT", {"pixKeyType": "RANDOM", "pixKey": "key-102"}),
        ("UGX_ACCOUNT", {"phoneNumber": "+15550002"}),
    ],
)
def test_in_the_sandbox_a_number_that_chooses_what_happens_is_taken_by_its_form(code, changes):
    info, currency = details(code, **changes)

    account = validation.validate(info, currency=currency, circumstances=SANDBOX)

    assert account.warnings
    assert refusal(info, currency).code == "INVALID_BANK_ACCOUNT"


def test_what_stands_beside_such_a_number_has_to_be_right_all_the_same():
    info, currency = details("USD_ACCOUNT", accountNumber="123456102", routingNumber="200000004")

    assert refusal(info, currency, circumstances=SANDBOX).errors == [("accountInfo.routingNumber", PREFIX)]

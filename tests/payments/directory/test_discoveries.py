"""GET /discoveries, the file behind it, and the bank names that external accounts take."""

import csv
import uuid

import pytest
from django.core.management import CommandError, call_command

from payments.account_types import table
from payments.directory import institutions
from payments.models import Institution
from platforms.base import clock, money
from tests.support.payments import account_examples

pytestmark = pytest.mark.django_db
_LINES = list(csv.DictReader(institutions.FILE.read_text().splitlines()))


def names(reply) -> list[str]:
    assert reply.status_code == 200, reply.content
    return [row["bankName"] for row in reply.json()["data"]]


def refusal(reply) -> tuple[int, str, str]:
    return reply.status_code, reply.json()["code"], reply.json()["details"]["errors"][0]["field"]


def test_a_corridor_lists_its_providers_as_external_accounts_take_them(api):
    reply = api.get("/discoveries", country="GT", currency="GTQ")

    assert reply.status_code == 200
    assert reply.json().keys() == {"data"}
    assert reply.json()["data"][0] == {
        "bankName": "BAC Guatemala",
        "displayName": "Banco de América Central, S.A.",
        "country": "GT",
        "currency": "GTQ",
        "kind": "BANK",
        "rails": ["BANK_TRANSFER"],
    }
    assert {
        "bankName": "Tigo Money",
        "displayName": "Tigo Money Guatemala",
        "country": "GT",
        "currency": "GTQ",
        "kind": "MOBILE_MONEY",
        "rails": ["MOBILE_MONEY"],
    } in reply.json()["data"]


def test_without_a_filter_everything_is_listed_by_country_currency_and_name(api):
    data = api.get("/discoveries").json()["data"]

    assert len(data) == len(_LINES)
    places = [(row["country"], row["currency"]) for row in data]
    assert places == sorted(places)
    assert len({country for country, _ in places}) >= 20


@pytest.mark.parametrize(
    ("filters", "some", "none"),
    [
        ({"country": "KE"}, "M-PESA", "Nubank"),
        ({"country": "ke"}, "M-PESA", "Nubank"),
        ({"currency": "BRL"}, "Nubank", "M-PESA"),
        ({"currency": "brl"}, "Nubank", "M-PESA"),
        ({"currency": "EUR", "country": "DE"}, "Commerzbank", "BNP Paribas"),
        ({"currency": "XOF", "country": "SN"}, "Wave", "Flooz"),
    ],
)
def test_filters_narrow_the_list_together_in_any_case(api, filters, some, none):
    found = names(api.get("/discoveries", **filters))

    assert some in found
    assert none not in found


def test_a_place_that_is_not_served_has_an_empty_list(api):
    assert names(api.get("/discoveries", country="AQ")) == []
    assert names(api.get("/discoveries", country="US", currency="EUR")) == []
    assert names(api.get("/discoveries", currency="BTC")) == []


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"country": "XX"}, (400, "INVALID_INPUT", "country")),
        ({"country": "USA"}, (400, "INVALID_INPUT", "country")),
        ({"country": ""}, (400, "INVALID_INPUT", "country")),
        ({"currency": "XYZ"}, (400, "INVALID_CURRENCY", "currency")),
        ({"currency": "JPY"}, (400, "INVALID_CURRENCY", "currency")),
        ({"bank": "Wave"}, (400, "INVALID_INPUT", "bank")),
    ],
)
def test_a_filter_that_makes_no_sense_is_named(api, filters, expected):
    assert refusal(api.get("/discoveries", **filters)) == expected


@pytest.mark.parametrize("filters", [{}, {"country": "SN"}, {"currency": "EUR"}])
def test_listing_takes_one_statement(api, costs, filters):
    api.get("/config")

    with costs.of():
        api.get("/discoveries", **filters)


def test_every_country_and_currency_that_an_account_type_serves_is_listed():
    served = {(country, row.currencies[0]) for row in table.ACCOUNT_TYPES.values() for country in row.countries}

    assert {(line["country"], line["currency"]) for line in _LINES} == served
    assert {line["currency"] for line in _LINES} <= money.SUPPORTED_CURRENCIES
    assert len(served) > 50


def test_every_line_names_its_source_and_the_readme_names_it_too():
    readme = (institutions.FILE.parent / "README.md").read_text()

    for line in _LINES:
        authority = line["source"].partition(",")[0]
        assert authority in readme, line


def test_loading_again_changes_nothing(capsys):
    before = list(Institution.objects.order_by("id").values())

    call_command("load_institutions")

    assert capsys.readouterr().out == f"{len(_LINES)} institutions: 0 written, 0 retired\n"
    assert list(Institution.objects.order_by("id").values()) == before


def test_what_leaves_the_file_is_no_longer_listed_and_can_come_back(api, tmp_path):
    shorter = tmp_path / "institutions.csv"
    lines = institutions.FILE.read_text().splitlines(keepends=True)
    shorter.write_text("".join(line for line in lines if not line.startswith("KE,KES,MOBILE_MONEY,T-Kash")))
    key = Institution.objects.get(bank_name="T-Kash").id

    left = institutions.load(now=clock.real_now(), file=shorter)
    without = names(api.get("/discoveries", country="KE"))
    back = institutions.load(now=clock.real_now())

    assert (left.written, left.retired) == (0, 1)
    assert without == ["Airtel Money", "M-PESA"]
    assert (back.written, back.retired) == (1, 0)
    assert names(api.get("/discoveries", country="KE")) == ["Airtel Money", "M-PESA", "T-Kash"]
    assert Institution.objects.get(bank_name="T-Kash").id == key


def test_a_changed_line_changes_its_row(api, tmp_path):
    changed = tmp_path / "institutions.csv"
    changed.write_text(institutions.FILE.read_text().replace("T-Kash (Telkom Kenya)", "T-Kash"))

    loaded = institutions.load(now=clock.real_now(), file=changed)

    assert (loaded.written, loaded.retired) == (1, 0)
    assert Institution.objects.get(bank_name="T-Kash").display_name == "T-Kash"


_HEAD = "country,currency,kind,bankName,displayName,rails,source\n"
_GOOD = "KE,KES,MOBILE_MONEY,M-PESA,M-PESA,MOBILE_MONEY,Register\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "the first line must be country,"),
        ("a,b\n", "the first line must be country,"),
        (_HEAD + _GOOD + "KE,KES\n", "line 3: must have 7 columns"),
        (_HEAD + _GOOD.strip() + ",more\n", "line 2: must have 7 columns"),
        (_HEAD + _GOOD.replace("KE,", "UG,"), "no account type serves KES in UG"),
        (_HEAD + _GOOD.replace("KES", "XYZ"), "no account type serves XYZ in KE"),
        (_HEAD + _GOOD.replace("KE,KES,MOBILE_MONEY", "KE,KES,SHOP"), "kind must be one of BANK, MOBILE_MONEY"),
        (_HEAD + _GOOD.replace("MOBILE_MONEY,R", "SEPA,R"), "rails must be some of MOBILE_MONEY"),
        (_HEAD + _GOOD.replace("MOBILE_MONEY,R", ",R"), "rails must be some of MOBILE_MONEY"),
        (_HEAD + _GOOD.replace("M-PESA,M", "Pesá,M"), "bankName must be plain ASCII"),
        (_HEAD + _GOOD.replace("M-PESA,M", ",M"), "bankName must be 1 to 255 characters"),
        (_HEAD + _GOOD.replace("Register", " "), "source must be 1 to 255 characters"),
        (_HEAD + _GOOD + _GOOD.replace("M-PESA,M-PESA", "mpesa,m-pesa"), "KE KES has two institutions called m-pesa"),
    ],
)
def test_a_wrong_file_is_refused_whole(tmp_path, content, reason):
    file = tmp_path / "institutions.csv"
    file.write_text(content)
    before = Institution.objects.filter(is_active=True).count()

    with pytest.raises(CommandError, match=reason):
        call_command("load_institutions", file=file)

    assert Institution.objects.filter(is_active=True).count() == before


def test_every_migrate_brings_the_directory_up_to_date(api):
    Institution.objects.filter(country="KE").delete()
    assert names(api.get("/discoveries", country="KE")) == []

    call_command("migrate", verbosity=0)

    assert names(api.get("/discoveries", country="KE")) == ["Airtel Money", "M-PESA", "T-Kash"]


def test_a_file_that_is_not_there_is_a_clear_error(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("load_institutions", file=tmp_path / "nothing.csv")


def _register(api, customer, currency, bank_name):
    _, info = account_examples.EXAMPLES[f"{currency}_ACCOUNT"]
    body = {"customerId": customer, "currency": currency, "accountInfo": info | {"bankName": bank_name}}
    return api.post("/customers/external-accounts", body)


@pytest.mark.parametrize(
    "name", ["GTBank", "gtbank", "  GTBANK ", "Guaranty Trust Bank Limited", "guaranty  trust bank limited"]
)
def test_a_bank_is_known_by_either_name_in_any_case_and_spacing(api, alice, name):
    reply = _register(api, alice, "NGN", name)

    assert reply.status_code == 201, reply.content
    assert reply.json()["accountInfo"]["bankName"] == name.strip()


@pytest.mark.parametrize(
    ("currency", "name"),
    [("NGN", "Bank of Nowhere"), ("NGN", "GT Bank"), ("NGN", "Nedbank"), ("PHP", "M-PESA"), ("SGD", "%")],
)
def test_a_bank_that_is_not_listed_for_the_currency_is_refused(api, alice, currency, name):
    reply = _register(api, alice, currency, name)

    assert reply.status_code == 400
    assert reply.json()["code"] == "INVALID_BANK_ACCOUNT"
    assert reply.json()["details"]["errors"] == [
        {
            "field": "accountInfo.bankName",
            "reason": f"must be the bankName of a bank that GET /discoveries lists for {currency}",
        }
    ]


def test_a_bank_that_has_left_the_directory_is_refused(api, alice):
    Institution.objects.filter(bank_name="GTBank").update(is_active=False)

    assert _register(api, alice, "NGN", "GTBank").status_code == 400
    assert _register(api, alice, "NGN", "Access Bank").status_code == 201


def test_where_no_bank_is_listed_any_name_will_do(api, alice):
    Institution.objects.filter(currency="NGN").delete()

    assert _register(api, alice, "NGN", "Bank of Nowhere").status_code == 201


def test_every_type_with_a_bank_name_has_banks_to_choose_from(api):
    types = [row for row in table.ACCOUNT_TYPES.values() if "bankName" in {field.name for field in row.fields}]

    assert len(types) == 10
    for row in types:
        assert len(names(api.get("/discoveries", currency=row.currencies[0]))) >= 8


def test_the_check_of_the_bank_takes_one_statement_and_other_types_none(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert institutions.knows("NGN", "GTBank") is True
    from payments.accounts import external_accounts

    currency, info = account_examples.EXAMPLES["KES_ACCOUNT"]
    with django_assert_num_queries(0):
        external_accounts.check(account_info=info, currency=currency, environment="SANDBOX", platform_id=uuid.uuid4())

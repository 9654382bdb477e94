"""Connections: none takes the files of another one. Their terms: a change of any is told to the two who decide."""

from typing import Any

import pytest

from banks.admin.rail import effects
from banks.models import BankConnection
from banks.rail.terms import NAME, TERMS
from platforms.base import errors
from platforms.models import AuditEntry
from tests.banks.rail import world

pytestmark = pytest.mark.django_db(transaction=True)
OF_EACH_ROW = {"id", "platform", "entered_by", "reason", "created_at", "ended_at"}
OWNER = {"owner_country": "DE", "owner_town": "Berlin", "owner_postal_code": "10115", "owner_street": "Am Park 1"}
SERVER = {
    "delivery": "SFTP",
    "sftp_host": "sftp.bank.example",
    "sftp_user": "acme",
    "sftp_host_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ",
}
CHANGES: dict[str, dict[str, Any]] = {
    "currency": {"currency": "GBP", "credit_format": "GENERIC_001_09"},
    "owner_name": {"owner_name": "Acme Payments AG"},
    "owner_street": {"owner_street": "Am Park 2"},
    "owner_postal_code": {"owner_postal_code": "10117"},
    "owner_town": {"owner_town": "Bonn"},
    "owner_country": {"owner_country": "AT"},
    "account_number": {"account_number": "DE89370400440532013000"},
    "bic": {"bic": "COBADEFFXXX"},
    "clearing_number": {"clearing_number": "370400440"},
    "bank_name": {"bank_name": "House Bank"},
    "sender_id": {"sender_id": "DE98ZZZ09999999998"},
    "credit_format": {"credit_format": "SEPA_001_03"},
    "debit_format": {"debit_format": "SEPA_CORE_008_08"},
    "credit_description": {"credit_description": "PAYROLL"},
    "debit_description": {"debit_description": "PURCHASE"},
    "balances_files": {name: world.DOLLARS[name] for name in ("currency", "owner_name", "account_number", "bank_name")}
    | {name: world.DOLLARS[name] for name in ("clearing_number", "sender_id", "credit_format", "bic")}
    | {"balances_files": True},
    "needs_addresses": {"needs_addresses": True},
    "cut_offs": {"cut_offs": "11:00, 15:30"},
    "time_zone": {"time_zone": "Europe/Vienna"},
    "calendar": {"calendar": "AT"},
    "holidays": {"holidays": "2026-12-24"},
    "worked_days": {"worked_days": "2026-12-24"},
    "credit_lead_days": {"credit_lead_days": 2},
    "debit_lead_days": {"debit_lead_days": 2},
    "confirm_days": {"confirm_days": 4},
    "max_payment": {"max_payment": 1_00},
    "max_day": {"max_day": 1_00},
    "max_charge": {"max_charge": 1_00, "max_day_charges": 5_00},
    "max_charge_share": {"max_charge_share": 50, "max_day_charges": 5_00},
    "max_day_charges": {"max_charge": 1_00, "max_day_charges": 6_00},
    "delivery": SERVER | {"delivery": "FOLDER"},
    "folder": {"folder": "elsewhere"},
    "answers_folder": {"answers_folder": "elsewhere/in"},
    "sftp_host": {"sftp_host": "sftp2.bank.example"},
    "sftp_port": {"sftp_port": 23},
    "sftp_user": {"sftp_user": "acme2"},
    "sftp_host_key": {"sftp_host_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK"},
}


@pytest.mark.parametrize(
    ("folder", "answers", "field"),
    [
        ("house-bank/in", "other/in", "folder"),
        ("other/out", "house-bank/in", "answers_folder"),
        ("other/out", "house-bank/out", "answers_folder"),
        ("same", "same", "answers_folder"),
    ],
)
def test_no_connection_takes_the_files_of_another_one(acme, folder, answers, field):
    world.connect(acme.platform)

    with pytest.raises(errors.InvalidInput) as refused:
        world.connect(acme.platform, name="other", folder=folder, answers_folder=answers)

    assert [one["field"] for one in refused.value.problems] == [field]


def test_a_folder_of_a_server_is_one_however_it_is_written(acme):
    server = {
        "delivery": "SFTP",
        "sftp_host": "sftp.bank.example",
        "sftp_user": "acme",
        "sftp_host_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ",
    }
    world.connect(acme.platform, **server, folder="/out", answers_folder="/in")

    with pytest.raises(errors.InvalidInput):
        world.connect(acme.platform, **server, name="other", folder="/other", answers_folder="/x/../in/.")
    elsewhere = server | {"sftp_host": "other.example", "folder": "/out", "answers_folder": "/in"}
    assert world.connect(acme.platform, **elsewhere, name="other").name == "other"


def test_each_column_of_a_connection_is_a_term():
    columns = {field.name for field in BankConnection._meta.concrete_fields}

    assert columns - OF_EACH_ROW == {"name", *TERMS} == {"name", *CHANGES}


def test_a_change_of_any_term_is_told(acme):
    former = world.connect(acme.platform, **OWNER, **SERVER)
    present = {name: said for name, said in (world.EURO | OWNER | SERVER).items() if name != "name"}

    told = {
        name: set(effects.replace_connection(connection=former.pk, **present | changes).more)
        for name, changes in CHANGES.items()
    }

    assert {name for name, lines in told.items() if TERMS[name].line not in lines} == set()
    assert effects.replace_connection(connection=former.pk, **present).more == {}


def test_the_audit_log_has_the_terms_that_say_so(acme):
    world.replace(world.connect(acme.platform, **SERVER), max_charge=1_00, max_day_charges=5_00)

    entered, replaced = AuditEntry.objects.filter(verb__startswith="bank_connection.").order_by("id")
    audited = {name for name, term in TERMS.items() if term.is_audited}
    changed = BankConnection.objects.get(ended_at=None)
    assert NAME.is_audited
    assert replaced.details.keys() & TERMS.keys() == {name for name in audited if getattr(changed, name) != ""}
    assert replaced.details.keys() >= {"name", "reason", "replaces"}
    assert (entered.details["max_charge"], replaced.details["max_charge"]) == (None, 1_00)

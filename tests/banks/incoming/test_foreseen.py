"""What two people read before an uploaded pain.002 or NACHA file is applied: what it settles, rejects and returns."""

import io

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from banks.admin.statements import effects
from banks.models import BankAnswer, BankBatch, BankIncomingFile
from banks.statements.incoming import arrivals
from payments.models import OperationsCase
from platforms.base import clock, errors
from platforms.models import AuditEntry
from practice.bank import nacha
from tests.backoffice.conftest import BackOffice
from tests.backoffice.support_desk.steps import plain
from tests.banks.incoming import ach
from tests.banks.rail import world as rail
from tests.banks.statements import world

pytestmark = pytest.mark.django_db(transaction=True)


def _upload(bank, content: bytes) -> BankIncomingFile:
    return arrivals.upload(
        connection=bank.pk,
        name="by-mail",
        file=io.BytesIO(content),
        reason="by mail",
        actor=rail.TILL,
        now=clock.real_now(),
    )


def _state() -> tuple[object, ...]:
    return BankAnswer.objects.count(), OperationsCase.objects.count(), AuditEntry.objects.count()


def test_the_effect_of_a_report_says_counts_sums_and_the_first_ten_payments_and_changes_nothing(
    acme, api, worker, alice
):
    bank = rail.connect(acme.platform)
    paid = rail.given_out(api, worker, alice, *range(10_00, 22_00, 1_00))
    names = [world.id_of(one) for one in paid]
    said = dict.fromkeys(names[:9], "ACSC") | dict.fromkeys(names[9:], "RJCT/AC04")
    file = _upload(bank, world.pain_002(BankBatch.objects.get().message_id, **said, NOBODYSPAYMENT1="RJCT/AC04"))
    before = _state()

    facts = effects.read_file(file=file.pk).facts

    assert facts["Format"] == "PAIN_002"
    assert facts["Answers"] == "13"
    assert facts["Settles"] == f"9 payments, {sum(range(10, 19))}.00 EUR"
    assert facts["Rejects"] == f"3 payments, {sum(range(19, 22))}.00 EUR"
    assert facts["Payments"].startswith(f"{names[0]} 10.00 EUR SETTLED; ")
    assert facts["Payments"].endswith("; and 2 more")
    assert facts["Moves nothing"] == "1 UNKNOWN"
    assert {rail.row_of(one).state for one in paid} == {"BATCHED"}
    assert _state() == before
    office = BackOffice(User.objects.create_superuser(username="rita"))
    page = reverse("admin:banks_bankincomingfile_read", args=[file.pk])
    shown = plain(office.post(f"{page}?effect=", _form_submitted="True", reason="").content.decode())
    assert "9 payments, 126.00 EUR" in shown


def test_the_effect_of_a_nacha_file_says_what_it_returns_and_corrects(acme, api, worker, alice):
    bank = rail.connect(acme.platform, **(rail.DOLLARS | ach.FOLDERS))
    _, orders = ach.given_out(api, worker, alice, 10_00, 20_00)
    content = ach.returned(nacha.Answer(orders[0], "R02"), nacha.Answer(orders[1], "C01", "000987654321"))

    facts = effects.read_file(file=_upload(bank, content).pk).facts

    assert facts["Rejects"] == "1 payment, 10.00 USD"
    assert facts["Payments"] == f"{orders[0].end_to_end_id} 10.00 USD REJECTED"
    assert facts["Moves nothing"] == "1 CORRECTION"
    assert not BankAnswer.objects.exists()


def test_the_effect_of_a_report_that_contradicts_a_settlement_says_so(acme, api, worker, alice):
    bank = rail.connect(acme.platform)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    world.send(world.camt([world.Entry(-10_00, world.id_of(paid))]))
    file = _upload(bank, world.pain_002(BankBatch.objects.get().message_id, **{world.id_of(paid): "RJCT/AC04"}))

    facts = effects.read_file(file=file.pk).facts

    assert facts["Payments"] == "none is changed"
    assert facts["Contradicts"].startswith("what the bank did or said before of 1 payments")


def test_a_damaged_file_is_no_effect(acme):
    file = _upload(rail.connect(acme.platform), world.pain_002("M")[:-20])

    with pytest.raises(errors.DomainError, match="no XML"):
        effects.read_file(file=file.pk)

"""The end of what is known of a bank's holidays is a case; a calendar that comes later moves no open batch."""

import datetime as dt

import pytest
from django.db import transaction

from banks.models import BankBatch
from banks.rail import batches, connections
from banks.rail.bank_days import Slot
from payments.models import CaseKind, OperationsCase
from payments.workflow import monitor
from platforms.base import clock
from tests.banks.rail import world

pytestmark = pytest.mark.django_db(transaction=True)


def cases() -> list[tuple[str, str]]:
    with transaction.atomic():
        monitor.sweep(kind=CaseKind.BANK_FILE, now=clock.real_now())
    rows = OperationsCase.objects.filter(kind=CaseKind.BANK_FILE, state="OPEN")
    return [(one.subject, one.cause) for one in rows]


def test_a_typed_list_that_ends_is_a_case_until_it_is_longer(api, acme, within_an_hour):
    year = clock.real_now().year + 1
    typed = {"calendar": "NONE", "holidays": f"{year}-12-25"}
    former = world.connect(acme.platform, **typed)
    assert cases() == []

    # By the clock of the connection's platform.
    ahead = int((dt.datetime(year, 12, 1, tzinfo=dt.UTC) - clock.real_now()).total_seconds())
    for part in (ahead // 2, ahead - ahead // 2):
        assert api.post("/sandbox/clock/advance", {"seconds": part}).status_code == 200
    [(subject, cause)] = cases()
    assert subject == former.public_id
    assert f"house-bank end on {year}-12-25: choose Change" in cause

    with transaction.atomic():
        terms = {name: said for name, said in world.EURO.items() if name != "name"}
        longer = terms | typed | {"holidays": f"{year}-12-25, {year + 1}-12-25"}
        connections.replace(connection=former.pk, **longer, reason="2027", actor=world.ANNA, now=clock.real_now())
    assert cases() == []


def test_days_that_are_typed_beside_a_calendar_may_end(acme):
    world.connect(acme.platform, holidays="2020-07-15")

    assert cases() == []


def test_an_open_batch_keeps_its_value_date_when_the_calendar_of_its_bank_is_known(api, acme, worker, alice):
    connection = world.connect(acme.platform, calendar="NONE", cut_offs="23:59")
    world.pay(api, alice)
    worker.run()
    before = BankBatch.objects.get()
    christmas = dt.date(2026, 12, 25)
    BankBatch.objects.update(value_date=christmas)
    type(connection).objects.update(calendar="")

    world.pay(api, alice)
    worker.run()

    before.refresh_from_db()
    assert (before.state, before.value_date) == ("OPEN", christmas)
    assert before.pk in BankBatch.objects.filter(state="OPEN").values_list("pk", flat=True)
    world.close(before)
    world.release(before)
    world.sweep()
    assert any("2026-12-25" in path.name for path in world.delivered())


def test_a_slot_of_a_day_has_one_open_batch_whatever_the_calendar_was(acme):
    connection = world.connect(acme.platform)
    now = clock.real_now()
    slot = Slot(now + dt.timedelta(hours=1), dt.date(2026, 12, 28))

    with transaction.atomic():
        found = [batches.open_for(connection=connection, key="SEPA_001_09", slot=slot, now=now) for _ in range(2)]

    assert found[0] == found[1] is not None

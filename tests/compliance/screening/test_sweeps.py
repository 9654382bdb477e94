"""Re-screening of all customers after a new list: in steps, resumable, and only those concerned."""

import datetime as dt

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from compliance import tasks
from compliance.models import Customer, HitState, Screening, ScreeningHit, ScreeningSweep
from compliance.providers import screening_list
from compliance.review_desk import screening_hits
from compliance.screening import sweeps
from platforms.base import clock
from platforms.models import AuditEntry
from tests.conftest import MOVED, Api
from tests.support import factories
from tests.support.compliance import screening_lists
from tests.support.compliance.stories import created

pytestmark = pytest.mark.django_db
CARROW = screening_lists.person("DOi.900", "Bethwin Carrow")
NEXT = "2026-04-01T00:00:00Z"


@pytest.fixture
def vendor(settings):
    """Production with a vendor that approves everybody: who waits does so for the screening alone."""
    production = settings.PROVIDERS["PRODUCTION"] | {"identity": settings.PROVIDERS["SANDBOX"]["identity"]}
    settings.PROVIDERS = settings.PROVIDERS | {"PRODUCTION": production}


def later() -> clock.RealTime:
    return clock.RealTime(clock.real_now() + sweeps.SETTLE_TIME)


def sweep(*, limit: int = sweeps.CHUNK) -> list[int]:
    """Go through to the end and return how many each step compared."""
    steps = []
    while step := advance(limit=limit):
        steps.append(step)
    return steps


def advance(*, limit: int = sweeps.CHUNK) -> int:
    with transaction.atomic():
        return sweeps.advance(now=later(), limit=limit)


def test_a_new_list_finds_a_customer_who_was_approved_before(production_api, vendor):
    screening_lists.load(screening_lists.xml())
    customer = created(production_api, fullName="Bethwin Carrow")
    screening_lists.load(screening_lists.xml([screening_lists.QUISTRAND, CARROW], made=NEXT))

    assert sweep() == [1]

    hit = ScreeningHit.objects.get()
    assert (hit.subject, hit.entry_reference, hit.state, hit.screening.cause) == (
        customer["id"],
        "DOi.900",
        "OPEN",
        "new_list",
    )
    assert hit.screening.compared_with == ["UN 2026-04-01"]
    # A likeness alone takes nobody's money: a person decides, and confirming rejects.
    assert Customer.objects.get().status == "APPROVED"
    done = ScreeningSweep.objects.latest("id")
    assert (done.is_running, done.customer_count, done.hit_count) == (False, 1, 1)
    assert done.finished_at is not None
    assert AuditEntry.objects.get(verb="screening.hit").actor_kind == "SYSTEM"


def test_a_sweep_goes_on_where_it_was_stopped(production_api, vendor):
    screening_lists.load(screening_lists.xml())
    for number in range(5):
        created(production_api, fullName=f"Bethwin Carrow {'IVXLC'[number]}")
    screening_lists.load(screening_lists.xml([screening_lists.QUISTRAND, CARROW], made=NEXT))

    assert advance(limit=2) == 2
    with pytest.raises(RuntimeError, match="killed"), transaction.atomic():
        sweeps.advance(now=later(), limit=2)
        raise RuntimeError("killed")
    assert (ScreeningSweep.objects.latest("id").customer_count, ScreeningHit.objects.count()) == (2, 2)

    assert sweep(limit=2) == [2, 1]
    assert (ScreeningSweep.objects.latest("id").customer_count, ScreeningHit.objects.count()) == (5, 5)


def test_a_sweep_begins_when_nobody_can_still_be_comparing_with_the_list_before(production_api, vendor):
    created(production_api, fullName="Bethwin Carrow")
    screening_lists.load(screening_lists.xml([CARROW]))

    with transaction.atomic():
        assert sweeps.advance(now=clock.real_now()) == 0

    assert sweep() == [1]


def test_a_newer_list_begins_a_sweep_anew(production_api, vendor):
    for name in ("Ada Lovelace", "Bethwin Carrow"):
        created(production_api, fullName=name)
    screening_lists.load(screening_lists.xml())
    advance(limit=1)
    screening_lists.load(screening_lists.xml([screening_lists.QUISTRAND, CARROW], made=NEXT))

    assert sweep(limit=1) == [1, 1]
    old, new = ScreeningSweep.objects.order_by("id")
    assert (old.is_running, old.finished_at, old.customer_count) == (False, None, 1)
    assert (new.is_running, new.customer_count) == (False, 2)


def test_who_needs_no_screening_is_left_out(api, production_api, vendor):
    created(api, fullName="Bethwin Carrow")  # the sandbox has a list of its own
    gone = created(production_api, fullName="Bethwin Carrow")
    production_api.delete(f"/customers/{gone['id']}")
    bank = factories.tenant("livebank", environment="PRODUCTION", regulated=True)
    created(Api(bank.client_id, bank.client_secret), fullName="Bethwin Carrow")
    before = Screening.objects.count()

    screening_lists.load(screening_lists.xml([CARROW]))

    assert sweep() == []
    assert Screening.objects.count() == before


def test_a_cleared_hit_stays_cleared_when_the_entry_is_the_same_in_the_new_list(production_api, vendor):
    screening_lists.load(screening_lists.xml([CARROW]))
    created(production_api, fullName="Bethwin Carrow")
    with transaction.atomic():
        screening_hits.resolve(
            hit_id=ScreeningHit.objects.get().id,
            state=HitState.CLEARED,
            reason="Somebody else of that name.",
            actor=factories.OPERATOR,
            now=clock.real_now(),
        )
    screening_lists.load(screening_lists.xml([CARROW, screening_lists.QUISTRAND], made=NEXT))

    assert sweep() == [1]
    assert ScreeningHit.objects.get().state == "CLEARED"

    changed = CARROW.replace("</INDIVIDUAL>", "<LISTED_ON>2026-05-01</LISTED_ON></INDIVIDUAL>")
    screening_lists.load(screening_lists.xml([changed, screening_lists.QUISTRAND], made="2026-05-01T00:00:00Z"))

    assert sweep() == [1]
    assert sorted(ScreeningHit.objects.values_list("state", flat=True)) == ["CLEARED", "OPEN"]


def test_owners_are_compared_again_with_their_business(production_api):
    screening_lists.load(screening_lists.xml())
    reply = production_api.post("/customers", {"customerType": "BUSINESS", "businessInfo": {"legalName": "Bakery Ltd"}})
    business = Customer.objects.get(id=reply.json()["id"].partition(":")[2])
    owner = factories.owner_of(business, firstName="Bethwin", lastName="Carrow")
    screening_lists.load(screening_lists.xml([CARROW, screening_lists.QUISTRAND], made=NEXT))

    assert sweep() == [1]
    assert ScreeningHit.objects.get().subject == owner.public_id


def test_a_step_without_hits_takes_as_many_statements_for_one_as_for_many(production_api, vendor):
    screening_lists.load(screening_lists.xml())
    for _ in range(6):
        created(production_api, fullName="Ada Lovelace")

    def cost(limit: int) -> list[str]:
        with CaptureQueriesContext(connection) as captured:
            assert advance(limit=limit) == limit
        words = ("SAVEPOINT", "RELEASE")
        return [query["sql"].split()[0] for query in captured if not query["sql"].startswith(words)]

    # The sweep, its customers' keys, the customers, their owners, the lists in use; the sweep again.
    assert cost(1) == cost(5) == ["SELECT", "SELECT", "SELECT", "SELECT", "SELECT", "UPDATE"]


@pytest.mark.django_db(transaction=True)
def test_the_task_sweeps_to_the_end_and_then_has_nothing_to_do(production_api, vendor, monkeypatch):
    for _ in range(3):
        created(production_api, fullName="Bethwin Carrow")
    screening_lists.load(screening_lists.xml([CARROW]))
    assert tasks.rescreen_customers() == 0  # too early

    monkeypatch.setattr(sweeps, "SETTLE_TIME", dt.timedelta())

    assert tasks.rescreen_customers() == 3
    assert tasks.rescreen_customers() == 0
    assert ScreeningHit.objects.count() == 3


def test_the_names_of_an_edition_are_read_once(production_api, vendor):
    screening_lists.load(screening_lists.xml())
    created(production_api, fullName="Ada Lovelace")
    first = screening_list._Shelf._index

    created(production_api, fullName="Ada Byron")

    assert screening_list._Shelf._index is first


@pytest.mark.parametrize("days_ahead", [MOVED], indirect=True)
def test_a_sweep_dates_what_it_finds_by_the_clock_of_the_platform(acme, api, settings):
    settings.PROVIDERS = settings.PROVIDERS | {
        "SANDBOX": settings.PROVIDERS["SANDBOX"] | {"screening": settings.PROVIDERS["PRODUCTION"]["screening"]}
    }
    screening_lists.load(screening_lists.xml())
    created(api, fullName="Bethwin Carrow")
    screening_lists.load(screening_lists.xml([screening_lists.QUISTRAND, CARROW], made=NEXT))

    sweep()

    found = ScreeningHit.objects.get()
    dated = [found.created_at, found.screening.at, AuditEntry.objects.get(verb="screening.hit").at]
    assert all(abs(acme.platform.now() - moment) < dt.timedelta(minutes=10) for moment in dated)

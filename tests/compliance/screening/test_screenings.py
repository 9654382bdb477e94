"""What a hit does: to a customer that is created or changed, to a decision, and what stays written."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from compliance.models import (
    Customer,
    HitState,
    Screening,
    ScreeningHit,
)
from compliance.review_desk import screening_hits
from compliance.screening import screenings
from platforms import audit
from platforms.base import clock, errors, states
from platforms.encryption import salted
from platforms.models import AuditEntry
from tests.support import factories
from tests.support.compliance import screening_lists
from tests.support.compliance.stories import created, events_of, patched

pytestmark = pytest.mark.django_db
LISTED = "Zebulon Quarrymoor"
STAFF = audit.Actor(kind="STAFF", id="reviewer-1")


def row(customer) -> Customer:
    found: Customer = Customer.objects.select_related("platform").get(id=customer["id"].partition(":")[2])
    return found


def resolve(hit: ScreeningHit, state: HitState, reason: str = "Born in another century.") -> ScreeningHit:
    with transaction.atomic():
        return screening_hits.resolve(hit_id=hit.id, state=state, reason=reason, actor=STAFF, now=clock.real_now())


def screen(customer: Customer, owners=()) -> bool:
    with transaction.atomic():
        return screenings.screen_customer(customer=customer, owners=owners, now=clock.real_now())


def test_a_person_who_is_like_an_entry_waits_for_a_review(api):
    customer = created(api, fullName="Zebulon Quarymoor")

    assert customer["kycStatus"] == "PENDING"
    assert events_of(customer) == ["CUSTOMER.KYC_PENDING"]
    hit = ScreeningHit.objects.get()
    assert (hit.subject, hit.list_name, hit.entry_reference, hit.matched_name, hit.kind, hit.state) == (
        customer["id"],
        "SANDBOX",
        "SBX-1",
        LISTED,
        "SANCTION",
        "OPEN",
    )
    assert 85 <= hit.score <= 100
    run = Screening.objects.get()
    assert (run.cause, run.outcome, run.hit_count, run.subjects, run.compared_with, run.threshold) == (
        "creation",
        "HITS",
        1,
        [customer["id"]],
        ["SANDBOX"],
        85,
    )
    assert hit.screening == run


def test_a_person_on_no_list_is_approved_as_ever_and_the_run_is_kept(api):
    customer = created(api, fullName="Ada Lovelace")

    assert customer["kycStatus"] == "APPROVED"
    assert Screening.objects.get().outcome == "CLEAR"
    assert not ScreeningHit.objects.exists()


def test_a_politically_exposed_person_waits_too(api):
    assert created(api, fullName="Ottoline Vexforth")["kycStatus"] == "PENDING"
    assert ScreeningHit.objects.get().kind == "PEP"


@pytest.mark.parametrize("name", [LISTED, "QUARRYMOOR Z\u00e9bulon", "Zeb the Quarryman", "Zebulon John Quarrymoor"])
def test_birth_and_nationality_do_not_excuse_a_name_of_the_list(api, name):
    customer = created(api, fullName=name, birthDate="1990-01-31", nationality="GB")

    assert customer["kycStatus"] == "PENDING"
    resolve(ScreeningHit.objects.get(), HitState.CLEARED)
    assert not screen(row(customer))


def test_birth_and_nationality_tell_somebody_of_a_similar_name_from_the_one_on_the_list(api):
    customer = created(api, fullName="Zebulon Quarrymore", birthDate="1990-01-31", nationality="GB")

    assert customer["kycStatus"] == "APPROVED"


@pytest.mark.parametrize(("suffix", "status"), [("002", "REJECTED"), ("003", "UNVERIFIED")])
def test_a_hit_makes_no_other_decision_better(api, suffix, status):
    customer = created(api, fullName=f"{LISTED} {suffix}")

    assert customer["kycStatus"] == status
    assert ScreeningHit.objects.filter(customer_id=row(customer).id).exists()


def test_a_customer_without_a_name_is_screened_when_it_has_one(api):
    customer = dict(api.post("/customers", {"customerType": "INDIVIDUAL"}).json())
    assert not Screening.objects.exists()

    changed = patched(api, customer, fullName=LISTED)

    assert changed["kycStatus"] == "PENDING"
    assert Screening.objects.get().cause == "identity_changed"


def test_an_open_hit_is_not_shaken_off_by_another_name(api):
    customer = created(api, fullName=LISTED)

    changed = patched(api, customer, fullName="Ada Lovelace")

    assert changed["kycStatus"] == "PENDING"
    assert ScreeningHit.objects.get().state == "OPEN"


def test_what_a_person_has_cleared_is_not_asked_again_until_the_facts_change(api):
    customer = created(api, fullName=LISTED)
    resolve(ScreeningHit.objects.get(), HitState.CLEARED)

    assert not screen(row(customer))
    assert ScreeningHit.objects.count() == 1
    assert Screening.objects.count() == 2  # the second run found the same, and says so
    assert Screening.objects.latest("at").hit_count == 1

    changed = patched(api, customer, birthDate="1961-04-12")

    assert changed["kycStatus"] == "PENDING"
    assert sorted(ScreeningHit.objects.values_list("state", flat=True)) == ["CLEARED", "OPEN"]


def test_the_customers_of_a_regulated_platform_are_not_screened(bank_api):
    assert created(bank_api, fullName=LISTED)["kycStatus"] == "APPROVED"
    assert not Screening.objects.exists()


def test_a_confirmed_hit_rejects_its_customer_and_stops_its_money(api):
    customer = created(api, fullName="Ada Lovelace")
    internal = api.internal_account(customer["id"])
    external = api.external_account(customer["id"])
    api.fund(internal, 1000)
    hit = planted(customer)

    resolve(hit, HitState.CONFIRMED)

    assert row(customer).status == "REJECTED"
    assert events_of(customer)[-1] == "CUSTOMER.KYC_REJECTED"
    refused = api.transfer_out(internal, external, 100)
    assert (refused.status_code, refused.json()["code"]) == (403, "USER_NOT_READY")


def planted(customer) -> ScreeningHit:
    """A hit that a sweep after a new list has left: the customer is approved as before."""
    held = row(customer)
    with transaction.atomic():
        held.full_name = LISTED
        screenings.screen_customer(customer=held, cause=screenings.NEW_LIST, now=clock.real_now())
    hit: ScreeningHit = ScreeningHit.objects.get(customer=held)
    return hit


def test_a_confirmed_hit_of_a_deleted_customer_changes_no_status(api):
    customer = created(api, fullName=LISTED)
    api.delete(f"/customers/{customer['id']}")

    resolve(ScreeningHit.objects.get(), HitState.CONFIRMED)

    assert row(customer).status == "PENDING"


def test_a_decision_is_written_down_with_who_and_why(api):
    customer = created(api, fullName=LISTED)

    hit = resolve(ScreeningHit.objects.get(), HitState.CLEARED, "  Born in another century.  ")

    hit.refresh_from_db()
    assert (hit.state, hit.decided_by_kind, hit.decided_by_id, hit.reason) == (
        "CLEARED",
        "STAFF",
        "reviewer-1",
        "Born in another century.",
    )
    entry = AuditEntry.objects.get(verb="screening_hit.resolve")
    proof = salted.proof("ScreeningHit", hit.id, hit.reason, salt=hit.salt)
    assert (entry.subject, entry.details) == (hit.public_id, {"state": "CLEARED", "customer": customer["id"], **proof})


@pytest.mark.parametrize("first", [HitState.CLEARED, HitState.CONFIRMED])
@pytest.mark.parametrize("second", [HitState.CLEARED, HitState.CONFIRMED, HitState.OPEN])
def test_a_decision_is_final(api, first, second):
    created(api, fullName=LISTED)
    hit = resolve(ScreeningHit.objects.get(), first)

    with pytest.raises(states.ForbiddenTransition):
        resolve(hit, second)


@pytest.mark.parametrize("reason", ["", "no", " " * 20, "x" * 1001])
def test_a_decision_without_a_reason_is_refused(api, reason):
    created(api, fullName=LISTED)

    with pytest.raises(errors.InvalidInput):
        resolve(ScreeningHit.objects.get(), HitState.CLEARED, reason)

    assert ScreeningHit.objects.get().state == "OPEN"


@pytest.mark.parametrize(
    "names",
    [
        {"firstName": "Zebulon", "lastName": "Quarrymoor"},
        {"firstName": "Zebulon", "middleName": "Quarrymoor", "lastName": ""},
        {"firstName": "", "middleName": "Zebulon", "lastName": "Quarrymoor"},
    ],
    ids=["first and last", "first and middle", "middle and last"],
)
def test_owners_are_screened_with_their_business(api, acme, names):
    reply = api.post("/customers", {"customerType": "BUSINESS", "businessInfo": {"legalName": "Honest Bakery Ltd"}})
    business = row(reply.json())
    owner = factories.owner_of(business, birthDate="1961-04-12", **names)

    assert screen(business, [owner])

    hit = ScreeningHit.objects.get()
    assert (hit.subject, hit.customer, hit.score) == (owner.public_id, business, 100)
    assert Screening.objects.latest("at").subjects == [business.public_id, owner.public_id]


def test_a_business_is_compared_by_both_its_names(api):
    info = {"legalName": "Honest Bakery Ltd", "doingBusinessAs": "Black Marsh Gravel Trading"}
    business = row(api.post("/customers", {"customerType": "BUSINESS", "businessInfo": info}).json())

    assert screen(business)
    assert set(ScreeningHit.objects.values_list("matched_name", flat=True)) == {"Blackmarsh Gravel Trading FZE"}


def test_in_production_nothing_is_approved_while_there_is_no_list(production_api):
    customer = row(created(production_api, fullName="Ada Lovelace"))

    assert screen(customer)
    assert Screening.objects.latest("at").outcome == "NOT_SCREENED"

    screening_lists.load(screening_lists.xml())

    assert not screen(customer)
    assert Screening.objects.latest("at").compared_with == ["UN 2026-03-01"]


def test_an_identity_vendor_that_approves_is_not_enough_without_a_list(production_api, settings):
    production = settings.PROVIDERS["PRODUCTION"] | {"identity": settings.PROVIDERS["SANDBOX"]["identity"]}
    settings.PROVIDERS = settings.PROVIDERS | {"PRODUCTION": production}

    assert created(production_api, fullName="Ada Lovelace")["kycStatus"] == "PENDING"
    screening_lists.load(screening_lists.xml())
    assert created(production_api, fullName="Ada Lovelace")["kycStatus"] == "APPROVED"
    assert created(production_api, fullName="Velmar Quistrand")["kycStatus"] == "PENDING"


def test_the_threshold_is_a_setting(api, settings):
    settings.SCREENING_THRESHOLD = 100
    assert created(api, fullName="Zebulon Quarymoor")["kycStatus"] == "APPROVED"
    assert created(api, fullName=LISTED)["kycStatus"] == "PENDING"


def test_neither_logs_nor_audit_nor_runs_hold_a_name(api, caplog):
    with caplog.at_level("DEBUG"):
        created(api, fullName="Zebulon Quarymoor", birthDate="1961-04-12")

    written = [
        caplog.text,
        str(list(AuditEntry.objects.filter(verb__startswith="screening").values())),
        str(list(Screening.objects.values())),
        str(list(ScreeningHit.objects.values())),
    ]
    assert AuditEntry.objects.filter(verb="screening.hit").count() == 1
    assert [text for text in written if "Quarymoor" in text] == []


def test_a_run_without_a_hit_costs_one_write_and_one_look(api):
    customer = row(created(api, fullName="Ada Lovelace"))

    with transaction.atomic(), CaptureQueriesContext(connection) as captured:
        screenings.screen_customer(customer=customer, now=clock.real_now())

    assert [query["sql"].split()[0] for query in captured] == ["INSERT", "SELECT"]


def test_a_run_with_hits_costs_as_much_however_many_there_are(api, settings):
    def cost(name: str) -> int:
        customer = row(created(api, fullName="Ada Lovelace"))
        customer.full_name = name
        with transaction.atomic(), CaptureQueriesContext(connection) as captured:
            screenings.screen_customer(customer=customer, now=clock.real_now())
        return len(captured)

    settings.SCREENING_THRESHOLD = 80
    production = settings.PROVIDERS["SANDBOX"] | {"screening": settings.PROVIDERS["PRODUCTION"]["screening"]}
    settings.PROVIDERS = settings.PROVIDERS | {"SANDBOX": production}
    screening_lists.load(
        screening_lists.xml(
            [screening_lists.QUISTRAND, *[screening_lists.person(f"X-{n}", "Bethwin Carrow") for n in range(15)]]
        )
    )
    cost("Ada Lovelace")  # the process reads the list

    assert cost("Velmar Quistrand") == cost("Bethwin Carrow") == 6
    assert ScreeningHit.objects.count() == 16

"""The queue: who is in which part of it, in what order, with which flags, and at what cost."""

import datetime as dt
import re

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from compliance.models import BeneficialOwner, Customer, ScreeningHit, Verification, VerificationStatusChange
from compliance.review_desk import assignments, review_queue
from compliance.review_desk.queue_filters import FLAGS, Filters
from compliance.review_desk.review_queue import Part
from compliance.verification import reviews
from platforms.base import clock
from tests.backoffice.review_desk import case_documents
from tests.backoffice.review_desk.conftest import (
    ROB,
    address,
    claim,
    do,
    page,
    waiting_business,
    waiting_case,
    waiting_person,
)
from tests.support.backoffice.pages import words
from tests.support.compliance.sending import Desk
from tests.support.plans import planned

pytestmark = [pytest.mark.service, pytest.mark.django_db]
QUEUE = reverse("admin:compliance_desk_queue")


def names(part: Part = Part.ALL, person: str = "rita", **options) -> list[str]:
    return [line.name for line in review_queue.page(part=part, person=person, **options).lines]


@pytest.fixture
def three(api):
    return [waiting_person(api, f"{name} 001") for name in ("Ann", "Ben", "Cat")]


def test_the_parts_of_the_queue(three):
    ann, ben, _ = three
    claim(ann)
    claim(ben, ROB)
    do(assignments.escalate, ben, actor=ROB)

    assert names() == ["Ann 001", "Ben 001", "Cat 001"]
    assert names(Part.MINE) == ["Ann 001"]
    assert names(Part.MINE, "rob") == []
    assert names(Part.UNASSIGNED) == ["Ben 001", "Cat 001"]
    assert names(Part.ESCALATED) == ["Ben 001"]
    assert names(Part.OVERDUE) == []
    assert review_queue.counts(person="rita") == {
        Part.ALL: 3,
        Part.MINE: 1,
        Part.UNASSIGNED: 2,
        Part.OVERDUE: 0,
        Part.ESCALATED: 1,
    }


def test_who_was_decided_about_waits_no_longer(three):
    do(reviews.approve, three[0])
    do(reviews.reject, three[1], findings=())

    assert names() == ["Cat 001"]


def test_overdue_is_whoever_has_waited_longer_than_the_target(three, settings):
    Verification.objects.filter(id=three[1].key).update(submitted_at=clock.real_now() - dt.timedelta(hours=25))
    assert names(Part.OVERDUE) == ["Ben 001"]
    assert names()[0] == "Ben 001"

    settings.REVIEW_TARGET_HOURS = 26
    assert names(Part.OVERDUE) == []


def test_ages_go_by_the_platforms_clock(api, rival_api, three, rita):
    waiting_person(rival_api, "Rex 001")
    api.post("/sandbox/clock/advance", {"seconds": 30 * 3600})
    waiting_person(api, "Dan 001")

    assert sorted(names(Part.OVERDUE)) == ["Ann 001", "Ben 001", "Cat 001"]
    text = words(rita.text(QUEUE))
    assert re.search(r"1 d 6 h\s+schedule overdue by 6 h 0 min\s+Ann 001", text), text
    assert re.search(r"0 min\s+due in 23 h 59 min\s+Rex 001", text)


def test_one_platform_alone(rival_api, acme, rival, three, rita):
    waiting_person(rival_api, "Rex 001")

    assert names(filters=Filters(platform_id=rival.platform.id)) == ["Rex 001"]
    text = words(rita.text(QUEUE, platform=str(acme.platform.id)))
    assert "Ann 001" in text
    assert "Rex 001" not in text


def test_filters_narrow_the_queue_together(api, three, rita):
    waiting_person(api, "Kim 001", nationality="KP")
    waiting_business(api)
    waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")

    assert names(filters=Filters(kind="BUSINESS")) == ["Granite Works LLC"]
    assert names(filters=Filters(country="KP")) == ["Kim 001"]
    assert names(filters=Filters(flag="High-risk country")) == ["Kim 001"]
    assert names(filters=Filters(flag="Sanctions hit")) == ["Zebulon Quarrymoor"]
    assert names(filters=Filters(flag="High-risk country", kind="BUSINESS")) == []
    text = words(rita.text(QUEUE, kind="INDIVIDUAL", country="AQ"))
    assert "Zebulon Quarrymoor" in text
    assert "Kim 001" not in text
    assert re.search(r"All\s+1\b", text), text


def _of_every_flag(api, three) -> None:
    """Make cases with most flags."""
    waiting_person(api, "Kim 001", nationality="KP")
    lacking = waiting_business(api)
    full = waiting_business(api, registrationNumber="6623001", legalName="Basalt LLC", taxId="98-7654321")
    BeneficialOwner.objects.filter(customer=full.row.customer).update(ownership_percentage=100)
    assert BeneficialOwner.objects.filter(customer=lacking.row.customer).exists()
    waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    do(reviews.reject, three[0], findings=())
    waiting_case(api, three[0].customer)
    attempt = {"from_status": "READY_FOR_VERIFICATION", "to_status": "IN_PROGRESS", "cause": "submission"}
    errors = [{"resourceId": "Document:x", "type": "EXPIRED_DOCUMENT", "reason": "It has expired."}]
    refusal = {
        "from_status": "PENDING_MANUAL_REVIEW",
        "to_status": "RESOLVE_ERRORS",
        "cause": "review",
        "errors": errors,
    }
    made = [(three[1], attempt)] * 3 + [(three[2], refusal)]
    VerificationStatusChange.objects.bulk_create(
        VerificationStatusChange(verification=case.row, at=case.row.created_at, **change) for case, change in made
    )


def test_a_flag_that_filters_is_the_flag_that_is_shown(api, three):
    _of_every_flag(api, three)

    lines = review_queue.page(part=Part.ALL, person="rita").lines
    shown = {word: [line.name for line in lines if word in {flag.word for flag in line.flags}] for word in FLAGS}

    assert {word: names(filters=Filters(flag=word)) for word in FLAGS} == shown
    assert {flag.word for line in lines for flag in line.flags} <= set(FLAGS)
    made = {"Many attempts", "Documents refused before", "Owners missing", "Rejected before", "Duplicate document"}
    assert [word for word in made if not shown[word]] == []
    assert "Basalt LLC" not in shown["Owners missing"]


@pytest.mark.parametrize("state", ["CONFIRMED", "CLEARED"])
def test_hits_that_were_decided_filter_too(api, three, state):
    waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    hits = ScreeningHit.objects.filter(state="OPEN")
    hits.update(state=state, decided_at=three[0].row.created_at, reason="compared", decided_by_id="rita")

    assert names(filters=Filters(flag=f"Sanctions hit {state.lower()}")) == ["Zebulon Quarrymoor"]
    assert names(filters=Filters(flag="Sanctions hit")) == []


def test_the_next_case_is_of_the_filtered_queue_also_after_a_decision(api, three, rita):
    kim, kay = (waiting_person(api, name, nationality="KP") for name in ("Kim 001", "Kay 001"))

    taken = rita.post(f"{reverse('admin:compliance_desk_next')}?country=KP")
    assert taken.url == f"{page(kim)}?country=KP"
    assert "country=KP" in rita.text(taken.url)
    rejected = {"reason": "Outside our policy.", "person_0_kind": "UNACCEPTABLE_COUNTRY", "next": "on"}
    reply = rita.post(f"{address(kim, 'reject')}&country=KP", **rejected, _form_submitted="True")
    assert reply.headers["HX-Redirect"] == f"{page(kay)}?country=KP"


def test_pages_follow_each_other_without_a_gap_or_a_double(api, monkeypatch):
    cases = [waiting_person(api, f"Person {number} 001") for number in range(7)]
    # Three submitted at the same moment, across the edge of a page.
    Verification.objects.filter(id__in=[case.key for case in cases[1:4]]).update(submitted_at=cases[1].row.submitted_at)
    monkeypatch.setattr(review_queue, "PAGE", 3)
    read, after = [], ""

    for _ in range(3):
        page = review_queue.page(part=Part.ALL, person="rita", after=after)
        read += [line.verification.id for line in page.lines]
        after = page.following

    assert read == [case.key for case in cases]
    assert after == ""


@pytest.mark.parametrize(
    "nonsense",
    ["part=nonsense", "after=nonsense", "after=2026-01-01_x", "platform=nonsense", "country=xx", "flag=x&kind=y"],
)
def test_an_address_that_makes_no_sense_shows_the_whole_queue(rita, three, nonsense):
    assert "Ann 001" in words(rita.text(f"{QUEUE}?{nonsense}"))


def test_flags_stand_beside_the_name_with_their_reason(api, rita):
    waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    waiting_person(api, "Kim 001", nationality="KP")
    waiting_business(api)

    html = rita.text(QUEUE)

    assert 'title="1 possible sanctions match (score 100) to decide."' in html
    where = "Korea, Democratic People&#x27;s Republic of (KP)"
    assert f'title="Nationality, address or incorporation in a high-risk country: {where}."' in html
    assert 'title="40 % of the shares are unattributed: an owner who must be declared may be missing."' in html


def test_a_file_that_was_sent_for_another_customer_is_noticed_on_both(api, rival_api, rita):
    one, other = waiting_person(api, "Ann 001"), waiting_person(rival_api, "Ben 001")
    waiting_person(api, "Cat 001")
    third = waiting_business(api)
    same = case_documents.passport("Same Face", born="1 JAN 1990")
    Desk(rival_api).uploaded(other.customer, same, name="passport.jpg")
    assert third.owner is not None
    Desk(api).uploaded(third.owner["id"], same, name="passport.jpg")

    lines = review_queue.page(part=Part.ALL, person="rita").lines
    why = {line.name: [flag.why for flag in line.flags if flag.word == "Duplicate document"] for line in lines}

    assert why == {
        "Ann 001": [],
        "Ben 001": ["The same file was submitted for another customer."],
        "Cat 001": [],
        "Granite Works LLC": ["The same file was submitted for another customer."],
    }
    assert "The same file was submitted for another customer." in words(rita.text(page(third)))
    assert "Duplicate document" not in rita.text(page(one))


def test_a_page_costs_the_same_however_many_wait(api, rita, queries, costs):
    waiting_person(api, "Ann 001")
    waiting_business(api)
    rita.text(QUEUE)
    before = queries(lambda: rita.text(QUEUE))

    for number in range(4):
        waiting_person(api, f"Person {number} 001", nationality="KP")
        waiting_business(api, legalName=f"Works {number} LLC", taxId=f"12-345678{number}")

    assert queries(lambda: rita.text(QUEUE)) == before
    # Session, person, roles, permissions of the person and of the groups; the page and seven for its flags; a count for
    # each part but the two that begin with a person's few rows and find none, and whose clock runs ahead; platforms.
    costs(before)


_LARGE = ("compliance_customer", "compliance_verification", "compliance_reviewassignment")


def _plan(part: Part, **options) -> str:
    rows = review_queue._narrowed(part, person="rita")
    if options:
        rows = rows.filter(**options)
    page = rows.order_by("submitted_at", "id")[: review_queue.PAGE + 1]
    with planned(*_LARGE) as explain:
        return "\n".join(explain(*page.query.sql_with_params()))


@pytest.fixture
def hundred_thousand(api, acme):
    """Waiting verifications in bulk: what matters here is how many, and how tables and indexes look then."""
    one = waiting_person(api, "Ann 001")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        _copy(cursor, Customer, "generate_series(1, 100000) number", uma_address="'$' || number || '@example.com'")
        _copy(
            cursor,
            Verification,
            "compliance_customer customer WHERE customer.id <> original.customer_id",
            customer_id="customer.id",
            submitted_at="original.submitted_at + random() * interval '20 hours'",
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
    return one


def _copy(cursor, model: type[Model], beside: str, **changes: str) -> None:
    """Copy a table's only row once for each row `beside`, under new keys; `changes` are expressions by column."""
    changes = {"id": "uuidv7()"} | changes
    columns = [str(field.column) for field in model._meta.concrete_fields]
    values = [changes.get(column, f'original."{column}"') for column in columns]
    table, quoted = model._meta.db_table, ", ".join(f'"{column}"' for column in columns)
    cursor.execute(f"INSERT INTO {table} ({quoted}) SELECT {', '.join(values)} FROM {table} original, {beside}")


def test_with_a_hundred_thousand_waiting_the_first_page_reads_the_first_rows(hundred_thousand, rita, rival):
    claim(hundred_thousand)

    for part in (Part.ALL, Part.UNASSIGNED, Part.OVERDUE):
        plan = _plan(part)
        assert "Index Scan using verification_" in plan, plan
        assert "Seq Scan on compliance_verification" not in plan, plan
    assert "Seq Scan on compliance_verification" not in _plan(Part.MINE)
    assert "verification_platform_queue" in _plan(Part.ALL, platform_id=rival.platform.id)
    assert "100+" in rita.text(QUEUE)
    # A look at every waiting verification, or customer, would be thousands of blocks.
    assert _blocks_read(lambda: rita.text(QUEUE)) < 2000


def _blocks_read(work) -> int:
    """Count the database's pages that the statements of a call look at: time would say more of the machine."""
    with CaptureQueriesContext(connection) as captured:
        work()
    blocks = 0
    with planned(*_LARGE) as explain:
        for statement in (query["sql"] for query in captured if query["sql"].startswith(("SELECT", "(SELECT", "WITH"))):
            [plan] = explain(statement, options="ANALYZE, BUFFERS, FORMAT JSON")
            blocks += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    return blocks

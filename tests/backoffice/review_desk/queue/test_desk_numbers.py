"""The desk in numbers: what waits against the target, decisions by person, ends of hits; and the list of decisions."""

import csv
import datetime as dt
import re

import pytest
from django.urls import reverse

from compliance.admin.review_desk import decided
from compliance.models import Document, HitState, Verification, VerificationErrorType
from compliance.providers.base import Finding
from compliance.review_desk import desk_figures, screening_hits
from compliance.verification import reviews
from platforms.base import clock
from platforms.models import AuditEntry
from tests.backoffice.review_desk.conftest import LENA, MARY, RITA, ROB, do, waiting_person
from tests.support.backoffice.pages import words
from tests.support.plans import planned

pytestmark = [pytest.mark.service, pytest.mark.django_db]
NUMBERS = reverse("admin:compliance_desk_numbers")
EXPORT = reverse("admin:compliance_desk_numbers_export")
LOGGED = reverse("admin:compliance_desk_decisions_export")
DECISIONS = "/admin/compliance/verificationstatuschange/"
DAY = dt.timedelta(days=1)


@pytest.fixture
def decided_cases(api):
    """Rita approves one and asks for more of another; Rob rejects one, which Lena has reopened."""
    cases = [waiting_person(api, f"{name} 001") for name in ("Ann", "Ben", "Cat", "Dan")]
    do(reviews.approve, cases[0], reason="The papers agree.")
    do(reviews.request_information, cases[1], findings=(_blurred(cases[1]),))
    do(reviews.reject, cases[2], actor=ROB, findings=())
    do(reviews.reopen, cases[2], actor=LENA)
    return cases


def _blurred(case):
    document = Document.objects.get(customer=case.row.customer_id)
    return Finding(document.public_id, VerificationErrorType.UNREADABLE_DOCUMENT, "The picture is blurred.")


def _period(**options):
    now = clock.real_now()
    asked = {"platform_id": None, "since": now - DAY, "until": now + DAY, "step": DAY} | options
    return desk_figures.decisions(**asked)


def test_decisions_are_counted_by_person_and_outcome(decided_cases):
    period = _period()

    def counts(figures):
        return figures.number, figures.approved, figures.rejected, figures.asked, figures.reopened

    assert {name: counts(figures) for name, figures in period.by_person} == {
        "rita": (2, 1, 0, 1, 0),
        "rob": (1, 0, 1, 0, 1),
    }
    assert counts(period.all) == (3, 1, 1, 1, 1)
    assert sum(figures.number for _, figures in period.parts) == 3
    assert len(period.parts) == 2


def test_the_time_to_a_decision_runs_from_the_queue(api):
    for hours in (1, 2, 9):
        case = waiting_person(api, f"Person{hours} 001")
        moment = clock.real_now() + dt.timedelta(hours=hours)
        reviews.approve(verification_id=case.key, reason="Seen.", actor=RITA, now=moment)

    figures = _period().all

    assert round(figures.median.total_seconds() / 3600) == 2
    assert 8 < figures.slowest.total_seconds() / 3600 < 9


def test_a_case_that_was_reopened_waits_from_then_on(api):
    case, start = waiting_person(api, "Ann 001"), clock.real_now()
    for verb, hours in ((reviews.reject, 10), (reviews.reopen, 20), (reviews.approve, 21)):
        more = {"findings": ()} if verb == reviews.reject else {}
        moment = start + dt.timedelta(hours=hours)
        verb(verification_id=case.key, reason="Seen.", actor=RITA, now=moment, **more)

    assert round(_period().all.median.total_seconds() / 3600) == round((10 + 1) / 2)


def test_what_waits_is_counted_by_age_against_the_target(api, rival_api, acme, rival):
    for hours, sender in ((1, api), (13, api), (25, api), (50, rival_api)):
        case = waiting_person(sender, f"Person{hours} 001")
        since = clock.real_now() - dt.timedelta(hours=hours)
        Verification.objects.filter(id=case.key).update(submitted_at=since)

    def of(platform_id):
        return [age.number for age in desk_figures.waiting(platform_id=platform_id, now=clock.real_now())]

    assert of(None) == [1, 1, 1, 1]
    assert of(rival.platform.id) == [0, 0, 0, 1]


def test_a_clock_that_was_moved_counts_by_itself(api, acme, lena):
    waiting_person(api, "Ann 001")
    api.post("/sandbox/clock/advance", {"seconds": 10 * 86_400})
    case = waiting_person(api, "Ben 001")
    acme_now = case.row.platform.now()
    reviews.approve(verification_id=case.key, reason="Seen.", actor=RITA, now=acme_now)

    assert _period().all.number == 1
    ages = desk_figures.waiting(platform_id=None, now=clock.real_now())
    assert [age.number for age in ages] == [0, 0, 0, 1]
    page = words(lena.text(NUMBERS, platform=str(acme.platform.id)))
    assert re.search(r"rita\s+1\s+1 \(100 %\)", page), page
    assert f'value="{acme_now.date()}"' in lena.text(NUMBERS, platform=str(acme.platform.id))


def test_hits_are_counted_by_list_and_end(api):
    for name in ("Zebulon Quarrymoor", "Zebulon Quarrymoor"):
        waiting_person(api, name, birthDate="1961-04-12", nationality="AQ")
    case = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    hit = case.row.customer.screening_hits.get()
    do(screening_hits.resolve, hit_id=hit.id, state=HitState.CLEARED, reason="Another birth date.")

    now = clock.real_now()
    [(name, ends)] = desk_figures.hits(platform_id=None, since=now - DAY, until=now + DAY)

    assert name == hit.list_name
    assert ends == {"OPEN": 2, "CLEARED": 1}


def test_each_number_leads_to_the_decisions_that_it_counts(decided_cases, lena):
    html = lena.text(NUMBERS)
    addresses = re.findall(rf'href="({DECISIONS}[^"]*)"[^>]*>(\d+)', html)

    assert len(addresses) > 5
    for address, number in addresses:
        assert lena.get(address.replace("&amp;", "&")).context["cl"].result_count == int(number), address


def test_the_list_of_decisions_tells_people_from_the_service(decided_cases, api, rita):
    api.customer("Alma 000")

    def listed(**filters) -> list[str]:
        rows = rita.get(DECISIONS, **filters).context["cl"].result_list
        return sorted(f"{row.actor_id} {row.to_status}" for row in rows)

    assert listed(by="people", period="today") == ["rita APPROVED", "rita RESOLVE_ERRORS", "rob REJECTED"]
    assert listed(by="mine") == ["rita APPROVED", "rita RESOLVE_ERRORS"]
    assert listed(by=decided.of_person("rob")) == ["rob REJECTED"]
    assert not [row for row in listed(by="automatic") if row.startswith(("rita", "rob"))]
    text = words(rita.text(DECISIONS, by="people"))
    assert "The papers agree." in text
    assert "Ann 001" in text


@pytest.mark.parametrize("filters", ["period=nonsense", "period=2026_x", "platform=x", "by=nobody", "by=person:x"])
def test_filters_that_make_no_sense_are_no_error(filters, lena, rita):
    assert rita.get(f"{DECISIONS}?{filters}").status_code in {200, 302}
    assert lena.get(f"{NUMBERS}?{filters}").status_code == 200


@pytest.mark.parametrize("days", [("2026-02-02", "2026-01-01"), ("2020-01-01", "2026-01-01"), ("0001-01-01", "")])
def test_days_that_make_no_period_are_explained_or_bounded(days, lena):
    reply = lena.get(NUMBERS, since=days[0], until=days[1])

    assert reply.status_code == 200


def test_a_file_has_the_tables_of_the_page_and_is_in_the_audit_log(decided_cases, lena):
    reply = lena.get(EXPORT)
    rows = list(csv.reader(reply.content.decode().splitlines()))

    assert ["Decisions by person"] in rows
    assert [row[:4] for row in rows if row[:1] == ["rita"]] == [["rita", "2", "1 (50 %)", "0 (0 %)"]]
    assert AuditEntry.objects.get(verb="review_desk.export").actor_id == "lena"


def test_the_numbers_are_for_lead_reviewers(rita):
    assert rita.get(NUMBERS).status_code == 403
    assert rita.get(EXPORT).status_code == 403
    assert rita.get(LOGGED).status_code == 403


def test_a_page_costs_the_same_however_much_was_decided(decided_cases, api, lena, queries, costs):
    lena.text(NUMBERS)
    before = queries(lambda: lena.text(NUMBERS))
    do(reviews.approve, decided_cases[3])

    assert queries(lambda: lena.text(NUMBERS)) == before
    costs(before)


def test_decisions_are_found_by_their_index(decided_cases):
    now = clock.real_now()
    arguments = {
        "since": now - DAY,
        "until": now,
        "latest": now,
        "platform": None,
        "step": DAY,
    }
    with planned(without=("seqscan",)) as explain:
        plan = "\n".join(explain(desk_figures.DECISIONS, arguments))

    assert "verification_decision_" in plan, plan
    assert "Seq Scan on compliance_verificationstatuschange" not in plan, plan


def test_each_decision_is_a_line_of_who_what_and_who_proposed_and_of_no_words(api, decided_cases, lena):
    listed = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    hit = listed.row.customer.screening_hits.get()
    why = "Another person, by the birth date."
    do(screening_hits.resolve, hit_id=hit.pk, state=HitState.CLEARED, reason=why, actor=ROB)

    reply = lena.get(LOGGED)

    rows = list(csv.DictReader(reply.content.decode().splitlines()))
    found = [(row["decision"], row["about"], row["decided by"], row["proposed by"]) for row in rows]
    cases = [case.row.public_id for case in decided_cases]
    assert found == [
        ("verification.approve", cases[0], "rita", ""),
        ("verification.request_information", cases[1], "rita", ""),
        ("verification.reject", cases[2], "rob", ""),
        ("verification.reopen", cases[2], "lena", ""),
        ("screening_hit.resolve", hit.public_id, "rob", ""),
    ]
    assert rows[-1]["grounds"] == "state CLEARED"
    assert rows[0]["customer"] == decided_cases[0].row.customer.public_id
    text = reply.content.decode()
    assert not any(word in text for word in ("Ann", "Zebulon", "papers agree", "birth date", "blurred"))
    assert AuditEntry.objects.get(verb="review_desk.export").details["decisions"] == 5


def test_decisions_of_other_days_and_platforms_are_left_out(rival, decided_cases, lena):
    def number(**asked: str) -> int:
        return len(list(csv.DictReader(lena.get(LOGGED, **asked).content.decode().splitlines())))

    assert number(platform=str(rival.platform.pk)) == 0
    assert number(platform=str(decided_cases[0].row.platform_id)) == 4
    assert number(since="2020-01-01", until="2020-01-31") == 0


def test_the_second_of_two_people_stands_beside_the_first(api, lena):
    case = waiting_person(api, "Ann 001")
    do(reviews.approve, case, actor=MARY, reason="The papers agree.")

    [row] = csv.DictReader(lena.get(LOGGED).content.decode().splitlines())

    assert (row["decided by"], row["proposed by"]) == ("mary", "lena")

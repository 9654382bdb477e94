"""Reviewers rita and rob, lead reviewer lena; businesses and people who wait for them."""

import copy
import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.urls import reverse

from compliance.models import TOLD, RejectionGround, ReviewRule, ScreeningHit, Verification
from compliance.providers.base import Finding
from compliance.review_desk import approvals, assignments, case_files, decisions, rules
from platforms import audit
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import Platform
from tests.backoffice.conftest import PASSWORD, BackOffice
from tests.backoffice.review_desk import case_documents
from tests.conftest import Api, tenant_for_recording
from tests.support import databases
from tests.support.compliance import cases
from tests.support.compliance.reviewing import checklist, compared, look_at
from tests.support.compliance.sending import Desk

QUEUE = "/admin/compliance/verification/desk/"
APPROVING = ("approve", "approve_by_two")
DIALOGS = ("approve", "approve_by_two", "ask", "reject", "escalate", "note", "release", "reassign", "reopen")
MARY = audit.Actor(kind="STAFF", id="mary", proposed_by="lena")
RITA, ROB, LENA = (audit.Actor(kind="STAFF", id=name) for name in ("rita", "rob", "lena"))


@dataclasses.dataclass(frozen=True)
class Waiting:
    """A customer whose verification waits for a reviewer."""

    customer: str
    owner: dict[str, Any] | None
    verification: str

    @property
    def key(self) -> uuid.UUID:
        return uuid.UUID(self.verification.partition(":")[2])

    @property
    def row(self) -> Verification:
        found: Verification = Verification.objects.get(id=self.key)
        return found

    @property
    def seen(self) -> str:
        return case_files.load(self.key).version


def waiting_business(api: Api, **info: Any) -> Waiting:
    customer, person = cases.complete_business(api, **({"registrationNumber": "5523001"} | info))
    return Waiting(customer, person, _submitted(api, customer))


def waiting_person(api: Api, name: str = "Bob Pending 001", **facts: Any) -> Waiting:
    customer = api.customer(name, **facts)
    Desk(api).uploaded(customer, case_documents.passport(name, born="31 JAN 1990"), name="passport.jpg")
    return Waiting(customer, None, _submitted(api, customer))


def waiting_case(api: Api, customer: str) -> Waiting:
    """Submit the verification of a customer that lacks nothing."""
    return Waiting(customer, None, _submitted(api, customer))


def _submitted(api: Api, customer: str) -> str:
    verification = cases.submit(api, customer)
    assert verification["verificationStatus"] == "PENDING_MANUAL_REVIEW", verification
    return str(verification["id"])


def do(verb: Any, case: Waiting | None = None, *, actor: Any = RITA, **arguments: Any) -> Any:
    """Carry an operation of the desk out in a database transaction of its own. An argument None is left out.

    Who approves has looked at everything before.
    """
    if case is not None:
        arguments = {"verification_id": case.key, "reason": "Seen by me."} | arguments
    if case is not None and verb is decisions.approve:
        look_at(case.key, actor.id)
        arguments = {"checklist": checklist(case.key)} | arguments
    given = {name: part for name, part in arguments.items() if part is not None}
    with transaction.atomic():
        return verb(actor=actor, now=clock.real_now(), **given)


def claim(case: Waiting, actor: audit.Actor = RITA, *, is_lead: bool = False) -> Any:
    return do(assignments.claim, case, actor=actor, reason=None, is_lead=is_lead)


def page(case: Waiting) -> str:
    return reverse("admin:compliance_desk_case", args=[case.key])


def address(case: Waiting, word: str, *, seen: str | None = None, kind: str = "dialog") -> str:
    path = reverse(f"admin:compliance_desk_{kind}", args=[case.key, word])
    return f"{path}?seen={case.seen if seen is None else seen}"


def send(who: BackOffice, case: Waiting, word: str, *, seen: str | None = None, **entered: str) -> Any:
    """Fill a dialog in and send it. Who approves has looked at everything before."""
    filled = {"reason": "Seen by me.", "_form_submitted": "True"} | entered
    if word in APPROVING:
        look_at(case.key, User.objects.get(pk=who.client.session["_auth_user_id"]).username)
        filled = {**compared(case.key), **filled}
    return who.post(address(case, word, seen=seen), **filled)


def ground(case: Waiting, chosen: str = "OUTSIDE_POLICY") -> Finding:
    """What a reviewer says of the customer when they reject a case."""
    return Finding(case.row.customer.public_id, TOLD[RejectionGround(chosen)].type, "Outside.", ground=chosen)


def person(name: str, *roles: Role) -> User:
    user = User.objects.create_user(username=name, password=PASSWORD, is_staff=True)
    user.groups.add(*(Group.objects.get_or_create(name=role.value)[0] for role in roles))
    return user


def rule(case: Waiting, flag: str, deciders: str = "REVIEWER", **more) -> ReviewRule:
    entered = {"opens_documents": False, "asks_checklist": False, "least_volume": "", "reason": "Agreed by the board."}
    asked = {"flag": flag, "deciders": deciders, **entered, **more}
    row: ReviewRule = do(rules.enter, actor=MARY, platform_id=case.row.platform_id, **asked)
    return row


def approve(case: Waiting, *, actor=RITA, is_lead: bool = False, **more):
    return do(decisions.approve, case, actor=actor, seen=case.seen, is_lead=is_lead, **more)


def refusal(case: Waiting, **more) -> str:
    with pytest.raises(approvals.NotReady) as refused:
        approve(case, **more)
    assert case.row.status == "PENDING_MANUAL_REVIEW"
    return refused.value.text


def with_hit(case: Waiting, kind: str, state: str) -> None:
    """A decided hit, in place of the one that the case has."""
    ScreeningHit.objects.filter(customer=case.row.customer).update(
        kind=kind,
        state=state,
        reason="Compared.",
        decided_at=clock.real_now(),
        source_of_funds="SALARY",
        review_on=dt.date(2026, 1, 1),
    )


def button(who: BackOffice, case: Waiting) -> str:
    """The part of the page that approves, as the viewer asks for it after each page."""
    return who.text(reverse("admin:compliance_desk_approval", args=[case.key]))


def _recorded(acme: Platform, name: str, make: Callable[[Api], Waiting]) -> Waiting:
    tenant = tenant_for_recording(acme)
    with databases.recorded(name):
        return make(Api(tenant.client_id, tenant.client_secret))


@pytest.fixture(scope="session")
def _business(_acme, django_db_blocker) -> Waiting:
    with django_db_blocker.unblock():
        return _recorded(_acme, "business", waiting_business)


@pytest.fixture(scope="session")
def _individual(_acme, django_db_blocker) -> Waiting:
    with django_db_blocker.unblock():
        return _recorded(_acme, "individual", waiting_person)


@pytest.fixture
def business(_business: Waiting, api: Api, days_ahead: int) -> Waiting:
    if days_ahead:
        # What is recorded stands in the present.
        return waiting_business(api)
    databases.put("business")
    return copy.deepcopy(_business)


@pytest.fixture
def individual(_individual: Waiting, api: Api, days_ahead: int) -> Waiting:
    if days_ahead:
        # What is recorded stands in the present.
        return waiting_person(api)
    databases.put("individual")
    return copy.deepcopy(_individual)


@pytest.fixture
def rita(db) -> BackOffice:
    return BackOffice(person("rita", Role.REVIEWER))


@pytest.fixture
def rob(db) -> BackOffice:
    return BackOffice(person("rob", Role.REVIEWER))


@pytest.fixture
def lena(db) -> BackOffice:
    return BackOffice(person("lena", Role.LEAD_REVIEWER))


@pytest.fixture
def risky(api, settings) -> Waiting:
    """A person from a country of high risk, whom rita has."""
    settings.REVIEW_HIGH_RISK_COUNTRIES = ["IR"]
    case = waiting_person(api, nationality="IR")
    claim(case)
    return case


@pytest.fixture
def listed(api) -> Waiting:
    case = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    claim(case)
    return case

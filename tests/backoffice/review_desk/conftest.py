"""Reviewers rita and rob, lead reviewer lena; businesses and people who wait for them."""

import copy
import dataclasses
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.urls import reverse

from compliance.models import Verification
from compliance.review_desk import assignments, case_files
from platforms import audit
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import Platform
from tests.backoffice.conftest import PASSWORD, BackOffice
from tests.backoffice.review_desk import case_documents
from tests.conftest import Api, tenant_for_recording
from tests.support import databases
from tests.support.compliance import cases
from tests.support.compliance.sending import Desk

QUEUE = "/admin/compliance/verification/desk/"
DIALOGS = ("approve", "ask", "reject", "escalate", "note", "release", "reassign", "reopen")
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
    """Carry an operation of the desk out in a database transaction of its own. An argument None is left out."""
    if case is not None:
        arguments = {"verification_id": case.key, "reason": "Seen by me."} | arguments
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
    """Fill a dialog in and send it."""
    filled = {"reason": "Seen by me.", "_form_submitted": "True"} | entered
    return who.post(address(case, word, seen=seen), **filled)


def person(name: str, *roles: Role) -> User:
    user = User.objects.create_user(username=name, password=PASSWORD, is_staff=True)
    user.groups.add(*(Group.objects.get_or_create(name=role.value)[0] for role in roles))
    return user


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

"""Adapters that hang while a platform waits: a few threads wait with it, for some seconds, and nothing is changed."""

import threading
from typing import ClassVar

import pytest
from django.db import connection

from compliance.models import Customer
from payments.models import ExternalAccount
from payments.providers import asking
from payments.providers.sandbox.beneficiaries import SandboxBeneficiaryCheck
from payments.providers.sandbox.funding import SandboxFundingInstructions
from payments.providers.sandbox.network_fees import SandboxNetworkFees
from platforms.base.slots import Slots
from platforms.models import IdempotencyKey
from tests.support import factories, patience
from tests.support.payments import withdrawal_fees

pytestmark = pytest.mark.django_db(transaction=True)


class Hanging:
    """Answers when `released` is set."""

    released: ClassVar[threading.Event]
    waiting: ClassVar[threading.Semaphore]

    def hang(self):
        self.waiting.release()
        self.released.wait(patience.LONG)


class HangingCheck(Hanging, SandboxBeneficiaryCheck):
    def check(self, **facts):
        self.hang()
        return super().check(**facts)


class HangingFees(Hanging, SandboxNetworkFees):
    def estimate(self, **facts):
        self.hang()
        return super().estimate(**facts)


class HangingFunding(Hanging, SandboxFundingInstructions):
    def instructions(self, **facts):
        self.hang()
        return super().instructions(**facts)


@pytest.fixture
def hang(adapters):
    """Return a function that puts an adapter that hangs in the place of the sandbox's."""

    def put(port: str, adapter: str) -> type[Hanging]:
        adapters(**{port: f"{__name__}.{adapter}"})
        return Hanging

    Hanging.released, Hanging.waiting = threading.Event(), threading.Semaphore(0)
    yield put
    Hanging.released.set()
    patience.until(lambda: not asking.ASKED._taken and not asking.IN_TRANSACTION._taken)


def add_account(api, customer, *, key=None):
    number = "000123456789" if key else None
    body = {"customerId": customer, "currency": "USD", "accountInfo": factories.usd_account(number=number)}
    return api.post("/customers/external-accounts", body, key=key)


def ask_fee(api, customer, **options):
    return withdrawal_fees.estimate(api, api.internal_account(customer, "USDC"), **options)


ASKED = pytest.mark.parametrize(
    ("port", "adapter", "ask", "status"),
    [
        ("beneficiary_check", "HangingCheck", add_account, 201),
        ("network_fees", "HangingFees", ask_fee, 200),
    ],
)


@ASKED
def test_who_finds_too_many_waiting_is_refused_at_once(api, alice, hang, settings, port, adapter, ask, status):  # noqa: PLR0917 - fixtures and a case
    """Before, each took a thread of the web server for as long as the adapter did not answer."""
    settings.WEB_THREADS = 6
    adapter = hang(port, adapter)
    replies = []

    def wait():
        replies.append(ask(api, alice))
        connection.close()

    threads = [threading.Thread(target=wait) for _ in range(2)]
    for each in threads:
        each.start()
        assert adapter.waiting.acquire(timeout=patience.LONG)

    refused = ask(api, alice, key="k")

    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (429, "RATE_LIMITED", "5")
    assert not adapter.waiting.acquire(blocking=False), "it was not asked"
    adapter.released.set()
    for each in threads:
        each.join(patience.LONG)
    assert [reply.status_code for reply in replies] == [status, status]
    assert ask(api, alice, key="k").status_code == status


@ASKED
def test_another_platform_is_asked_for_while_the_questions_of_one_hang(  # noqa: PLR0917 - fixtures and a case
    api, alice, rival_api, hang, settings, port, adapter, ask, status
):
    settings.WEB_THREADS = 6
    customer = rival_api.customer("Grace Hopper")
    adapter = hang(port, adapter)
    replies = []

    def wait(asked_by, for_whom):
        replies.append(ask(asked_by, for_whom))
        connection.close()

    threads = [threading.Thread(target=wait, args=by) for by in [(api, alice), (api, alice), (rival_api, customer)]]
    for each in threads:
        each.start()
        assert adapter.waiting.acquire(timeout=patience.LONG)

    adapter.released.set()
    for each in threads:
        each.join(patience.LONG)
    assert [reply.status_code for reply in replies] == [status] * 3


@ASKED
def test_an_answer_is_awaited_for_some_seconds_and_nothing_is_kept(  # noqa: PLR0917 - fixtures and a case
    api, alice, hang, monkeypatch, port, adapter, ask, status
):
    monkeypatch.setattr(asking, "WAIT_SECONDS", 0.2)
    adapter = hang(port, adapter)

    refused = ask(api, alice, key="k")

    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (503, "SERVICE_UNAVAILABLE", "5")
    assert not ExternalAccount.objects.exists()
    assert not IdempotencyKey.objects.filter(key="k").exists()
    assert asking.ASKED._taken == 1, "whoever hangs keeps the slot"
    adapter.released.set()
    monkeypatch.setattr(asking, "WAIT_SECONDS", patience.LONG)
    assert ask(api, alice, key="k").status_code == status


def test_funding_instructions_take_some_threads_and_no_more(api, hang, monkeypatch):
    monkeypatch.setattr(asking, "IN_TRANSACTION", Slots(lambda: 2, patience_seconds=0.1))
    adapter = hang("funding_instructions", "HangingFunding")
    replies = []

    def make():
        replies.append(api.post("/customers", factories.individual("Ada First")))
        connection.close()

    first = threading.Thread(target=make)
    first.start()
    assert adapter.waiting.acquire(timeout=patience.LONG)

    refused = api.post("/customers", factories.individual("Ada Second"), key="k")

    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (429, "RATE_LIMITED", "5")
    assert not Customer.objects.exists()
    adapter.released.set()
    first.join(patience.LONG)
    assert [reply.status_code for reply in replies] == [201]
    assert api.post("/customers", factories.individual("Ada Second"), key="k").status_code == 201

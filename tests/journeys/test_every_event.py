"""Every type of event, and at the moment of each the resource as its GET shows it: the two are the same."""

import json
from typing import Any

import pytest
from django.db import connection, transaction

from platforms.base import jobs
from platforms.models import Platform
from tests.conftest import Api
from tests.support.event_stories import STORIES, Stage
from tests.support.servers.webhook_receiver import Receiver
from webhooks.models import Event
from webhooks.outbox.event_types import EventType

pytestmark = pytest.mark.django_db(transaction=True)

_PATHS = {
    "Transaction": "/transactions/{}",
    "Customer": "/customers/{}",
    "ExternalAccount": "/customers/external-accounts/{}",
    "Verification": "/verifications/{}",
    "Job": "/customers/bulk/jobs/{}",
    "": "/invitations/{}",
}


class Witness:
    """Reads every resource of an event, as soon as the change is committed, and compares."""

    def __init__(self, platform: Platform, api: Api) -> None:
        self._api = api
        self._told = Event.objects.for_platform(platform.id)
        self._last = self._told.order_by("-number").values_list("number", flat=True).first() or 0
        self.equal: set[str] = set()
        self.different: list[tuple[str, Any, Any]] = []

    def look(self) -> None:
        """Compare what was told last of each resource: what came before it in the same commit is gone by now."""
        new = list(self._told.filter(number__gt=self._last).order_by("number"))
        for event in {event.resource: event for event in new}.values():
            self.compare(event.type, event.resource, json.loads(event.payload))
        self._last = max([self._last, *(event.number for event in new)])

    def compare(self, type_: str, resource: str, envelope: dict[str, Any]) -> None:
        shown = self._shown(resource)
        if type_ == EventType.INTERNAL_ACCOUNT_BALANCE_UPDATED:
            # What has changed an account is told by its entries.
            assert envelope["data"].pop("change")["amount"]
        if envelope.get("data") == shown:
            self.equal.add(type_)
        else:
            self.different.append((type_, envelope.get("data"), shown))

    def _shown(self, resource: str) -> Any:
        kind = resource.rpartition(":")[0]
        if kind == "PlatformConfig":
            return None
        if kind == "InternalAccount":
            lists = [
                self._api.get(f"/{holder}/internal-accounts").json()["data"] for holder in ("customers", "platform")
            ]
            return next(account for listed in lists for account in listed if account["id"] == resource)
        reply = self._api.get(_PATHS[kind].format(resource))
        assert reply.status_code == 200, reply.content
        return reply.json()


@pytest.fixture
def witness(acme, api, alice, monkeypatch):
    """A listener that reads after each wake-up for events: right after each commit."""
    witness = Witness(acme.platform, api)
    notify = jobs.notify

    def ring_and_look(task_name: str) -> None:
        notify(task_name)
        if task_name == "webhooks.deliver_due_events":
            transaction.on_commit(witness.look)

    monkeypatch.setattr(jobs, "notify", ring_and_look)
    return witness


@pytest.fixture
def stage(api, rival_api, alice, worker):
    return Stage(api, rival_api, alice, worker)


_ANSWERED = {EventType.INCOMING_PAYMENT_PENDING}
"""An approval instead of a notification: the payment waits for the answer."""
_PASSING = {EventType.VERIFICATION_IN_PROGRESS}
"""What a resource is only within one database transaction: no GET ever sees it."""


@pytest.mark.parametrize("type_", STORIES)
def test_what_is_told_is_what_the_api_shows_at_that_moment(witness, stage, type_):
    STORIES[type_](stage)

    assert witness.different == []
    assert type_ in witness.equal


def test_what_is_asked_is_what_the_api_shows_at_that_moment(acme, api, stage, settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    witness = Witness(acme.platform, api)
    with Receiver() as endpoint:
        api.patch("/config", {"webhookEndpoint": endpoint.url})

        def compare(request):
            resource = request.json["data"]
            # The question, which only the webhook asks.
            assert resource.pop("requestedReceiverCustomerInfoFields")
            try:
                witness.compare(request.json["type"], resource["id"], {"data": resource})
            finally:
                connection.close()

        endpoint.on_request = compare
        stage.be_paid_by_uma()

    assert witness.different == []
    assert witness.equal == {EventType.INCOMING_PAYMENT_PENDING}


def test_what_passes_at_once_is_told_as_it_was(stage):
    stage.verify_business()

    told = Event.objects.filter(resource__startswith="Verification:").order_by("number")
    passing, standing = (json.loads(event.payload)["data"] for event in told)
    assert [event.type for event in told] == ["VERIFICATION.IN_PROGRESS", "VERIFICATION.APPROVED"]
    assert standing == stage.api.get(f"/verifications/{standing['id']}").json()
    assert passing == standing | {"verificationStatus": "IN_PROGRESS"}


def test_no_type_is_left_out():
    assert set(EventType) == set(STORIES) | _ANSWERED | _PASSING

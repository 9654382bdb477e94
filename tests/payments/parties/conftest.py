"""Alice and Carol with their accounts, made once per worker."""

import dataclasses

import pytest

from tests.conftest import Api, tenant_for_recording
from tests.payments.parties.world import World
from tests.support import databases
from tests.support.payments import quote_requests
from tests.support.processes.worker import Worker


@pytest.fixture(scope="session")
def _world(_acme, _alice, django_db_blocker) -> World:
    with django_db_blocker.unblock():
        acme = tenant_for_recording(_acme)
        databases.put("alice")
        with databases.recorded("world"):
            return _made(Api(acme.client_id, acme.client_secret), _alice)


def _made(api: Api, alice: str) -> World:
    carol = api.customer("Carol Customer")
    dollars = api.internal_account(alice)
    api.fund(dollars, 1_000_00)
    return World(
        api,
        Worker(),
        alice,
        carol,
        dollars,
        api.external_account(alice, quote_requests.clabe(), "MXN"),
        api.external_account(alice),
        api.internal_account(carol),
    )


@pytest.fixture
def world(_world: World, api, alice) -> World:
    databases.put("world")
    return dataclasses.replace(_world, api=api)

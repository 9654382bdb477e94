"""Every scenario of a quote plays on every type of account whose identifier can say it."""

import copy

import pytest
from stdnum import iban

from payments.account_types import identifiers, table
from platforms.base import money
from platforms.models import Platform
from tests.conftest import Api
from tests.journeys.quote_stories import SCENARIOS, ask
from tests.support import databases, factories
from tests.support.payments.account_examples import EXAMPLES

_ORDINARY = "789"
"""An end that chooses nothing."""
_NO_ZERO_IN_THEIR_ALPHABET = {"SOLANA_WALLET", "TRON_WALLET"}
"""Addresses in base 58 can't end in a suffix such as 002: they always succeed."""


@pytest.fixture(scope="session")
def _everywhere(django_db_setup, django_db_blocker) -> Platform:
    with django_db_blocker.unblock(), databases.recorded("everywhere"):
        return factories.platform("everywhere", currencies=sorted(money.SUPPORTED_CURRENCIES))


@pytest.fixture
def api(_everywhere, db) -> Api:
    databases.put("everywhere")
    tenant = factories.with_token(copy.deepcopy(_everywhere))
    return Api(tenant.client_id, tenant.client_secret)


def _ending_in(suffix: str, code: str) -> dict[str, object]:
    """Return the example of a type with an identifier that ends in `suffix`."""
    info = dict(EXAMPLES[code][1])
    if code == "SPARK_WALLET" and suffix == _ORDINARY:
        # An address with such an end would have another checksum.
        return info
    if "accountNumber" in info:
        # It would name another account.
        info.pop("iban", None)
    name = next(field for field in table.get(code).primary_identifier if field in info)
    text = str(info[name])
    if "@" in text:
        user, _, domain = text.partition("@")
        info[name] = f"{user}{suffix}@{domain}"
    else:
        info[name] = text[:-3] + suffix
    if name == "iban":
        text = str(info[name])
        info[name] = text[:2] + iban.calc_check_digits(text) + text[4:]
    assert identifiers.digits(str(info[name]))[-3:] == suffix
    return info


def _external_account(api: Api, code: str, info: dict[str, object]) -> str:
    reply = api.post("/platform/external-accounts", {"currency": EXAMPLES[code][0], "accountInfo": info})
    assert reply.status_code == 201, (code, reply.content)
    return str(reply.json()["id"])


@pytest.mark.parametrize("code", sorted(set(table.ACCOUNT_TYPES) - _NO_ZERO_IN_THEIR_ALPHABET))
def test_every_scenario_plays(api, worker, code):
    source = api.internal_account(None)
    api.fund(source, 10_000_000_00)
    made = {}
    for scenario in SCENARIOS:
        destination = _external_account(api, code, _ending_in(scenario.suffix, code))
        quoted = ask(
            api, {"sourceType": "ACCOUNT", "accountId": source}, destination, amount=1_000_00, immediatelyExecute=True
        )
        assert (quoted.status_code, quoted.json().get("status")) == (201, "PROCESSING"), quoted.content
        made[scenario] = quoted.json()["transactionId"]

    worker.run()
    assert api.post("/sandbox/clock/advance", {"seconds": 361}).status_code == 200
    worker.run()

    for scenario, payment in made.items():
        shown = api.get(f"/transactions/{payment}").json()
        refund = shown.get("refund")
        assert (shown["status"], shown.get("failureReason")) == (scenario.status, scenario.reason), scenario.suffix
        assert (refund and (refund["status"], refund["reason"])) == scenario.refund, scenario.suffix


@pytest.mark.parametrize("code", sorted(_NO_ZERO_IN_THEIR_ALPHABET))
def test_an_address_that_can_say_nothing_succeeds(api, worker, code):
    source = api.internal_account(None)
    api.fund(source, 10_000_00)
    destination = _external_account(api, code, dict(EXAMPLES[code][1]))
    account = {"sourceType": "ACCOUNT", "accountId": source}
    payment = ask(api, account, destination, immediatelyExecute=True).json()["transactionId"]

    worker.run()

    assert api.get(f"/transactions/{payment}").json()["status"] == "COMPLETED"

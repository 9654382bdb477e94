"""In random worlds a dry run tells what the real request right after it does, and leaves nothing behind.

WORLDS=10000 makes the run long; FIRST=17 begins with another seed; WORLDS_SUMMARY names a file for what came of them.
"""

import os
import pathlib
from collections import Counter

import pytest

from payments.models import InternalAccount
from tests.payments.dry_runs import traces
from tests.payments.dry_runs.worlds import World
from webhooks.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("within_an_hour")]
_FIRST, _WORLDS = int(os.environ.get("FIRST", "1")), int(os.environ.get("WORLDS", "60"))
_OF_ONE_SEED = 30
_CHANGING = {"id", "transactionId", "reconciliationInstructions", "paymentInstructions"}
_MOMENTS = {"createdAt", "updatedAt", "expiresAt", "expectedSettlementAt", "initiatedAt", "settledAt"}


def _bare(value, *, without=frozenset()):
    """The value without moments, and without the fields that a dry run leaves out."""
    if isinstance(value, dict):
        return {
            name: _bare(each, without=without)
            for name, each in value.items()
            if name not in _MOMENTS and name not in without
        }
    return [_bare(each, without=without) for each in value] if isinstance(value, list) else value


def _balances():
    return {
        account.public_id: account.ledger_account.balance or 0
        for account in InternalAccount.objects.select_related("ledger_account")
    }


def _told(reply, path):
    """What the reply to a real request has in common with the one to a dry run."""
    makes = not path.endswith(("/execute", "/cancel", "/approve"))
    body = _bare(reply.json(), without=_CHANGING if makes and reply.status_code < 300 else frozenset())
    for result in body.get("results", ()):
        if "transaction" in result:
            result["planned"] = result.pop("transaction")
    return body


def _rehearse_and_do(world, watched):
    caller, path, body = world.request()
    before, balances = traces.left(watched), _balances()
    rehearsed = caller.post(f"{path}?dryRun=true", body, key="a key of its own")
    after = traces.left(watched)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    mark = set(Event.objects.values_list("id", flat=True))
    real = caller.post(path, body)
    story = f"{path}\n{body}\n{rehearsed.content.decode()}\n{real.content.decode()}"

    assert changed == set(), f"{changed}\n{story}"
    assert rehearsed.status_code == (200 if real.status_code == 201 else real.status_code), story
    if real.status_code >= 400:
        assert _bare(rehearsed.json()) == _bare(real.json()), story
        return f"{path.rpartition('/')[2]} {real.json()['code']}"
    told = rehearsed.json()
    effects = told.pop("effects")
    assert told.pop("dryRun") is True
    assert _bare(told) == _told(real, path), story
    events = Event.objects.exclude(id__in=mark).values_list("type", flat=True)
    assert Counter(effects["events"]) == Counter(events), story
    moved = {each["accountId"]: (each["before"], each["after"]) for each in effects["balances"]}
    now = _balances()
    assert moved == {key: (balances[key], now[key]) for key in now if balances[key] != now[key]}, story
    assert effects["limits"] == _limits(world, caller), story
    return f"{path.rpartition('/')[2]} {real.status_code}"


def _limits(world, caller):
    if caller is world.api:
        return []
    limits = world.api.get(f"/tokens/{caller.token}").json()["spendingLimits"]
    return [each for each in limits["currencies"] if "budget" in each]


@pytest.mark.parametrize("seed", range(_FIRST, _FIRST + -(-_WORLDS // _OF_ONE_SEED)))
def test_a_dry_run_tells_what_the_request_does_and_leaves_nothing(seed, api, rival_api, worker):
    world = World(seed, api, rival_api, worker)
    outcomes: Counter[str] = Counter()
    with traces.outside() as watched:
        for _ in range(min(_OF_ONE_SEED, _WORLDS)):
            for _ in range(world.random.randint(1, 3)):
                world.change()
            outcomes[_rehearse_and_do(world, watched)] += 1

    if summary := os.environ.get("WORLDS_SUMMARY"):
        with pathlib.Path(summary).open("a") as file:
            file.writelines(f"{count} {outcome}\n" for outcome, count in outcomes.items())
    assert len(outcomes) > 3

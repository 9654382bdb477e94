"""Some threads of a web server never wait for others."""

import contextlib
import datetime as dt
import threading

import pytest

from payments.models import Transaction, UmaNonce
from payments.providers import asking
from payments.uma.protocol import keys, waiting
from platforms.base.slots import Busy, Slots
from tests.payments.rates.sources import Hanging
from tests.payments.uma import sample_messages
from tests.support import patience


def hold(slots, *parties):
    """Return an exit stack that holds a slot, or None when there is none."""
    held = contextlib.ExitStack()
    try:
        held.enter_context(slots.held(*parties))
    except Busy:
        return None
    return held


def test_of_one_party_two_thirds_at_most_and_of_all_as_many_as_there_are():
    slots = Slots(lambda: 3)

    held = [hold(slots, "slow"), hold(slots, "slow")]
    assert all(held)
    assert hold(slots, "slow") is None
    held.append(hold(slots, "other"))
    assert held[-1] is not None
    assert hold(slots, "third") is None

    for each in held:
        each.close()
    assert hold(slots, "slow") is not None


def test_a_slot_is_released_whatever_happens():
    slots = Slots(lambda: 1)

    for _ in range(3):
        with pytest.raises(ZeroDivisionError), slots.held("a"):
            raise ZeroDivisionError


def test_three_of_a_party_wait_and_get_the_slot_that_comes_free():
    slots = Slots(lambda: 2, patience_seconds=patience.LONG)
    first, got = hold(slots, "a"), threading.Semaphore(0)

    def wait():
        with slots.held("a"):
            got.release()

    waiting = [threading.Thread(target=wait) for _ in range(3)]
    for thread in waiting:
        thread.start()
    patience.until(lambda: slots._waiting_for["a"] == 3)
    # A fourth one does not wait, and another party's finds a slot.
    assert hold(slots, "a") is None
    assert hold(slots, "b") is not None
    assert not got.acquire(blocking=False)
    first.close()
    for thread in waiting:
        thread.join(patience.LONG)
        assert got.acquire(blocking=False)


@pytest.mark.parametrize("most", [0, 1, 2, 3, 7, 20])
def test_what_outsiders_make_us_wait_for_takes_nothing_from_our_own_requests(settings, most):
    """With every domain and platform another one: the most that can wait at once."""
    settings.UMA_MOST_WAITING = most
    with contextlib.ExitStack() as all_held:

        def fill(slots):
            count = 0
            while (held := hold(slots, count)) is not None:
                all_held.push(held)
                count += 1
            return count

        outsiders = fill(waiting.KEYS) + fill(waiting.APPROVALS)
        ours = fill(waiting.OURS)

    assert (outsiders > 0, ours > 0) == (most > 0, most > 0)
    assert outsiders + ours <= max(most, 2 * min(most, 1))


@pytest.mark.django_db
def test_a_pay_request_without_a_slot_begins_nothing_and_is_told_when_to_come_again(alice, settings, web, peer):
    now = dt.datetime.now(dt.UTC)
    keys.of_domain(peer.domain, environment="SANDBOX", now=now)
    body = sample_messages.pay_request(payer=f"$ann@{peer.domain}", signer=peer.signer, now=now, travel_rule="").body
    settings.UMA_MOST_WAITING = 0

    reply = web.post(f"/uma/payreq/{alice.partition(':')[2]}", body, content_type="application/json")

    assert (reply.status_code, reply["Retry-After"]) == (429, "5"), reply.content
    assert reply.json()["status"] == "ERROR"
    assert not Transaction.objects.exists()
    assert UmaNonce.objects.count() == 1


@pytest.mark.django_db
def test_a_pay_request_for_which_no_rates_are_to_be_had_begins_nothing_either(alice, adapters, web, peer, monkeypatch):
    now = dt.datetime.now(dt.UTC)
    keys.of_domain(peer.domain, environment="SANDBOX", now=now)
    body = sample_messages.pay_request(payer=f"$ann@{peer.domain}", signer=peer.signer, now=now, travel_rule="").body
    monkeypatch.setattr(Hanging, "released", threading.Event())
    monkeypatch.setattr(asking, "WAIT_SECONDS", 0.2)
    adapters(rates=f"{Hanging.__module__}.{Hanging.__qualname__}")

    reply = web.post(f"/uma/payreq/{alice.partition(':')[2]}", body, content_type="application/json")

    Hanging.released.set()
    assert (reply.status_code, reply["Retry-After"]) == (503, "5"), reply.content
    assert reply.json()["status"] == "ERROR"
    assert not Transaction.objects.exists()

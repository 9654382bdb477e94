"""Some threads of a web server never wait for others."""

import datetime as dt
import threading

import pytest

from payments.models import Transaction, UmaNonce
from payments.uma import keys, places
from tests import patience
from tests.payments.uma import messages


def test_as_many_places_are_held_as_there_are_and_given_back(settings):
    settings.UMA_MOST_WAITING = 3
    gate, inside = threading.Event(), threading.Barrier(4)

    def wait():
        with places.held():
            inside.wait(patience.LONG)
            gate.wait(patience.LONG)

    waiting = [threading.Thread(target=wait) for _ in range(3)]
    for thread in waiting:
        thread.start()
    inside.wait(patience.LONG)

    with pytest.raises(places.NoneFree), places.held():
        pytest.fail("a fourth place")

    gate.set()
    for thread in waiting:
        thread.join()
    with places.held(), places.held(), places.held():
        pass


def test_a_place_is_given_back_whatever_happens(settings):
    settings.UMA_MOST_WAITING = 1

    for _ in range(3):
        with pytest.raises(ZeroDivisionError), places.held():
            raise ZeroDivisionError


@pytest.mark.django_db
def test_a_pay_request_without_a_place_begins_nothing_and_is_told_when_to_come_again(alice, settings, web, peer):
    now = dt.datetime.now(dt.UTC)
    keys.of_domain(peer.domain, environment="SANDBOX", now=now)
    body = messages.pay_request(payer=f"$ann@{peer.domain}", signer=peer.signer, now=now, travel_rule="").body
    settings.UMA_MOST_WAITING = 0

    reply = web.post(f"/uma/payreq/{alice.partition(':')[2]}", body, content_type="application/json")

    assert (reply.status_code, reply["Retry-After"]) == (429, "5"), reply.content
    assert reply.json()["status"] == "ERROR"
    assert not Transaction.objects.exists()
    assert UmaNonce.objects.count() == 1

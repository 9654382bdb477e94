"""How many statements the steps of a payment to a UMA address take, the other institution's own left out."""

import pytest

from payments.uma.protocol import hosts

pytestmark = pytest.mark.django_db


def test_the_statements_of_each_step_are_known(paying, peer, costs):
    lookup = paying.look_up(peer.address).json()["lookupId"]
    assert hosts.of_name(peer.domain) is None

    costs.call(lambda: paying.look_up(peer.address), "look up")
    costs.call(lambda: paying.ask(peer.address, lookup=lookup), "ask")

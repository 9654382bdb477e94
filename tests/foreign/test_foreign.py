"""An institution written with the published JavaScript library pays and is paid, up to the Lightning payment."""

import pytest
from django.test import Client

from payments.ledger import check
from payments.providers.lightning_node import PaymentFailure, PaymentState
from payments.providers.sandbox.lightning_node import SandboxSettlement
from tests.foreign import node, story
from tests.foreign.checks import CHECKS
from tests.foreign.story import Story, order_of
from tests.support.uma.paying import Paying

pytestmark = pytest.mark.service


@pytest.fixture(scope="module")
def institutions():
    with node.serving() as found:
        yield found


@pytest.fixture
def play(institutions, settings, api, alice, worker):
    """Return a function that gives the story of a variant, not yet played."""

    def begin(variant) -> Story:
        foreign = institutions[variant.domain]
        settings.UMA_LOOPBACK = {**settings.UMA_LOOPBACK, foreign.domain: foreign.address}
        settings.SANDBOX_FOREIGN_NODES = {foreign.node_id.hex(): f"http://{foreign.address}/node/{foreign.domain}"}
        account = api.internal_account(alice)
        api.fund(account, 1_000_00)
        address = api.get(f"/customers/{alice}").json()["umaAddress"]
        return Story(foreign, Paying(api, alice, account, worker), address, Client(raise_request_exception=False))

    return begin


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("variant", node.VARIANTS, ids=lambda variant: variant.domain)
def test_a_foreign_institution_pays_and_is_paid(play, caplog, variant):
    facts = story.tell(play(variant))
    facts.unnamed = caplog.text.count("invoice does not name its pay request")

    assert [name for name, holds in CHECKS.items() if not holds(facts)] == []
    assert len(CHECKS) == 56
    assert check.run().faults == []


@pytest.mark.django_db
def test_the_sandbox_asks_a_foreign_node_until_it_answers(play, settings):
    """A node that does not answer may have taken the payment; one that refuses has not."""
    told = play(node.VARIANTS[0])
    told.introduce()
    told.pay_by_what_is_received()
    told.pay_without_a_currency()
    [(key, url)] = settings.SANDBOX_FOREIGN_NODES.items()
    order, other = (
        order_of(session.invoice) for session in (told.facts.received_session, told.facts.preferred_session)
    )
    sandbox = SandboxSettlement()

    settings.SANDBOX_FOREIGN_NODES = {}
    unnamed = sandbox.pay(order)
    settings.SANDBOX_FOREIGN_NODES = {key: "http://127.0.0.1:9/"}
    away = [sandbox.pay(order).state, sandbox.track(order.payment_hash).state]
    settings.SANDBOX_FOREIGN_NODES = {key: url}
    paid = [sandbox.track(order.payment_hash).state, sandbox.pay(order).state]
    settings.SANDBOX_FOREIGN_NODES = {key: url.replace("js-one", "js-two")}
    refused = [sandbox.pay(other).failure, sandbox.track(other.payment_hash).failure]

    assert (unnamed.state, unnamed.failure) == (PaymentState.FAILED, PaymentFailure.NO_ROUTE)
    assert away == [PaymentState.PENDING] * 2
    assert paid == [PaymentState.SETTLED] * 2
    assert refused == [PaymentFailure.REFUSED] * 2

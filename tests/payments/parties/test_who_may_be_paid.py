"""Who may pay and be paid: every cell of the table, played through the API."""

import functools
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from compliance import gates
from compliance.gates import CustomerDeleted, Decision, Moment, Side, UserNotReady
from payments.ledger import check
from payments.models import SuspenseItem
from payments.workflow import suspense
from platforms import audit
from platforms.base import clock
from tests.payments.parties.world import StillNeeded, World
from tests.support import factories
from tests.support.payments import hosts, quote_requests

pytestmark = pytest.mark.django_db(transaction=True)


def fund_and_become(world: World, state: str) -> None:
    """Give Carol money first; nobody who has some can be deleted."""
    if state != gates.DELETED:
        world.api.fund(world.account, 100_00)
    world.become(state)


def sends(world: World, state: str) -> Decision:
    fund_and_become(world, state)
    return world.ask(state, Side.PAYER, lambda: world.api.transfer_out(world.account, world.bank, 1_00))


def is_sent_to(world: World, state: str) -> Decision:
    bank = world.api.external_account(world.carol)
    world.become(state)
    return world.ask(state, Side.PAYEE, lambda: world.api.transfer_out(world.dollars, bank, 1_00))


def is_collected_from(world: World, state: str) -> Decision:
    bank = world.api.external_account(world.carol)
    world.become(state)
    return world.ask(state, Side.PAYER, lambda: world.api.transfer_in(bank, world.account, 1_00))


def is_collected_for(world: World, state: str) -> Decision:
    platforms_bank = world.api.external_account(None)
    world.become(state)
    return world.ask(state, Side.PAYEE, lambda: world.api.transfer_in(platforms_bank, world.account, 1_00))


def quotes_from_the_account(world: World, state: str) -> Decision:
    fund_and_become(world, state)
    return world.ask(state, Side.PAYER, lambda: quote_requests.quote(world.api, world.account, world.pesos))


def quotes_from_the_bank(world: World, state: str) -> Decision:
    bank = world.api.external_account(world.carol)
    world.become(state)
    return world.ask(state, Side.PAYER, lambda: quote_requests.quote(world.api, bank, world.pesos))


def quotes_in_real_time(world: World, state: str) -> Decision:
    world.become(state)
    source = quote_requests.realtime("USD", world.carol)
    return world.ask(state, Side.PAYER, lambda: quote_requests.quote(world.api, source, world.pesos))


def quotes_to_an_address(world: World, state: str) -> Decision:
    address = f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}"
    lookup = world.api.get(f"/receiver/uma/{address}", customerId=world.carol).json()["lookupId"]
    destination = {"destinationType": "UMA_ADDRESS", "umaAddress": address, "currency": "USD"}
    body = quote_requests.body(world.account, "", lookupId=lookup) | {"destination": destination}
    fund_and_become(world, state)
    return world.ask(state, Side.PAYER, lambda: world.api.post("/quotes", body))


def executes(world: World, state: str) -> Decision:
    world.api.fund(world.account, 100_00)
    quote = world.quote(world.account, world.pesos)
    world.become(state)
    return world.ask(state, Side.PAYER, lambda: world.api.post(f"/quotes/{quote['id']}/execute"))


def is_quoted_an_account(world: World, state: str) -> Decision:
    world.become(state)
    return world.ask(state, Side.PAYEE, lambda: quote_requests.quote(world.api, world.dollars, world.account))


def is_quoted_a_bank(world: World, state: str) -> Decision:
    pesos = world.carols_pesos()
    world.become(state)
    return world.ask(
        state, Side.PAYEE, lambda: quote_requests.quote(world.api, world.dollars, pesos, immediatelyExecute=True)
    )


def is_executed_for(world: World, state: str) -> Decision:
    quotes = [world.quote(world.dollars, target) for target in (world.account, world.carols_pesos())]
    world.become(state)
    calls = [functools.partial(world.api.post, f"/quotes/{quote['id']}/execute") for quote in quotes]
    [decision] = {world.ask(state, Side.PAYEE, call) for call in calls}
    return decision


def is_executed_for_by_the_platform(world: World, state: str) -> Decision:
    own = world.api.internal_account(None)
    world.api.fund(own, 100_00)
    quote = world.quote(own, world.account)
    world.become(state)
    return world.ask(state, Side.PAYEE, lambda: world.api.post(f"/quotes/{quote['id']}/execute"))


def pays_in_real_time(world: World, state: str) -> Decision:
    quote = world.quote(quote_requests.realtime("USD", world.carol), world.pesos)
    world.become(state)
    world.send(quote)
    return world.ended(quote)


def is_paid_in_real_time(world: World, state: str) -> Decision:
    quote = world.quote(quote_requests.realtime("USD", world.alice), world.carols_pesos())
    world.become(state)
    world.send(quote)
    return world.ended(quote)


def pays_from_the_bank(world: World, state: str) -> Decision:
    quote = world.quote(world.api.external_account(world.carol), world.pesos, immediatelyExecute=True)
    world.become(state)
    return world.ended(quote)


def is_paid_from_a_bank(world: World, state: str) -> Decision:
    quote = world.quote(world.bank, world.account, immediatelyExecute=True)
    world.become(state)
    return world.ended(quote)


def receive(world: World) -> Any:
    body = {
        "senderUmaAddress": f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}",
        "customerId": world.carol,
        "receivingCurrencyCode": "USD",
        "receivingCurrencyAmount": 25_00,
    }
    return world.api.post("/sandbox/uma/receive", body)


def is_announced_money(world: World, state: str) -> Decision:
    world.become(state)
    return world.ask(state, Side.PAYEE, lambda: receive(world))


def is_offered_money(world: World, state: str) -> Decision:
    payment = receive(world).json()["id"]
    world.become(state)
    world.worker.run()
    shown = world.api.get(f"/transactions/{payment}").json()
    if shown["status"] == "COMPLETED":
        return Decision.ALLOWED
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    assert factories.balance_of(world.account) == 0
    return Decision.REFUSED


def is_funded(world: World, state: str) -> Decision:
    world.become(state)
    path = f"/sandbox/internal-accounts/{world.account}/fund"
    decision = world.ask(state, Side.PAYEE, lambda: world.api.post(path, {"amount": 100}))
    return decision if decision == Decision.REFUSED else world.credited(100)


def is_credited_by_a_quote(world: World, state: str) -> Decision:
    quote = world.quote(world.dollars, world.account, immediatelyExecute=True)
    world.become(state)
    if world.ended(quote) == Decision.REFUSED:
        assert factories.balance_of(world.dollars) == 1_000_00
        return Decision.REFUSED
    return world.credited(quote["totalReceivingAmount"])


def is_credited_by_a_transfer(world: World, state: str) -> Decision:
    world.api.transfer_in(world.api.external_account(world.carol), world.account, 100)
    world.become(state)
    world.worker.run()
    return world.credited(100)


def is_refunded_a_transfer(world: World, state: str) -> Decision:
    world.api.fund(world.account, 100)
    refusing = world.api.external_account(world.alice, factories.usd_account("004"))
    assert world.api.transfer_out(world.account, refusing, 100).status_code == 201
    world.become(state)
    world.worker.run()
    return world.credited(100)


def is_refunded_a_quote(world: World, state: str) -> Decision:
    world.api.fund(world.account, 100_00)
    refusing = world.api.external_account(world.alice, quote_requests.clabe("002"), "MXN")
    world.quote(world.account, refusing, immediatelyExecute=True)
    world.become(state)
    world.worker.run()
    return world.credited(100_00)


def is_paid_again(world: World, state: str) -> Decision:
    world.quote(world.dollars, world.carols_pesos("007"), immediatelyExecute=True)
    world.worker.run()
    item = SuspenseItem.objects.get()
    world.become(state)
    olga = audit.Actor(kind="STAFF", id="olga")
    try:
        with transaction.atomic():
            suspense.resolve(item_id=item.id, way="PAY_AGAIN", reason="x", actor=olga, real_now=clock.real_now())
    except (CustomerDeleted, UserNotReady) as refusal:
        said = refusal.details["side"]
    else:
        return Decision.ALLOWED
    item.refresh_from_db()
    assert (said, item.way) == (Side.PAYEE, "")
    return Decision.REFUSED


def looks_up_an_account(world: World, state: str) -> Decision:
    world.become(state)
    path = f"/receiver/external-account/{world.pesos}"
    return world.ask(state, Side.PAYER, lambda: world.api.get(path, customerId=world.carol))


def looks_up_an_address(world: World, state: str) -> Decision:
    world.become(state)
    path = f"/receiver/uma/$success.usd@{settings.SANDBOX_UMA_DOMAIN}"
    return world.ask(state, Side.PAYER, lambda: world.api.get(path, customerId=world.carol))


def invites(world: World, state: str) -> Decision:
    inviter = hosts.address(world.api, world.carol)
    world.become(state)
    return world.ask(state, Side.PAYER, lambda: world.api.post("/invitations", {"inviterUma": inviter}))


def is_invited(world: World, state: str) -> Decision:
    invitation = hosts.invite(world.api, hosts.address(world.api, world.alice))
    invitee = hosts.address(world.api, world.carol)
    world.become(state)
    return world.ask(state, Side.PAYEE, lambda: hosts.claim(world.api, invitation["code"], invitee))


Play = Callable[[World, str], Decision]
PLAYS: dict[tuple[Moment, Side], tuple[Play, ...]] = {
    (Moment.TRANSFER_OUT, Side.PAYER): (sends,),
    (Moment.TRANSFER_OUT, Side.PAYEE): (is_sent_to,),
    (Moment.TRANSFER_IN, Side.PAYER): (is_collected_from,),
    (Moment.TRANSFER_IN, Side.PAYEE): (is_collected_for,),
    (Moment.QUOTE, Side.PAYER): (
        quotes_from_the_account,
        quotes_from_the_bank,
        quotes_in_real_time,
        quotes_to_an_address,
        executes,
    ),
    (Moment.QUOTE, Side.PAYEE): (
        is_quoted_an_account,
        is_quoted_a_bank,
        is_executed_for,
        is_executed_for_by_the_platform,
    ),
    (Moment.QUOTE_FUNDED, Side.PAYER): (pays_in_real_time, pays_from_the_bank),
    (Moment.QUOTE_FUNDED, Side.PAYEE): (is_paid_in_real_time, is_paid_from_a_bank),
    (Moment.UMA_IN, Side.PAYEE): (is_announced_money, is_offered_money),
    (Moment.FUNDING, Side.PAYEE): (is_funded,),
    (Moment.CREDIT, Side.PAYEE): (
        is_credited_by_a_quote,
        is_credited_by_a_transfer,
        is_refunded_a_transfer,
        is_refunded_a_quote,
    ),
    (Moment.SUSPENSE_PAID, Side.PAYEE): (is_paid_again,),
    (Moment.LOOKUP, Side.PAYER): (looks_up_an_account, looks_up_an_address),
    (Moment.INVITATION, Side.PAYER): (invites,),
    (Moment.INVITATION, Side.PAYEE): (is_invited,),
}
KEEP_THEIR_CUSTOMER = {
    executes,
    pays_in_real_time,
    pays_from_the_bank,
    is_offered_money,
    is_credited_by_a_transfer,
    is_refunded_a_transfer,
    is_refunded_a_quote,
}
"""Carol can't be deleted in the middle of these: 409 CUSTOMER_HAS_FUNDS."""


def test_every_row_of_the_table_is_played_in_every_state():
    assert set(PLAYS) == set(gates.TABLE)
    assert all(set(row) == set(gates.STATES) for row in gates.TABLE.values())


@pytest.mark.parametrize("state", gates.STATES)
@pytest.mark.parametrize(
    ("cell", "play"),
    [(cell, play) for cell, plays in PLAYS.items() for play in plays],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_cell_of_the_table(world, cell, play, state):
    try:
        decision = play(world, state)
    except StillNeeded:
        assert (state, play in KEEP_THEIR_CUSTOMER) == (gates.DELETED, True)
    else:
        assert (state, play in KEEP_THEIR_CUSTOMER) != (gates.DELETED, True)
        assert decision == gates.TABLE[cell][state]
    assert check.run().faults == []

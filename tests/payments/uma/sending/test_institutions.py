"""What institutions do differently and are paid all the same: currencies, their order, hashes of their own."""

import dataclasses
from decimal import Decimal

import pytest

from payments.models import Lookup
from payments.uma import messages
from tests.support.payments.quote_requests import code_of
from tests.support.uma import peers

pytestmark = pytest.mark.django_db
DOLLAR = dataclasses.replace(peers.EURO, code="USD", name="US Dollar", symbol="$")
SATOSHI = messages.Currency("SAT", "Satoshi", "sat", 0, Decimal(1000), 1, 10_000_000)
MILLISATOSHI = messages.Currency("mSAT", "Millisatoshi", "", 0, Decimal(1), 500, 10_000_000_500)


@pytest.mark.parametrize("currencies", [(DOLLAR, peers.EURO), (peers.EURO, DOLLAR)])
def test_the_receiver_gets_what_its_institution_names_first(paying, peer, currencies):
    """Whichever order its names would have, by length or alphabet."""
    first = currencies[0].code
    peer.lookup["currencies"], peer.reply["currency"] = currencies, first

    assert paying.quote(peer.address)["receivingCurrency"]["code"] == first
    assert peer.asked.receiving_currency == first


@pytest.mark.parametrize(("named", "per_unit"), [(SATOSHI, 1), (MILLISATOSHI, 1000)])
@pytest.mark.parametrize("side", ["SENDING", "RECEIVING"])
def test_a_receiver_of_satoshis_gets_bitcoin(paying, peer, named, per_unit, side):
    peer.lookup["currencies"] = (dataclasses.replace(peers.EURO, code="XAU", decimals=2), named)
    peer.reply = {"currency": named.code, "decimals": 0, "multiplier": named.multiplier, "fee_msat": 0}
    [shown] = paying.look_up(peer.address).json()["supportedCurrencies"]
    asked = {"SENDING": 100_00, "RECEIVING": 125_000}[side]
    peer.reply["amount"], peer.msat = 125_000 * per_unit, 125_000_000

    quote = paying.quote(peer.address, side=side, amount=asked)

    # A cent, the least that the sender has, is 13 satoshis.
    assert (shown["currency"]["code"], shown["min"], shown["max"]) == ("BTC", 13, 10_000_000)
    assert (quote["receivingCurrency"]["code"], quote["totalReceivingAmount"]) == ("BTC", 125_000)
    assert (peer.asked.receiving_currency, peer.asked.amount) == (
        named.code,
        125_000_000 if side == "SENDING" else 125_000 * per_unit,
    )


def test_a_receiver_of_nothing_that_is_known_is_refused_at_once(paying, peer):
    peer.lookup["currencies"] = (dataclasses.replace(peers.EURO, code="XAU"), dataclasses.replace(SATOSHI, decimals=3))

    assert code_of(paying.look_up(peer.address)) == (400, "INVALID_CURRENCY")
    assert not Lookup.objects.exists()


@pytest.mark.parametrize("changes", [{"description_hash": b"x" * 32}, {"description_hash": None, "description": "-"}])
def test_an_invoice_that_names_another_text_is_paid_and_noted(paying, peer, caplog, changes):
    peer.invoice = changes

    assert paying.ask(peer.address).status_code == 201
    assert "invoice does not name its pay request" in caplog.text

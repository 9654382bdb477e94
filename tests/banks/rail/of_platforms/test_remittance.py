"""The text of a platform for the payee, as far as a file for a bank carries it."""

import pytest

from tests.banks.rail import world
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "case",
    [
        (world.EURO, "Rechnung 42, M\u00fcller & S\u00f6hne", "Rechnung 42, Muller + Sohne {}"),
        (world.EURO, "\U0001f389 //Party//", "Party {}"),
        (world.EURO, "\U0001f389", "{}"),
        (world.EURO, "x" * 140, "x" * 140),
        (world.EURO, "Invoice TX-0123 4567 89AB CDEF of another", "{}"),
        (world.DOLLARS, "Caf\u00e9 #7 & more", "Cafe #7 & more {}"),
        (world.DOLLARS, "y" * 140, "y" * 80),
    ],
)
def test_the_text_reaches_the_file_for_the_bank_and_fails_no_payment(api, acme, worker, alice, case):
    entered, text, written = case
    world.connect(acme.platform, **entered)
    currency = entered["currency"]
    source = api.internal_account(alice, currency)
    api.fund(source, 10_00)
    facts = world.euro_account() if currency == "EUR" else factories.usd_account(number="000123456789")
    sides = {
        "source": {"accountId": source},
        "destination": {"accountId": api.external_account(alice, facts, currency)},
    }
    reply = api.post("/transfer-out", {**sides, "amount": 10_00, "remittanceInformation": text})
    worker.run()

    row, payment = world.row_of(reply.json()["id"]), world.payment_of(reply.json()["id"])
    assert (row.state, row.content["remittance"]) == ("BATCHED", written.format(payment.reference))
    assert row.batch is not None
    later = api.get(f"/transactions/{reply.json()['id']}").json()
    assert later["paymentRail"] == ("SEPA" if currency == "EUR" else "ACH")
    assert later["expectedSettlementAt"] == f"{row.batch.value_date}T23:59:59.000000Z"
    world.close(row.batch)
    assert world.release(row.batch).state == "RELEASED"
    world.sweep()
    [path] = world.delivered()
    assert written.format(payment.reference).encode() in path.read_bytes()

"""What has to be true of the bank once all is over: what it was given, did and stated, against the API and the books.

It imports no code of payments, as `oracle`; what decisions explain is told by their rows (`tests.practice.agreement`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import psycopg

from practice.bank.bank import Bank
from practice.bank.book import Executed
from practice.bank.statements import Kind
from tests.practice import agreement
from tests.simulation import sometimes
from tests.simulation.world import EURO_FUNDS

if TYPE_CHECKING:
    from tests.simulation.actors import Play
    from tests.simulation.oracle import Payment

_ROWS = "SELECT movement, end_to_end_id, state FROM payments_bankpayment ORDER BY id"
_LINES = """
    SELECT line.id, line.bank_reference, CASE WHEN line.is_credit THEN line.amount ELSE -line.amount END,
           coalesce(decision.kind, ''), exception.id IS NOT NULL AND exception.closed_at IS NULL,
           coalesce(exception.reason, '')
      FROM payments_bankstatementline line
      JOIN payments_bankstatement statement ON statement.id = line.statement_id
      LEFT JOIN LATERAL (SELECT kind FROM payments_bankmatch WHERE line_id = line.id ORDER BY number DESC LIMIT 1)
                decision ON true
      LEFT JOIN payments_bankexception exception ON exception.line_id = line.id
     WHERE statement.kind = 'STATEMENT' AND line.is_booked ORDER BY line.id
"""
_ARRIVED = """
    SELECT coalesce(sum(deposit.amount), 0) FROM payments_deposit deposit
      JOIN payments_bankmatch decision ON decision.subject = 'Deposit:' || deposit.id
     WHERE deposit.internal_account_id = %s AND deposit.use = 'CREDITED'
"""


def problems(played: "Play", monitor: psycopg.Connection[Any], payments: "Sequence[Payment]") -> Iterator[str]:
    """Yield what is not as it has to be; `payments` are the accepted ones that go by the bank."""
    if not played.outside.bank.is_played:
        return
    bank = played.outside.bank.open()
    try:
        yield from _of_payments(played, monitor, payments, bank)
        yield from _of_lines(played, monitor, bank)
    finally:
        bank.close()


def _of_payments(
    played: "Play", monitor: psycopg.Connection[Any], payments: "Sequence[Payment]", bank: Bank
) -> Iterator[str]:
    """Each payment was made once, or not at all, and is what the bank has made of it."""
    rows = {f"Transaction:{movement}": (name, state) for movement, name, state in monitor.execute(_ROWS)}
    executed = {each.end_to_end_id: each for each in bank.executed()}
    for name in sorted(executed.keys() - {name for name, _ in rows.values()}):
        yield f"the bank has made {executed[name]}, which nobody has ordered"
    for twice in (each for each in executed.values() if each.times > 1):
        yield f"the bank has made {twice} more than once"
    if played.outside.bank.is_decided_about:
        return
    balance = EURO_FUNDS + _one(monitor, _ARRIVED, [played.tenant.euro_account.partition(":")[2]])
    for payment in payments:
        end_to_end_id, state = rows.get(payment.id, ("", ""))
        done = executed.get(end_to_end_id)
        status = played.tenant.api.get(f"/transactions/{payment.id}").json()["status"]
        sometimes.happened("a bank returns a payment that it had carried out", done is not None and done.returns > 0)
        sometimes.happened("a bank rejects a payment", state == "REJECTED" and done is None)
        if status not in _ends(payment, done):
            yield f"{payment.id} ({payment.key}) is {status}, by the files {state}; the bank says {done}"
        if status == "COMPLETED":
            balance += payment.change
    reply = played.tenant.api.get(
        "/customers/internal-accounts", customerId=played.tenant.customers[0], currency="EUR"
    ).json()
    if reply["data"][0]["balance"]["amount"] != balance:
        yield f"{played.tenant.euro_account} has {reply['data'][0]['balance']}, and should have {balance}"


def _ends(payment: "Payment", done: Executed | None) -> set[str]:
    """Return what a payment may be."""
    if done is None:
        return {"FAILED", "REJECTED"}
    if not done.returns:
        return {"COMPLETED"}
    # Whether a payer's bank may take a collection back, after it was credited, two people decide.
    # What came back before anybody had heard that it was made is rejected.
    return {"FAILED", "REFUNDED", "REJECTED"} if payment.change < 0 else {"FAILED", "REJECTED", "COMPLETED"}


def _of_lines(played: "Play", monitor: psycopg.Connection[Any], bank: Bank) -> Iterator[str]:
    """The service has each line of the bank once; books and bank are the same, but for lines that wait for people."""
    lines = monitor.execute(_LINES).fetchall()
    read = Counter[str]()
    for _, reference, amount, *_ in lines:
        read[reference] += amount
    stated = {line.reference: line.amount for line in bank.lines()}
    if read != stated:
        yield f"the bank has stated {stated}, and the service has {dict(read)}"
    for number, reference, amount, kind, waits, _ in lines:
        sometimes.happened("a bank's line waits for people", waits)
        # Parts of a small payment may be nothing, and need no decision.
        has_decision = kind not in ({"", "UNDONE"} if played.outside.bank.is_decided_about else {"", "NOTED", "UNDONE"})
        if amount and has_decision == waits:
            yield f"line {number} of {amount} ({reference}) was taken for {kind or 'nothing'}, and it waits: {waits}"
    text = played.tenant.reference
    credited = {reference for _, reference, _, kind, *_ in lines if kind == "DEPOSIT"}
    for line in bank.lines():
        is_named = line.kind is Kind.PAID_IN and any(said.text == text for said in line.said)
        if is_named and line.reference not in credited and not played.outside.bank.is_decided_about:
            yield f"{line.reference} was paid in with the reference, and is not credited"
    # What people have to decide about may be booked already: the bank's answer said so before its line.
    booked, explained = agreement.booked() - EURO_FUNDS, agreement.explained()
    if bank.balance != booked + explained:
        waiting = [(amount, reason) for _, _, amount, _, waits, reason in lines if waits]
        yield f"the bank holds {bank.balance}; the books {booked}, {explained} is explained; waiting lines: {waiting}"


def _one(monitor: psycopg.Connection[Any], statement: str, parameters: list[Any]) -> int:
    row = monitor.execute(statement, parameters).fetchone()
    assert row is not None
    return int(row[0])

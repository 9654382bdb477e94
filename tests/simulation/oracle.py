"""The oracle: what has to be true once all is over. It knows the contract, and no code of payments.

It is told what clients have heard, what the rail has done and what the endpoint has taken, and compares with the API's
answers and with plain SQL.
"""

import collections
import dataclasses
import fractions
import math
import uuid
from collections.abc import Iterator
from typing import Any

import psycopg

from tests.simulation import bank_oracle, sometimes
from tests.simulation.actors import Call, Play
from tests.simulation.rail import Movement
from tests.simulation.world import FUNDS

_STATUS_EVENTS = {
    ("OUTGOING", "PENDING"): "OUTGOING_PAYMENT.PENDING",
    ("OUTGOING", "PROCESSING"): "OUTGOING_PAYMENT.PROCESSING",
    ("OUTGOING", "COMPLETED"): "OUTGOING_PAYMENT.COMPLETED",
    ("OUTGOING", "FAILED"): "OUTGOING_PAYMENT.FAILED",
    ("OUTGOING", "REJECTED"): "OUTGOING_PAYMENT.FAILED",
    ("OUTGOING", "EXPIRED"): "OUTGOING_PAYMENT.EXPIRED",
    ("INCOMING", "PENDING"): "INCOMING_PAYMENT.PENDING",
    ("INCOMING", "COMPLETED"): "INCOMING_PAYMENT.COMPLETED",
    ("INCOMING", "FAILED"): "INCOMING_PAYMENT.FAILED",
    ("INCOMING", "REJECTED"): "INCOMING_PAYMENT.FAILED",
    ("INCOMING", "EXPIRED"): "INCOMING_PAYMENT.FAILED",
}
_ENDS = {
    "SETTLED": {"COMPLETED"},
    "FAILED": {"FAILED"},
    "RETURNED": {"FAILED", "REFUNDED"},
    "REJECTED": {"REJECTED"},
    "CANCELLED": {"REFUNDED"},
}
"""The rail's last word, and what the payment may then be."""
_LEGS = ("TRANSFER", "COLLECTION", "PAYOUT", "REFUND")


def problems(played: Play, monitor: psycopg.Connection[Any]) -> list[str]:
    """Return what is not as it has to be; empty of a clean seed."""
    return [
        *played.odd,
        *played.outside.rail.wrong[:1],
        *played.outside.endpoint.wrong[:1],
        *(f"workers were woken for {name} before the commit" for name in played.outside.broker.early[:1]),
        *_of_keys(played),
        *_of_quotes(played),
        *_of_clocks(played, monitor),
        *_of_batches(played),
        *_of_payments(played),
        *_of_balances(played),
        *bank_oracle.problems(played, monitor, [each for each in _payments(played) if _is_by_bank(played, each)]),
        *_of_journal(monitor),
        *_of_seals(monitor),
        *_of_audit(monitor),
        *_of_told_balances(played, monitor),
        *_of_histories(played, monitor),
        *_of_events(played, monitor),
        *_of_numbers(played),
        *_of_ends(played, monitor),
    ]


def _accepted(played: Play, *kinds: str) -> Iterator[tuple[Call, dict[str, Any]]]:
    """Yield calls of these kinds that were accepted, with the reply."""
    for call in played.calls:
        good = [body for status, body in call.replies if status < 300]
        if call.kind in kinds and good:
            yield call, good[0]


def _of_keys(played: Play) -> Iterator[str]:
    """One key takes effect once: whoever asks again gets the same answer."""
    for call in played.calls:
        good = [body for status, body in call.replies if status < 300]
        if any(body != good[0] for body in good):
            yield f"the key {call.key} ({call.kind}) got different answers: {good}"
        statuses = [status < 300 for status, _ in call.replies]
        if True in statuses and False in statuses[statuses.index(True) :]:
            yield f"the key {call.key} ({call.kind}) was accepted, and then refused: {call.replies}"
    executed = collections.Counter(reply["id"] for _, reply in _accepted(played, "execute"))
    for quote, count in executed.items():
        if count > 1:
            yield f"{quote} was executed under {count} keys"


@dataclasses.dataclass(frozen=True)
class Payment:
    """A payment that a client was told of."""

    key: str
    """That of its request."""
    id: str
    account: str
    """The customer's account that it pays from or into; any other if it does neither."""
    change: int
    """Of that account's balance, if it goes through."""
    legs: dict[str, int]
    """What the rail has to move: leg → amount; each only where the one before has settled."""
    is_collected: bool = False


def _is_by_bank(played: Play, payment: Payment) -> bool:
    """Tell whether a payment goes by the files of a bank."""
    return payment.account == played.tenant.euro_account


def _payments(played: Play) -> Iterator[Payment]:
    """Yield accepted payments."""
    for call, reply in _accepted(played, "transfer-out", "transfer-in"):
        yield _transfer(call, call.body, reply["id"], is_out=call.kind == "transfer-out")
    for call, reply in _accepted(played, "batch"):
        for asked, result in zip(call.body["transfers"], reply["results"], strict=True):
            if "transaction" in result:
                yield _transfer(call, asked, result["transaction"]["id"], is_out=asked["type"] == "OUT")
    quotes = {reply["id"]: (call, reply) for call, reply in _accepted(played, "quote")}
    for call, reply in _accepted(played, "execute"):
        # One that is not known is the answer to a key that got another one before.
        if reply["id"] in quotes:
            asked, quote = quotes[reply["id"]]
            paid, legs = int(quote["totalSendingAmount"]), {"PAYOUT": int(quote["totalReceivingAmount"])}
            source = asked.body["source"]["accountId"]
            if source in played.tenant.banks:
                legs = {"COLLECTION": paid, **legs}
                yield Payment(call.key, quote["transactionId"], source, 0, legs, is_collected=True)
            else:
                yield Payment(call.key, quote["transactionId"], source, -paid, legs)


def _transfer(call: Call, asked: dict[str, Any], payment: str, *, is_out: bool) -> Payment:
    account, amount = asked["source" if is_out else "destination"]["accountId"], int(asked["amount"])
    return Payment(call.key, payment, account, -amount if is_out else amount, {"TRANSFER": amount})


def _of_batches(played: Play) -> Iterator[str]:
    """A batch of all or none is made whole, or not at all."""
    for call, reply in _accepted(played, "batch"):
        made = ["transaction" in result for result in reply["results"]]
        sometimes.happened("a batch of all or none is refused", call.body["mode"] == "ALL" and not any(made))
        if call.body["mode"] == "ALL" and any(made) != all(made):
            yield f"the batch {call.key} was made in part: {reply}"


def _moved(played: Play, payment: str, leg: str) -> Movement | None:
    return played.outside.rail.movements.get((uuid.UUID(payment.partition(":")[2]), leg))


def _last_leg(played: Play, payment: Payment) -> tuple[str, Movement | None]:
    """Return the leg that decides what a payment is: the first that has not settled, or else the last one."""
    known = None
    for leg in payment.legs:
        known = _moved(played, payment.id, leg)
        if known is None or known.is_over != "SETTLED":
            break
    return leg, known


def _of_payments(played: Play) -> Iterator[str]:
    """Every accepted payment ends, as the rail's last word says."""
    for payment in _payments(played):
        if _is_by_bank(played, payment):
            continue
        name = f"{payment.id} ({payment.key})"
        last, known = _last_leg(played, payment)
        if known is None or not known.is_over:
            yield f"{name} was accepted, and the rail has not ended its {last}: {known}"
            continue
        if known.is_promised and known.is_over != "RETURNED":
            yield f"the rail was not asked again about {name}, which comes back: {known}"
        sometimes.happened("a payment comes back after it had settled", known.is_over == "RETURNED")
        status = played.tenant.api.get(f"/transactions/{payment.id}").json()["status"]
        ends = {"FAILED"} if last == "COLLECTION" else _ENDS[known.is_over]
        if status not in ends:
            yield f"{name} is {status}; the rail's last word was {known.is_over}: {known}"
        wanted = _wanted(payment, last, known)
        moved = {leg: each.amount for leg in _LEGS if (each := _moved(played, payment.id, leg))}
        if moved != wanted:
            yield f"the rail was told to move {moved} of {name}, and should have moved {wanted}"
        sometimes.happened("collected money is refunded", "REFUND" in moved)
    told = {payment.id for payment in _payments(played)}
    for key, leg in played.outside.rail.movements:
        if f"Transaction:{key}" not in told:
            yield f"the rail was asked for {leg} of Transaction:{key}, of which no client was told"


def _wanted(payment: Payment, last: str, known: Movement) -> dict[str, int]:
    """Return what the rail has to be told to move: what was collected and not paid out goes back."""
    legs = [*payment.legs]
    wanted = {leg: payment.legs[leg] for leg in legs[: legs.index(last) + 1]}
    if payment.is_collected and last == "PAYOUT" and known.is_over != "SETTLED" and not known.is_kept:
        wanted["REFUND"] = payment.legs["COLLECTION"]
    return wanted


def _of_balances(played: Play) -> Iterator[str]:
    """Each account holds what was there, what came, and not what went."""
    expected = dict.fromkeys(played.tenant.accounts, FUNDS)
    for call, _ in _accepted(played, "fund"):
        expected[call.path.split("/")[3]] += call.body["amount"]
    for payment in _payments(played):
        _, known = _last_leg(played, payment)
        if (
            payment.account in expected
            and known is not None
            and (known.is_over == "SETTLED" or (known.is_over and known.is_kept))
        ):
            expected[payment.account] += payment.change
    for customer, account in zip(played.tenant.customers, played.tenant.accounts, strict=True):
        reply = played.tenant.api.get("/customers/internal-accounts", customerId=customer, currency="USD").json()
        balance = reply["data"][0]["balance"]["amount"]
        if balance != expected[account]:
            yield f"{account} has {balance}, and should have {expected[account]}"


def _of_journal(monitor: psycopg.Connection[Any]) -> Iterator[str]:
    """Every entry is balanced, every balance is the sum of its postings, and nothing is posted twice."""
    for row in monitor.execute(
        "SELECT entry_id, currency, sum(CASE side WHEN 'D' THEN amount ELSE -amount END) FROM payments_posting"
        " GROUP BY 1, 2 HAVING sum(CASE side WHEN 'D' THEN amount ELSE -amount END) <> 0 ORDER BY 1"
    ):
        yield f"an entry is not balanced: {row}"
    for row in monitor.execute(
        "SELECT account.id, account.kind, account.balance, coalesce(sum(CASE posting.side WHEN account.normal_side"
        " THEN posting.amount ELSE -posting.amount END), 0) FROM payments_ledgeraccount account"
        " LEFT JOIN payments_posting posting ON posting.account_id = account.id WHERE account.is_guarded"
        " GROUP BY account.id HAVING account.balance < 0 OR account.balance <>"
        " coalesce(sum(CASE posting.side WHEN account.normal_side THEN posting.amount ELSE -posting.amount END), 0)"
    ):
        yield f"a balance is not the sum of its postings: {row}"
    for row in monitor.execute(
        "SELECT transaction_id, purpose, count(*) FROM payments_journalentry WHERE transaction_id IS NOT NULL"
        " AND reverses_id IS NULL GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1, 2"
    ):
        yield f"an entry was made twice: {row}"
    for row in monitor.execute(
        "SELECT account.kind, account.currency, sum(CASE posting.side WHEN 'D' THEN posting.amount ELSE -posting.amount"
        " END) FROM payments_ledgeraccount account JOIN payments_posting posting ON posting.account_id = account.id"
        " WHERE account.kind LIKE '%CLEARING%' GROUP BY account.id"
        " HAVING sum(CASE posting.side WHEN 'D' THEN posting.amount ELSE -posting.amount END) <> 0"
    ):
        yield f"money is left in clearing: {row}"


def _of_seals(monitor: psycopg.Connection[Any]) -> Iterator[str]:
    """Seals follow one another, and cover every entry between their ends."""
    last = 0
    for number, after, until, rows in monitor.execute(
        "SELECT number, after_id, last_id, rows FROM payments_journalseal ORDER BY number"
    ).fetchall():
        found = monitor.execute(
            "SELECT count(*) FROM payments_journalentry WHERE id > %s AND id <= %s", [after, until]
        ).fetchone()
        if after != last or found != (rows,):
            yield f"seal {number} has {rows} entries after {after}, and there are {found} after {last}"
        last = until


def _of_audit(monitor: psycopg.Connection[Any]) -> Iterator[str]:
    """Each end of a payment has its row in the audit log."""
    for row in monitor.execute(
        "SELECT transaction_id, to_status FROM payments_transactionstatuschange change"
        " WHERE to_status IN ('COMPLETED', 'FAILED', 'REJECTED', 'REFUNDED') AND NOT EXISTS ("
        " SELECT FROM platforms_auditentry audit WHERE audit.subject = 'Transaction:' || change.transaction_id"
        " AND audit.verb = 'transaction.' || lower(change.to_status)) ORDER BY 1, 2"
    ):
        yield f"the audit log has no row of a payment's end: {row}"


def _of_told_balances(played: Play, monitor: psycopg.Connection[Any]) -> Iterator[str]:
    """The endpoint is told each balance of an account in the order in which the entries made it."""
    for account in [*played.tenant.accounts, played.tenant.euro_account]:
        told: dict[str, int | None] = {}
        for event in played.outside.endpoint.taken:
            if event.resource == account and event.type == "INTERNAL_ACCOUNT.BALANCE_UPDATED":
                told.setdefault(event.id, event.balance)
        made = [
            int(balance)
            for (balance,) in monitor.execute(
                "SELECT sum(CASE posting.side WHEN books.normal_side THEN posting.amount ELSE -posting.amount END)"
                " OVER (ORDER BY posting.id) FROM payments_posting posting"
                " JOIN payments_internalaccount account ON account.ledger_account_id = posting.account_id"
                " JOIN payments_ledgeraccount books ON books.id = posting.account_id"
                " WHERE account.id = %s ORDER BY posting.id",
                [account.partition(":")[2]],
            )
        ]
        if [*told.values()] != made:
            yield f"{account} had the balances {made}, and the endpoint was told {[*told.values()]}"


def _of_histories(played: Play, monitor: psycopg.Connection[Any]) -> Iterator[str]:
    """Each payment is one that a client was told of, and its history has no gap."""
    told = {payment.id.partition(":")[2] for payment in _payments(played)}
    told |= {reply["transactionId"].partition(":")[2] for _, reply in _accepted(played, "quote")}
    stored = {str(key) for (key,) in monitor.execute("SELECT id FROM payments_transaction")}
    for key in sorted(stored ^ told):
        yield f"Transaction:{key} is {'stored, and no client was told' if key in stored else 'told of, and not stored'}"
    deposits = monitor.execute(
        "SELECT count(*) FROM payments_deposit WHERE reason <> 'CAME_BACK' AND NOT EXISTS ("
        "SELECT FROM payments_bankmatch WHERE subject = 'Deposit:' || payments_deposit.id)"
    ).fetchone()
    funded = len(list(_accepted(played, "fund"))) + len(played.tenant.accounts) + 1
    if deposits != (funded,):
        yield f"{funded} deposits were accepted, and {deposits} are stored"
    last: dict[Any, str] = {}
    for key, before, after in monitor.execute(
        "SELECT transaction_id, from_status, to_status FROM payments_transactionstatuschange ORDER BY id"
    ):
        if last.get(key, "") != before or before == after:
            yield f"the history of Transaction:{key} has a gap: after {last.get(key)} comes {before} to {after}"
        last[key] = after
    for key, status in monitor.execute("SELECT id, status FROM payments_transaction ORDER BY id"):
        if last.get(key) != status:
            yield f"Transaction:{key} is {status}, and its history ends with {last.get(key)}"


def _of_events(played: Play, monitor: psycopg.Connection[Any]) -> Iterator[str]:
    """Each change of status has its event, and the endpoint first takes the events of a resource in their order."""
    wanted = collections.defaultdict[str, list[str]](list)
    for key, kind, status in monitor.execute(
        "SELECT payment.id, payment.type, change.to_status FROM payments_transactionstatuschange change"
        " JOIN payments_transaction payment ON payment.id = change.transaction_id ORDER BY change.id"
    ):
        if (kind, status) in _STATUS_EVENTS:
            wanted[f"Transaction:{key}"].append(_STATUS_EVENTS[kind, status])
    stored = collections.defaultdict[str, list[tuple[str, str]]](list)
    for key, type_, resource in monitor.execute(
        "SELECT id, type, resource FROM webhooks_event ORDER BY resource, number"
    ):
        stored[resource].append((f"Webhook:{key}", type_))
    known = set(_STATUS_EVENTS.values())
    for resource, types in wanted.items():
        told = [type_ for _, type_ in stored[resource] if type_ in known]
        if told != types:
            yield f"{resource} went through {types}, and its events are {told}"
    order: dict[str, int] = {}
    for place, event in enumerate(played.outside.endpoint.taken):
        order.setdefault(event.id, place)
    for resource, events in stored.items():
        missed = [type_ for key, type_ in events if key not in order and type_ != "TEST"]
        if missed:
            yield f"the endpoint never got {missed} of {resource}"
        places = [order[key] for key, _ in events if key in order]
        if places != sorted(places):
            yield f"the endpoint got the events of {resource} in another order: {events}, {places}"


def _of_numbers(played: Play) -> Iterator[str]:
    """An event has the same number each time, and those of a resource are numbered from 1 on."""
    numbers: dict[str, int | None] = {}
    of_resource = collections.defaultdict[str, list[int | None]](list)
    for event in played.outside.endpoint.taken:
        if event.id not in numbers:
            numbers[event.id] = event.sequence
            of_resource[event.resource].append(event.sequence)
        elif numbers[event.id] != event.sequence:
            yield f"{event.type} {event.id} was sent with the numbers {numbers[event.id]} and {event.sequence}"
    for resource, sent in of_resource.items():
        if resource and sent != [*range(1, len(sent) + 1)]:
            yield f"the events of {resource} have the numbers {sent}"


def _of_quotes(played: Play) -> Iterator[str]:
    """Who is paid gets what is left after fees at the rate shown; both currencies have two decimals.

    The source gave that rate a short time before, at most.
    """
    source = played.outside.rates
    for call, quote in _accepted(played, "quote"):
        left = quote["totalSendingAmount"] - quote["feesIncluded"]
        rate = fractions.Fraction(str(quote["exchangeRate"]))
        received = math.floor(left / rate)
        if quote["totalReceivingAmount"] != received:
            yield f"{quote['id']} promises {quote['totalReceivingAmount']}, and {received} is what it buys"
        oldest = call.begun - source.stale_after.total_seconds()
        recent = [given for given in source.given if given.at >= oldest]
        # A rate is shown with fifteen digits.
        if all(abs(rate * fractions.Fraction(given.rate) - 1) > fractions.Fraction(1, 10**13) for given in recent):
            yield f"{quote['id']} has the rate {quote['exchangeRate']}, and the source gave {source.given}"


def _of_clocks(played: Play, monitor: psycopg.Connection[Any]) -> Iterator[str]:
    """The platform's clock was set forward once for each request that was accepted."""
    wanted = sum(call.body["seconds"] for call, _ in _accepted(played, "advance"))
    (ahead,) = monitor.execute("SELECT extract(epoch FROM clock_offset) FROM platforms_platform").fetchone() or (0,)
    if ahead != wanted:
        yield f"the platform's clock is {ahead} seconds ahead, and was set forward by {wanted}"


def _of_ends(played: Play, monitor: psycopg.Connection[Any]) -> Iterator[str]:
    """Nothing is left to do, and nothing is held or in suspense."""
    for row in monitor.execute(
        "SELECT id, type, status, next_action, next_action_at FROM payments_transaction"
        " WHERE next_action_at IS NOT NULL AND NOT (quote_id IS NOT NULL AND status = 'PENDING') ORDER BY id"
    ):
        yield f"a payment has not ended: {row}"
    # Two workers may have asked about a payment whose claim was ended by the platform's clock: the note of one stays.
    shared = {f"Transaction:{key}" for key in played.outside.rail.unclaimed}
    for row in monitor.execute("SELECT work, subject, error, failures FROM platforms_workfailure ORDER BY id"):
        if row[1] not in shared:
            yield f"work still fails: {row}"
    for row in monitor.execute(
        "SELECT id, type, resource, state FROM webhooks_event WHERE state <> 'DELIVERED' AND type <> 'TEST'"
    ):
        yield f"an event was not delivered: {row}"
    for row in monitor.execute("SELECT kind, held_at FROM payments_ledgeraccount WHERE held_at IS NOT NULL"):
        yield f"an account is held: {row}"

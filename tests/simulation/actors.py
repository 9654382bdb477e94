"""Who does what: platforms' clients over the API, workers, the scheduler that wakes them, staff."""

import contextlib
import dataclasses
import functools
import json
import random
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from celery.exceptions import Ignore
from django.db import Error, connection

from config.celery import app
from config.processes import schedule
from platforms.base import clock
from tests.simulation import sometimes, staff
from tests.simulation.scheduler import Killed, Scheduler, current
from tests.simulation.world import FUNDS, Outside, Tenant

if TYPE_CHECKING:
    from tests.simulation.faults import Faults

CLIENTS, WORKERS = 3, 3
_OPERATIONS = (2, 4)
_LONGEST_END = 2_000.0
"""Simulated seconds after the faults within which all has to be over: a bank's file that failed waits 15 minutes."""
_JOBS = (
    "payments.advance_due_payments",
    "webhooks.deliver_due_events",
    "webhooks.reconcile_streams",
    "payments.seal_journal",
    "payments.refresh_rates",
)
_IS_LEFT = """
    SELECT EXISTS (SELECT FROM payments_transaction WHERE next_action_at IS NOT NULL)
        OR EXISTS (SELECT FROM webhooks_event WHERE state NOT IN ('DELIVERED', 'ABANDONED', 'REFUSED'))
        OR EXISTS (SELECT FROM payments_bankbatch WHERE state NOT IN ('DELIVERED', 'CANCELLED'))
        OR EXISTS (SELECT FROM payments_bankincomingfile WHERE state = 'RECEIVED')
        OR EXISTS (SELECT FROM platforms_workfailure WHERE subject LIKE 'BankConnection:%')
"""
_TRIES = 60
_JUMPS = (1, 30, 600, 7_200, 90_000)
"""By how many seconds a platform sets its clock forward."""
_HAS_JUMPS = 0.4
"""The part of the seeds in which it does."""
_COLLECTED = 0.4
"""The part of the quotes that an account outside pays."""
_BY_BANK = 0.5
"""The part of the requests that are about euros, which go by the files of a bank."""
_BANK_JOBS = ("payments.advance_bank_batches", "payments.read_bank_files")
_TREASURERS = 2


@dataclasses.dataclass(frozen=True)
class Call:
    """A request of a client that changes something, with all its replies."""

    kind: str
    path: str
    body: dict[str, Any]
    key: str
    replies: list[tuple[int, dict[str, Any]]]
    begun: float = 0.0
    """When it was sent first."""


class Play:
    """The actors of one seed, and what they have heard."""

    def __init__(self, seed: int, run: Scheduler, tenant: Tenant, outside: Outside) -> None:
        """Draw everything by the seed."""
        self.seed, self.run, self.tenant, self.outside = seed, run, tenant, outside
        self.faults: Faults | None = None
        self.calls: list[Call] = []
        self.odd: list[str] = []
        """Replies that no client should ever get."""
        self._open, self._beside, self.is_closing = 0, 0, False
        names = {*_JOBS, *(_BANK_JOBS if outside.bank.is_played else [])}
        self._jobs = [job for job in schedule.declared() if job.name in names]
        self._advanced = 0

    def works(self) -> dict[str, tuple[str, Callable[[], object]]]:
        """Return the actors: name → process and work."""
        outside: dict[str, Callable[[], object]] = {
            f"client{number}": functools.partial(self._client, number) for number in range(1, CLIENTS + 1)
        }
        outside["tester"] = self._tester
        outside["staff"] = lambda: staff.see_to_payments(self.seed, self.run, self.outside.rail)
        outside["controller"] = lambda: self.odd.extend(staff.hold_an_account(self.seed, self.run, self.tenant))
        self._open = len(outside)
        works: dict[str, tuple[str, Callable[[], object]]] = {
            name: ("outside", functools.partial(self._once, work)) for name, work in outside.items()
        }
        works |= {f"worker{number}": (f"worker{number}", self._worker) for number in range(1, WORKERS + 1)}
        works["beat"] = ("beat", self._beat)
        if self.outside.bank.is_played:
            works["bank"] = ("outside", lambda: self.outside.bank.live(self))
            for number in range(1, _TREASURERS + 1):
                works[f"treasurer{number}"] = ("outside", functools.partial(self._treasurer, number))
        return works

    def _once(self, work: Callable[[], object]) -> None:
        work()
        self._open -= 1
        connection.close()

    # --- clients ---

    def _client(self, number: int) -> None:
        chance, web = random.Random(f"client {self.seed} {number}"), f"web{1 + number % 2}"
        for count in range(chance.randint(*_OPERATIONS)):
            self.run.wait(None, chance.choice([0, 0, 0.01, 0.3, 3]))
            kind, path, body = self._operation(chance)
            call = Call(kind, path, body, f"key-{number}-{count}", [], begun=self.run.now)
            self.calls.append(call)
            if chance.random() < 0.25:
                self._beside += 1
                self.run.spawn("beside", "outside", lambda call=call: self._ask_beside(call))  # type: ignore[misc]
            reply = self._send(call, web, is_lost=chance.random() < 0.15)
            if chance.random() < 0.1 and reply is not None and reply[0] < 300 and "amount" in body:
                self._use_key_again(call, web)
            if kind == "quote" and reply is not None and reply[0] == 201:
                execution = self._execution(reply[1]["id"], f"key-{number}-{count}-execute")
                if chance.random() < 0.3:
                    second = self._execution(reply[1]["id"], f"key-{number}-{count}-again")
                    self._beside += 1
                    self.run.spawn("beside", "outside", lambda second=second: self._ask_beside(second))  # type: ignore[misc]
                    sometimes.happened("a quote is executed under two keys")
                self._send(execution, web, is_lost=chance.random() < 0.15)

    def _tester(self) -> None:
        """Have events sent again; in some seeds, set the platform's clock forward."""
        chance = random.Random(f"tester {self.seed}")
        has_jumps = chance.random() < _HAS_JUMPS
        for count in range(chance.randint(0, 3)):
            self.run.wait(None, chance.choice([0.01, 1, 5]))
            told, key = sorted({event.id for event in self.outside.endpoint.taken}), f"key-tester-{count}"
            if has_jumps and chance.random() < 0.5:
                call = Call("advance", "/sandbox/clock/advance", {"seconds": chance.choice(_JUMPS)}, key, [])
            elif told:
                call = Call("redeliver", f"/events/{chance.choice(told)}/redeliver", {}, key, [])
            else:
                continue
            self.calls.append(call)
            self._send_moving(call, is_lost=chance.random() < 0.3)
            sometimes.happened("a platform's clock is set forward", call.kind == "advance")
            sometimes.happened("an event is sent again by hand", call.kind == "redeliver")

    def _send_moving(self, call: Call, *, is_lost: bool) -> None:
        """Send a request that may set the platform's clock forward."""
        with self.outside.rail.clock_moves() if call.kind == "advance" else contextlib.nullcontext():
            self._send(call, "web1", is_lost=is_lost)

    def advance_clock(self, seconds: int) -> None:
        """Set the platform's clock forward, by which its bank goes too."""
        self._advanced += 1
        key = f"key-bank-{self._advanced}"
        self.calls.append(Call("advance", "/sandbox/clock/advance", {"seconds": seconds}, key, []))
        self._send_moving(self.calls[-1], is_lost=False)

    def _execution(self, quote: str, key: str) -> Call:
        self.calls.append(Call("execute", f"/quotes/{quote}/execute", {}, key, []))
        return self.calls[-1]

    def _use_key_again(self, call: Call, web: str) -> None:
        """Send another request with the key of one that was answered: it has to be refused."""
        other = dataclasses.replace(call, body={**call.body, "amount": call.body["amount"] + 1}, replies=[])
        answer = self._ask(other, web)
        sometimes.happened("a key is used for another request", answer is not None)
        if answer is not None and answer[0] < 500 and answer[1].get("code") != "IDEMPOTENCY_KEY_REUSED":
            self.odd.append(f"another request with the key {call.key} got {answer}")

    def _ask_beside(self, call: Call) -> None:
        self._send(call, "web2", is_lost=False)
        self._beside -= 1
        connection.close()

    def _operation(self, chance: random.Random) -> tuple[str, str, dict[str, Any]]:
        if self.outside.bank.is_played and chance.random() < _BY_BANK:
            return self._bank_operation(chance)
        place = chance.randrange(len(self.tenant.accounts))
        account, bank = self.tenant.accounts[place], self.tenant.banks[place]
        amount = chance.choice([1, 99, 1_000, 12_345, FUNDS // 2, FUNDS])
        drawn = chance.random()
        if drawn < 0.15:
            return "fund", f"/sandbox/internal-accounts/{account}/fund", {"amount": amount}
        if drawn < 0.5:
            return "transfer-out", "/transfer-out", _transfer(account, bank, amount)
        if drawn < 0.65:
            return "transfer-in", "/transfer-in", _transfer(bank, account, amount)
        if drawn < 0.8:
            return "batch", "/transfers/batch", self._batch(chance, amount)
        # Some are collected from the customer's account outside.
        source = bank if chance.random() < _COLLECTED else account
        quote = {
            "source": {"sourceType": "ACCOUNT", "accountId": source},
            "destination": {"destinationType": "ACCOUNT", "accountId": self.tenant.abroad[place]},
            "lockedCurrencySide": "SENDING",
            "lockedCurrencyAmount": min(amount + 1000, FUNDS // 2),
        }
        return "quote", "/quotes", quote

    def _bank_operation(self, chance: random.Random) -> tuple[str, str, dict[str, Any]]:
        account, payees = self.tenant.euro_account, self.tenant.euro_payees
        amounts = [chance.choice([1, 9_99, chance.randint(5_00, 9_00)]) for _ in range(chance.randint(2, 4))]
        drawn = chance.random()
        if drawn < 0.55:
            return "transfer-out", "/transfer-out", _transfer(account, chance.choice(payees), amounts[0])
        if drawn < 0.75:
            return "transfer-in", "/transfer-in", _transfer(chance.choice(payees), account, amounts[0])
        transfers = [{"type": "OUT", **_transfer(account, chance.choice(payees), amount)} for amount in amounts]
        return "batch", "/transfers/batch", {"mode": chance.choice(["ALL", "EACH"]), "transfers": transfers}

    def _batch(self, chance: random.Random, amount: int) -> dict[str, Any]:
        places = [chance.randrange(len(self.tenant.accounts)) for _ in range(chance.randint(2, 4))]
        pairs = [(self.tenant.accounts[place], self.tenant.banks[place]) for place in places]
        amounts = [amount, *chance.choices([1, 99, 12_345], k=3)]
        transfers = [
            {"type": "OUT", **_transfer(account, bank, each)}
            if chance.random() < 0.7
            else {"type": "IN", **_transfer(bank, account, each)}
            for (account, bank), each in zip(pairs, amounts, strict=False)
        ]
        return {"mode": chance.choice(["ALL", "EACH"]), "transfers": transfers}

    def _send(self, call: Call, web: str, *, is_lost: bool) -> tuple[int, dict[str, Any]] | None:
        """Send a request until there is an answer that is one; whoever loses a reply asks with the same key again."""
        for _ in range(_TRIES):
            answer = self._ask(call, web)
            if answer is None:
                continue
            status, body = answer
            if status >= 500 and status != 503:
                self.odd.append(f"{call.kind}: {status} {json.dumps(body)[:300]}")
            if status >= 500 or status == 429 or body.get("code") == "IDEMPOTENCY_KEY_IN_USE":
                self.run.wait(None, 0.5)
                continue
            call.replies.append(answer)
            if is_lost:
                is_lost = False
                continue
            sometimes.happened("a lost reply is asked for again, and is the same", len(call.replies) > 1)
            sometimes.happened(
                "a transfer is refused for want of money", status == 400 and body.get("code") == "INSUFFICIENT_BALANCE"
            )
            return answer
        self.odd.append(f"{call.kind}: no answer after {_TRIES} times")
        return None

    def _ask(self, call: Call, web: str) -> tuple[int, dict[str, Any]] | None:
        actor = current()
        assert actor is not None
        actor.process, actor.key = web, call.key
        try:
            self.run.note(actor, f"POST {call.path} {call.body.get('amount', '')} {call.key}")
            reply = self.tenant.api.post(call.path, call.body, key=call.key)
            body = json.loads(reply.content or b"{}")
            if actor.is_killed:
                raise Killed  # noqa: TRY301 - what the process would have said, nobody hears
            self.run.note(actor, f"= {reply.status_code} {body.get('code') or body.get('id')} {call.key}")
        except Killed:
            if self.run.is_over:
                raise
            actor.is_killed = False
            self.run.note(actor, f"hears nothing about {call.key}")
            return None
        else:
            return reply.status_code, body
        finally:
            actor.process, actor.key = "outside", ""

    # --- the service's own ---

    def _begin_again(self) -> None:
        self.run.wait(None, 1)
        self._worker()

    def _worker(self) -> None:
        actor = current()
        assert actor is not None
        process, broker = actor.process, self.outside.broker
        try:
            while True:
                self.run.wait(lambda: bool(broker.names) or self.is_closing)
                if not broker.names:
                    break
                name = broker.names.pop(0)
                self.run.note(actor, f"begins {name}")
                try:
                    app.tasks[name]()
                except Exception as error:  # noqa: BLE001 - as Celery does, which goes on with the next
                    if actor.is_killed:
                        raise Killed from None
                    self.run.note(actor, f"fails {name}: {type(error).__name__}")
                    if not isinstance(error, Ignore):
                        self.odd.append(f"{name} raises {''.join(traceback.format_exception(error))[-1500:]}")
                else:
                    self.run.note(actor, f"ends {name}")
        except Killed:
            if not self.run.is_over:
                self.run.spawn(process, process, self._begin_again)
            raise
        finally:
            connection.close()

    @property
    def is_busy(self) -> bool:
        """Whether somebody outside still has something to do, apart from banks."""
        return bool(self._open or self._beside)

    def _treasurer(self, number: int) -> None:
        staff.see_to_banks(self.seed, number, self)
        connection.close()

    def _beat(self) -> None:
        """Ask every other second what is due, as the scheduler does; end when faults are over and nothing is left."""
        asked = [job for job in self._jobs if job.due]
        question = f"SELECT {', '.join(f'({job.due})' for job in asked)}"
        sent_at = {job.name: self.run.now for job in self._jobs if not job.due}
        ends_at = None
        while True:
            self.run.wait(None, 2)
            try:
                with connection.cursor() as cursor:
                    cursor.execute(question, {"now": clock.real_now()})
                    is_due = cursor.fetchone()
            except Error:
                # It sends all the same where the database does not answer.
                connection.close()
                is_due = [True] * len(asked)
            for name in [job.name for job, is_one in zip(asked, is_due, strict=True) if is_one]:
                self.outside.broker.send(name)
            for job in self._jobs:
                if job.name in sent_at and self.run.now >= sent_at[job.name] + job.every:
                    sent_at[job.name] = self.run.now
                    self.outside.broker.send(job.name)
            if self.is_busy or not self.outside.bank.was_quiet:
                continue
            if ends_at is None:
                ends_at = self.run.now + _LONGEST_END
                self._calm()
            if not self._is_left() or self.run.now > ends_at:
                break
        self.is_closing = True
        connection.close()

    def _calm(self) -> None:
        self.outside.rail.is_kind = self.outside.endpoint.is_kind = True
        if self.faults is not None:
            self.faults.is_over = True
        self.run.note(None, "faults are over")

    def _is_left(self) -> bool:
        bank = self.outside.bank
        return not bank.is_quiet or bank.has_files_on_the_way() or self._asks(_IS_LEFT)

    @staticmethod
    def _asks(question: str) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(question)
            return bool(cursor.fetchone()[0])


def _transfer(source: str, destination: str, amount: int) -> dict[str, Any]:
    return {"source": {"accountId": source}, "destination": {"accountId": destination}, "amount": amount}

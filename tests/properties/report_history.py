"""A history of two platforms, drawn by a seed: payments, quotes, deposits, suspense, returns, banks, closed months.

Everything is done by the API and by what staff call. Clocks stand near a midnight or the end of a month when they are
moved, and some deposits are booked at the very moment or one microsecond before.
"""

import collections
import dataclasses
import datetime as dt
import itertools
import random
from collections.abc import Callable
from typing import Any

from django.db import transaction

from banks.models import BankBatch, BankException, BankPayment
from banks.statements.by_hand import decisions
from payments import tasks
from payments.closing import figures, months
from payments.deposits import deposits
from payments.models import Deposit, InternalAccount, LedgerCheckRun, MonthClose, MonthState, SuspenseItem
from payments.reporting import daily_totals
from payments.workflow import suspense
from platforms.base import clock, errors
from platforms.models import Platform
from tests.banks.rail import world as rail
from tests.banks.statements import world as bank
from tests.banks.statements.world import Entry
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import month_ends, own_fees, quote_requests, rate_entries
from tests.support.processes.worker import Worker

CURRENCIES = ("USD", "MXN", "BTC", "VND", "EUR")
"""Two, eight and no decimals. What is paid out in euros goes by files of a bank."""
_DAY = 86_400
_INSTANT = dt.timedelta(microseconds=1)
_numbers = itertools.count(1)


@dataclasses.dataclass
class Party:
    """A platform of the histories."""

    tenant: factories.Tenant
    api: Api
    customers: list[str]
    accounts: dict[str, list[str]]
    """By currency: the accounts of its customers, then its own."""
    outside: dict[str, str]
    """By ending: its customers' accounts at banks."""
    begun: dt.datetime
    """When all accounts were there: nothing is booked before."""

    @property
    def platform(self) -> Platform:
        return self.tenant.platform

    @property
    def now(self) -> dt.datetime:
        self.platform.refresh_from_db()
        now: dt.datetime = self.platform.now()
        return now


def party(name: str) -> Party:
    """Make a platform with two customers, with money, prices and accounts at banks."""
    tenant = factories.tenant(name, currencies=CURRENCIES)
    api = Api(tenant.client_id, tenant.client_secret)
    customers = [api.customer(f"{who} Approved") for who in ("Ada", "Grace")]
    rows = list(InternalAccount.objects.filter(platform=tenant.platform).order_by("customer_id", "id"))
    accounts = {code: [row.public_id for row in rows if row.currency == code] for code in CURRENCIES}
    outside = {ending: api.external_account(customers[0], factories.usd_account(ending)) for ending in _ENDINGS}
    outside |= {
        f"MXN {ending}": api.external_account(customers[0], quote_requests.clabe(ending), "MXN")
        for ending in ("789", "002", "006", "007")
    }
    outside["EUR"] = api.external_account(customers[0], rail.euro_account(), "EUR")
    rate_entries.schedule(tenant, source_currency="USD", fixed_fee=37, variable_rate="0.0123", rate_multiplier="1.0171")
    rate_entries.schedule(tenant, source_currency="MXN", variable_rate="0.004", rate_multiplier="0.99")
    rate_entries.schedule(tenant, source_currency="BTC", rate_multiplier="1.003")
    for code, amount in (("USD", 5_000_00), ("MXN", 90_000_00), ("BTC", 10_000_000), ("VND", 9_000_000)):
        api.fund(accounts[code][0], amount)
        api.fund(accounts[code][-1], amount)
    for code in _OWN_FEES:
        own_fees.allow(tenant, code)
    own_fees.configure(api, *(own_fees.config(code, fixed=9, share=share) for code, share in _OWN_FEES.items()))
    return Party(tenant, api, customers, accounts, outside, clock.real_now())


_OWN_FEES = {"USD": 0.011, "MXN": 0.0, "BTC": 0.004}
"""Shares that platforms charge where a quote does not say otherwise."""
_ENDINGS = ("789", "002", "005", "006")


class History:
    """One history, played by a seed; `told` is what has happened."""

    def __init__(self, seed: int, parties: list[Party]) -> None:
        self.chance = random.Random(f"history {seed}")
        self.parties = parties
        self.worker = Worker()
        self.told: list[str] = []
        self.bank_balance, self.bank_files = 1_000_00, 0
        self.refused = collections.Counter[str]()

    def play(self) -> None:
        with_bank = self.parties[0]
        if self.chance.random() < 0.5:
            rail.connect(with_bank.platform)
            self.told.append("connect a bank")
        for of in self.parties:
            self._move_near_midnight(of)
        of = with_bank
        for _ in range(self.chance.randint(10, 24)):
            # Several steps of one platform follow each other.
            of = self.chance.choice([*self.parties, of, of])
            step = self.chance.choice(self._steps)
            self.told.append(f"{of.platform.name} {step.__name__.strip('_')}")
            step(self, of)
        if self.chance.random() < 0.7:
            self._work(with_bank)

    # What customers and platforms do.

    def _fund(self, of: Party) -> None:
        of.api.fund(self._account(of), self.chance.randint(1, 5_000_00))

    def _pay_out(self, of: Party) -> None:
        of.api.transfer_out(
            of.accounts["USD"][0], of.outside[self.chance.choice(_ENDINGS)], self.chance.randint(1, 300_00)
        )

    def _pay_in(self, of: Party) -> None:
        of.api.transfer_in(
            of.outside[self.chance.choice(_ENDINGS)], of.accounts["USD"][0], self.chance.randint(1, 300_00)
        )

    def _pay_euros(self, of: Party) -> None:
        of.api.fund(of.accounts["EUR"][0], 50_00)
        of.api.transfer_out(of.accounts["EUR"][0], of.outside["EUR"], self.chance.randint(1_00, 50_00))

    def _exchange(self, of: Party) -> None:
        pesos = [address for name, address in of.outside.items() if name.startswith("MXN")]
        inside = [self._account(of), self._account(of)]
        source = self.chance.choice([*of.accounts["USD"], *of.accounts["MXN"], *of.accounts["BTC"]])
        quote_requests.quote(
            of.api,
            source,
            self.chance.choice(inside + pesos),
            side=self.chance.choice(["SENDING", "RECEIVING"]),
            amount=self.chance.choice([self.chance.randint(1, 400), self.chance.randint(1, 900_00)]),
            immediatelyExecute=True,
            **self._own_fee(),
        )

    def _exchange_from_outside(self, of: Party) -> None:
        """A quote that is paid from outside: in the right amount, in another one, twice, or never."""
        target = self.chance.choice([of.outside["MXN 789"], of.outside["MXN 006"], of.outside["MXN 007"]])
        source = quote_requests.realtime("USD", of.customers[0])
        asked = self.chance.randint(5_00, 500_00)
        reply = quote_requests.quote(of.api, source, target, amount=asked, **self._own_fee())
        if reply.status_code != 201:
            self.refused[reply.json()["code"]] += 1
            return
        paid: list[list[int | None]] = [[], [None], [None], [None, 7_00], [3_00]]
        for amount in self.chance.choice(paid):
            named = {} if amount is None else {"currencyAmount": amount}
            of.api.post("/sandbox/send", {"quoteId": reply.json()["id"], "currencyCode": "USD", **named})

    def _own_fee(self) -> dict[str, Any]:
        """What the platform charges for one quote: mostly what it has configured."""
        fixed, share = self.chance.choice([0, 25]), self.chance.choice([0, 0.02])
        return own_fees.override(fixed=fixed, share=share) if self.chance.random() < 0.3 else {}

    # What arrives, and what staff decide about it.

    def _arrive(self, of: Party) -> None:
        """Money for nobody that is known, or for an account, told by its provider some time after it came."""
        now = of.now
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        month = midnight.replace(day=1)
        moments = [now, midnight, midnight - _INSTANT, month, month - _INSTANT, now - dt.timedelta(days=3)]
        self._receive(of, self.chance.choice([at for at in moments if at >= of.begun]))

    def _receive(self, of: Party, at: dt.datetime) -> Deposit:
        code = self.chance.choice(CURRENCIES)
        with transaction.atomic():
            return deposits.receive(
                platform_id=of.platform.pk,
                provider_reference=f"HISTORY-{next(_numbers)}",
                amount=self.chance.randint(1, 900_00),
                currency=code,
                named=self.chance.choice(["nobody", of.accounts[code][0]]),
                actor=factories.OPERATOR,
                now=at,
            )

    def _decide(self, of: Party) -> None:
        items = SuspenseItem.objects.filter(platform=of.platform, resolved_at=None, way="").order_by("id")
        for item in items:
            way = self.chance.choice(sorted(suspense.ways(item)))
            accounts = of.accounts.get(item.currency, [""])
            account = accounts[0] if way == "CREDIT_HOLDER" else ""
            decided: dict[str, Any] = {"reason": "found", "actor": factories.OPERATOR, "real_now": clock.real_now()}
            self._try(lambda: suspense.resolve(item_id=item.pk, way=way, account=account, **decided))  # noqa: B023

    def _send_lines(self, of: Party) -> None:
        """Have the bank send the statement of a day: known and unknown payers, fees, debits that nobody has ordered."""
        day = of.now.date() - dt.timedelta(days=self.chance.choice([0, 0, 1, 2, 31]))
        rows = [
            Entry(
                self.chance.choice([5_00, 60_00, 123_45, -12_34, -7_00]),
                text=self.chance.choice(["nobody", "rent"]),
                code=self.chance.choice(["PMNT/RCDT/ESCT", "PMNT/MCOP/CHRG"]),
                reference=f"B-{next(_numbers)}",
                day=day,
            )
            for _ in range(self.chance.randint(0, 3))
        ]
        self.bank_files += 1
        bank.send(bank.camt(rows, number=self.bank_files, opening=self.bank_balance, day=day))
        self.bank_balance += sum(row.amount for row in rows)

    def _settle_euros(self, of: Party) -> None:
        """Take what waits for the bank there; the bank reports some of it, and shows some of it in a statement."""
        self.worker.run()
        for batch in BankBatch.objects.filter(state="OPEN"):
            rail.close(batch)
            rail.release(batch)
        rail.sweep()
        given = BankPayment.objects.filter(state="BATCHED", batch__state="DELIVERED").order_by("id")
        rows = [
            Entry(-payment.amount, payment.end_to_end_id, day=of.now.date(), reference=f"B-{next(_numbers)}")
            for payment in given
        ]
        self.bank_files += 1
        kind = self.chance.choice(["052", "052", "053"])
        bank.send(bank.camt(rows, number=self.bank_files, opening=self.bank_balance, kind=kind, day=of.now.date()))
        self.bank_balance += sum(row.amount for row in rows) if kind == "053" else 0
        self.worker.run()

    def _decide_lines(self, of: Party) -> None:
        for waiting in BankException.objects.filter(closed_at=None).select_related("line").order_by("id"):
            common: dict[str, Any] = {"exception": waiting.pk, "reason": "seen", "actor": rail.ANNA}
            common |= {"now": clock.real_now()}
            ways: list[Callable[[], object]] = [lambda: decisions.note(**common)]  # noqa: B023
            if waiting.line.is_credit:
                ways.append(lambda: decisions.suspend(platform=of.platform.pk, **common))  # noqa: B023
            else:
                ways.append(lambda: decisions.charge(platform=of.platform.pk, **common))  # noqa: B023
                debtor = self.chance.choice(decisions.CLAIMED_FROM)
                ways.append(lambda: decisions.claim(platform=of.platform.pk, debtor=debtor, **common))  # noqa: B023
            self._try(self.chance.choice(ways))

    # What time and workers do.

    def _work(self, _: Party) -> None:
        self.worker.run()

    def _count_days(self, _: Party) -> None:
        daily_totals.advance()

    def _pay_own_fees(self, _: Party) -> None:
        """Move what platforms have charged on the days before to their accounts."""
        tasks.pay_platform_fees()

    def _pass_time(self, of: Party) -> None:
        self._advance(of, self.chance.choice([60, 400, 3 * 3600, _DAY, 9 * _DAY]))

    def _move_near_midnight(self, of: Party) -> None:
        """Move the clock to the last second of the day, or of the month."""
        now = of.now
        following = now.replace(hour=0, minute=0, second=0, microsecond=0) + dt.timedelta(days=1)
        if self.chance.random() < 0.4:
            following = figures.end_of(now.date().replace(day=1))
        self._advance(of, int((following - now).total_seconds()))

    def _advance(self, of: Party, seconds: int) -> None:
        reply = of.api.post("/sandbox/clock/advance", {"seconds": max(1, seconds)})
        assert reply.status_code == 200, reply.content

    # What two people close.

    def _close_month(self, of: Party) -> None:
        """Close the next month if it is over, perhaps only begin it, and book what comes late."""
        former = MonthClose.objects.filter(platform=of.platform).order_by("month")
        first, last = former.first(), former.exclude(state=MonthState.REOPENED).last()
        if last is None:
            # Where all were opened again, the first of them is the next one.
            month = first.month if first else month_ends.month_before(of.platform, ago=1)
        else:
            month = last.month if last.state == MonthState.BEGUN else figures.following(last.month)
        if figures.end_of(month) > of.now:
            month_ends.pass_month(of.api, of.platform)
        if last is None or last.state != MonthState.BEGUN:
            last = month_ends.begin(of.platform, month)
        if self.chance.random() < 0.7:
            LedgerCheckRun.objects.create(
                started_at=clock.real_now(), finished_at=clock.real_now(), entries=0, postings=0
            )
            month_ends.close(last)
        late = figures.end_of(month) - self.chance.choice([_INSTANT, dt.timedelta(hours=2)])
        if late >= of.begun:
            self._receive(of, late)

    def _open_month_again(self, of: Party) -> None:
        closed = MonthClose.objects.filter(platform=of.platform, state=MonthState.CLOSED).order_by("month").last()
        if closed is not None:
            self._try(lambda: months.reopen(month=closed.pk, reason="again", actor=rail.ANNA, now=clock.real_now()))

    def _account(self, of: Party) -> str:
        return self.chance.choice(of.accounts[self.chance.choice(CURRENCIES)])

    def _try(self, decide: Callable[[], object]) -> None:
        """Decide as staff; the service may refuse, and then nothing has happened."""
        try:
            with transaction.atomic():
                decide()
        except errors.DomainError as refusal:
            self.refused[refusal.code] += 1

    _steps = (
        *(_fund, _pay_out, _pay_out, _pay_in, _pay_euros, _exchange, _exchange, _exchange, _exchange_from_outside),
        *(
            _arrive,
            _arrive,
            _arrive,
            _decide,
            _decide,
            _send_lines,
            _send_lines,
            _decide_lines,
            _decide_lines,
            _settle_euros,
        ),
        *(_work, _work, _work, _count_days, _pass_time, _move_near_midnight, _close_month, _close_month),
        *(_open_month_again, _pay_own_fees, _pay_own_fees),
    )

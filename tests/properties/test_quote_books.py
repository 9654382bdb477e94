"""Anything that platforms, payers, rails and clocks can do to quotes leaves the books as the model says."""

import collections
from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from payments.ledger import check
from payments.models import InternalAccount, LedgerAccount
from tests.conftest import Api
from tests.properties import quote_model
from tests.properties.quote_model import Quote
from tests.selection import hooks
from tests.support import databases, factories
from tests.support.payments import balance_news, own_fees, quote_requests, rate_entries, report_sums
from tests.support.processes.worker import Worker

CURRENCIES = ("USD", "MXN", "BTC", "VND")
"""Two, eight and no decimals."""
_PAID_TO = ("789", "789", "002", "003", "004", "005", "006", "007")
_COLLECTED_FROM = ("789", "789", "002", "005")
_STEPS, _STORIES = 30, 25
_CAST = "quote_books"
_REFUSALS = {"AMOUNT_OUT_OF_RANGE", "SELF_PAYMENT", "INSUFFICIENT_BALANCE"}

amounts = st.integers(1, 3_000) | st.integers(1, 10**9)
sides = st.sampled_from(["SENDING", "RECEIVING"])
currencies = st.sampled_from(CURRENCIES)
holders = st.sampled_from(["alice", "carol", "platform"])


class Parties:
    """A platform with money, its customers and their accounts: what every story begins with."""

    def __init__(self) -> None:
        self.acme = factories.tenant("acme", currencies=CURRENCIES)
        self.api = Api(self.acme.client_id, self.acme.client_secret)
        people = {name: self.api.customer(f"{name} Approved") for name in ("alice", "carol", "dave")}
        self.customers: dict[str, str | None] = {**people, "platform": None}
        rows = InternalAccount.objects.filter(platform=self.acme.platform)
        names = {None: "platform"} | {key.partition(":")[2]: name for name, key in people.items()}
        self.accounts = {(names[row.customer_id and str(row.customer_id)], row.currency): row.public_id for row in rows}
        self.targets = {
            suffix: self.api.external_account(people["alice"], quote_requests.clabe(suffix), "MXN")
            for suffix in set(_PAID_TO)
        }
        self.sources = {
            suffix: self.api.external_account(people["alice"], factories.usd_account(suffix))
            for suffix in set(_COLLECTED_FROM)
        }
        self.fundings = [
            (self.accounts[who, which], which, 10**6) for who in ("alice", "platform") for which in CURRENCIES
        ]
        for account, _, amount in self.fundings:
            self.api.fund(account, amount)


class Payments(RuleBasedStateMachine):
    """A platform with two customers who pay, one who only receives and may leave, and the platform's own money."""

    quotes = Bundle("quotes")
    cast: Parties

    @initialize(
        fixed=st.integers(0, 90),
        share=st.integers(0, 90),
        margin=st.integers(1000, 1100),
        is_charged=st.booleans(),
        own=st.none() | st.tuples(st.integers(0, 90), st.integers(0, 90), st.integers(0, 90)),
    )
    def begin(self, fixed: int, share: int, margin: int, is_charged: bool, own: Any) -> None:  # noqa: FBT001 - drawn
        # What an earlier story left, or broke, is not to be found again in this one.
        databases.empty()
        databases.put(_CAST)
        self.acme, self.api, self.worker = self.cast.acme, self.cast.api, Worker()
        if is_charged:
            rate_entries.schedule(
                self.acme,
                source_currency="USD",
                fixed_fee=fixed,
                variable_rate=f"0.0{share:02}",
                rate_multiplier=f"{margin / 1000:.3f}",
            )
        if own is not None:
            amount, least, rate = own
            for code in ("USD", "MXN"):
                own_fees.allow(self.acme, code, fixed=90, share="0.09")
            configs = (own_fees.config(code, fixed=amount, share=rate / 1000, minimum=least) for code in ("USD", "MXN"))
            own_fees.configure(self.api, *configs)
        self.customers, self.accounts = self.cast.customers, self.cast.accounts
        self.targets, self.sources = self.cast.targets, self.cast.sources
        self.now = 0
        self.fundings = list(self.cast.fundings)
        self.made: list[Quote] = []
        self.closed: set[str] = set()

    @rule(holder=holders, currency=currencies, amount=st.integers(1, 10**9) | st.integers(1, 10**11))
    def fund(self, holder: str, currency: str, amount: int) -> None:
        account = self.accounts[holder, currency]
        self.api.fund(account, amount)
        self.fundings.append((account, currency, amount))

    @rule(
        target=quotes,
        holder=holders,
        currency=currencies,
        to=st.tuples(st.sampled_from(["alice", "carol", "dave", "platform"]), currencies) | st.sampled_from(_PAID_TO),
        side=sides,
        amount=amounts,
        at_once=st.booleans(),
    )
    def ask_from_an_internal_account(self, holder: str, currency: str, **asked: Any) -> Any:
        account = self.accounts[holder, currency]
        return self._ask(account, {"source_account": account}, **asked)

    @rule(
        target=quotes,
        suffix=st.sampled_from(_COLLECTED_FROM),
        to=st.tuples(st.just("dave"), currencies) | st.sampled_from(_PAID_TO),
        side=sides,
        amount=amounts,
        at_once=st.booleans(),
    )
    def ask_from_a_bank_account(self, suffix: str, **asked: Any) -> Any:
        return self._ask(self.sources[suffix], {"collected_from": suffix}, **asked)

    @rule(
        target=quotes,
        holder=holders,
        currency=st.sampled_from(["USD", "MXN", "BTC"]),
        to=st.tuples(st.sampled_from(["carol", "dave", "platform"]), currencies) | st.sampled_from(_PAID_TO),
        side=sides,
        amount=amounts,
        payments=st.lists(st.none() | amounts, max_size=3),
    )
    def ask_for_real_time_funding(self, holder: str, currency: str, payments: list[int | None], **asked: Any) -> Any:
        quote = self._ask(quote_requests.realtime(currency, self.customers[holder]), {}, at_once=False, **asked)
        if isinstance(quote, Quote):
            for amount in payments:
                self.send(quote, amount)
        return quote

    def _ask(self, source: Any, modelled: dict[str, str], *, to: Any, side: str, amount: int, at_once: bool) -> Any:
        destination = self.targets[to] if isinstance(to, str) else self.accounts[to]
        immediately = {"immediatelyExecute": True} if at_once else {}

        reply = quote_requests.quote(self.api, source, destination, side=side, amount=amount, **immediately)

        if destination in self.closed:
            assert quote_requests.code_of(reply) == (410, "CUSTOMER_DELETED")
            return multiple()
        if reply.status_code != 201:
            assert reply.status_code == 400, reply.content
            assert reply.json()["code"] in _REFUSALS
            return multiple()
        shown = reply.json()
        assert shown["totalSendingAmount" if side == "SENDING" else "totalReceivingAmount"] == amount
        quote = Quote(
            id=shown["id"],
            payment=shown["transactionId"],
            sending=(shown["totalSendingAmount"], shown["sendingCurrency"]["code"]),
            receiving=(shown["totalReceivingAmount"], shown["receivingCurrency"]["code"]),
            fees=shown["feesIncluded"],
            platform_fees=shown.get("platformFees", 0),
            made_at=self.now,
            source_account=modelled.get("source_account", ""),
            collected_from=modelled.get("collected_from", ""),
            destination_account="" if isinstance(to, str) else destination,
            paid_to=to if isinstance(to, str) else "",
        )
        if at_once:
            quote.execute()
        assert shown["status"] == quote.status
        self.made.append(quote)
        return quote

    @rule(quote=quotes)
    def execute(self, quote: Quote) -> None:
        held = quote_model.books(self.fundings, self.made)[quote.source_account, quote.sending[1]]

        reply = self.api.post(f"/quotes/{quote.id}/execute")

        if quote.has_run_out(self.now):
            assert quote_requests.code_of(reply) == (409, "QUOTE_EXPIRED")
        elif quote.status != "PENDING":
            assert quote_requests.code_of(reply) == (409, "QUOTE_NOT_PENDING")
        elif quote.is_realtime:
            assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
        elif quote.destination_account in self.closed:
            assert quote_requests.code_of(reply) == (410, "CUSTOMER_DELETED")
        elif quote.source_account and held < quote.sending[0]:
            assert quote_requests.code_of(reply) == (400, "INSUFFICIENT_BALANCE")
        else:
            assert reply.status_code == 200, reply.content
            quote.execute()

    @rule(quote=quotes, amount=st.none() | amounts)
    def send(self, quote: Quote, amount: int | None) -> None:
        named = {} if amount is None else {"currencyAmount": amount}

        reply = self.api.post("/sandbox/send", {"quoteId": quote.id, "currencyCode": quote.sending[1], **named})

        if not quote.is_realtime:
            assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
            return
        assert reply.status_code == 200, reply.content
        quote.fund(amount or quote.sending[0], self.now)
        assert reply.json()["status"] == quote.status

    # Whole hundreds, so that the seconds which pass between two steps decide nothing.
    @rule(seconds=st.sampled_from([100, 100, 200, 300, 400]))
    def pass_time(self, seconds: int) -> None:
        assert self.api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200
        self.now += seconds

    @rule()
    def work(self) -> None:
        self.worker.run()
        for quote in self.made:
            quote.work(self.now, self.closed)
        # It costs as much as ten steps, and what it finds stays in the journal: it is asked at the end too.
        assert check.run().faults == []

    @rule()
    def let_dave_go(self) -> None:
        own = {self.accounts["dave", currency] for currency in CURRENCIES}
        holds = any(place in own for place, _ in quote_model.books(self.fundings, self.made))

        reply = self.api.delete(f"/customers/{self.customers['dave']}")

        if self.closed:
            assert quote_requests.code_of(reply) == (410, "CUSTOMER_DELETED")
        elif holds:
            assert quote_requests.code_of(reply) == (409, "CUSTOMER_HAS_FUNDS")
        else:
            assert reply.status_code == 200
            self.closed = own

    @rule(quote=consumes(quotes))
    def forget(self, quote: Quote) -> None:
        """Turn to other quotes; this one is still watched."""
        shown = self.api.get(f"/transactions/{quote.payment}").json()
        refund = shown.get("refund")
        assert (shown["status"], shown.get("failureReason")) == (quote.status, quote.reason)
        assert (refund and (refund["status"], refund["reason"])) == quote.refund

    @invariant()
    def the_books_are_what_has_happened(self) -> None:
        rows = _query(
            """SELECT coalesce('InternalAccount:' || holder.id, account.kind), account.currency,
                      sum(CASE WHEN side = account.normal_side THEN amount ELSE -amount END)
                 FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
                 LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
                WHERE account.platform_id = %s GROUP BY 1, 2""",
            self.acme.platform.id,
        )
        found = collections.Counter({(place, currency): int(amount) for place, currency, amount in rows if amount})
        assert found == quote_model.books(self.fundings, self.made)

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        own = self.acme.platform.id
        sums = _query(
            """SELECT posting.currency, sum(CASE side WHEN 'D' THEN amount ELSE -amount END)
                 FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
                WHERE account.platform_id = %s GROUP BY 1""",
            own,
        )
        assert {amount for _, amount in sums} <= {0}
        assert not LedgerAccount.objects.filter(platform=own, balance__lt=0).exists()
        left = _query(
            """SELECT payment.id, account.kind, sum(CASE side WHEN 'C' THEN amount ELSE -amount END)
                 FROM payments_transaction payment
                 JOIN payments_journalentry entry ON entry.transaction_id = payment.id
                 JOIN payments_posting posting ON posting.entry_id = entry.id
                 JOIN payments_ledgeraccount account ON account.id = posting.account_id
                WHERE payment.platform_id = %s AND payment.next_action_at IS NULL
                  AND account.kind IN ('PAYOUT_CLEARING', 'FUNDING_CLEARING')
                GROUP BY 1, 2 HAVING sum(CASE side WHEN 'C' THEN amount ELSE -amount END) <> 0""",
            own,
        )
        assert left == []

    def teardown(self) -> None:
        """Let time pass until every payment has ended, and look once more."""
        if not hasattr(self, "made"):
            return
        for _ in range(3):
            self.pass_time(400)
            self.work()
        self.the_books_are_what_has_happened()
        self.nothing_is_made_or_lost()
        assert {quote.status for quote in self.made} <= {"COMPLETED", "FAILED", "REFUNDED", "EXPIRED"}
        for quote in self.made:
            self.forget(quote)
        report_sums.require_sums(self.api, self.acme.platform)
        balance_news.require_told()


def _query(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, list(parameters))
        return list(cursor.fetchall())


@pytest.mark.timeout(2400)
@pytest.mark.django_db(transaction=True)
def test_whatever_happens_to_quotes_the_books_say_what_has_happened(pytestconfig):
    with databases.recorded(_CAST):
        cast = Parties()
    run_state_machine_as_test(
        type("Stories", (Payments,), {"cast": cast}),
        settings=settings(
            max_examples=hooks.some_of(_STORIES, pytestconfig),
            stateful_step_count=_STEPS,
            deadline=None,
            database=None,
            # A story that fails is short enough to read; making it shorter takes minutes.
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )

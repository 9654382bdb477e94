"""Thefts that leave the books balanced: in prices, in what rails are told, in rows of files to banks, at their lines.

Some are made by whoever writes to the database, past its triggers; some by a release that was changed. Each returns the
public identifier that the check has to name.
"""

import dataclasses
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection, transaction

from banks.models import BankPayment, BankStatement, BankStatementLine
from banks.rail import collecting, formats
from banks.statements import references
from payments.deposits import deposits
from payments.models import Deposit
from payments.pricing import arithmetic, fee_schedules
from payments.pricing.fee_schedules import FeeTerms
from payments.rates import RateBook
from payments.workflow.claims import ClaimedPayment
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support.payments import scenarios
from tests.support.uma import paying

Theft = Callable[..., str]
"""Steals; returns the public identifier of the payment or deposit that the check has to name."""


@dataclasses.dataclass
class Place:
    """What a theft can reach: two customers, the worker, and all code."""

    platform: Any
    api: Any
    worker: Any
    alice: str
    monkeypatch: pytest.MonkeyPatch

    def quoted(self, *, ends: str = "789", executed: bool = True) -> str:
        """A payment from dollars to pesos, worked off."""
        paid = scenarios.quoted(ends, executed=executed)(self.api, self.alice)
        self.worker.run()
        return paid

    def sent(self) -> str:
        """A transfer of dollars, worked off."""
        paid = scenarios.transfer_out()(self.api, self.alice)
        self.worker.run()
        return paid

    def changed(self, where: object, name: str, by: Callable[..., Any]) -> None:
        """Put a function around one of the release: it gets the original and its arguments."""
        original = getattr(where, name)
        self.monkeypatch.setattr(where, name, lambda *args, **named: by(original, *args, **named))

    def told(self, **changes: Callable[[Any], Any]) -> None:
        """Have rails told something else than the payment says."""

        def instruction(original: Callable[..., Any], claimed: ClaimedPayment) -> Any:
            told = original(claimed)
            return dataclasses.replace(told, **{name: change(told) for name, change in changes.items()})

        self.changed(ClaimedPayment, "instruction", instruction)

    def to_the_bank(self, amount: int = 10_00) -> str:
        """A transfer of euros that the bank has got in a file."""
        [paid] = rail.given_out(self.api, self.worker, self.alice, amount)
        return paid

    def arrived(self, text: str = "") -> Deposit:
        """Money for Alice in a line of a statement, whose text has her reference."""
        world.send(world.camt([Entry(12_34, text=text or world.reference_of(self.api, self.alice))]))
        return Deposit.objects.get(provider_reference__startswith="BankStatementLine:")

    def somebody_elses(self, currency: str = "EUR") -> Any:
        """An internal account of another customer."""
        key = self.api.internal_account(self.api.customer("Carol Approved"), currency)
        return key.partition(":")[2]


def write(statements: str, **values: Any) -> None:
    """Write to the database past its triggers."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in statements.split(";"):
            cursor.execute(statement, values)
            assert cursor.rowcount > 0, statement


def key(public_id: str) -> str:
    return public_id.partition(":")[2]


# Prices.


def margin_is_raised(place: Place) -> None:
    def raised(original: Callable[..., Decimal], terms: FeeTerms, mid_rate: Decimal) -> Decimal:
        return arithmetic.round_rate(Fraction(original(terms, mid_rate)) * Fraction(101, 100))

    place.changed(FeeTerms, "exchange_rate", raised)


def margin_raised(place: Place) -> str:
    margin_is_raised(place)
    return place.quoted()


def mid_rate_raised(place: Place) -> str:
    place.changed(RateBook, "rate", lambda original, book, *pair: original(book, *pair) * Decimal("1.01"))
    return place.quoted()


def fee_raised(place: Place) -> str:
    def dearer(original: Callable[..., FeeTerms], *read: Any, **asked: Any) -> FeeTerms:
        terms = original(*read, **asked)
        return dataclasses.replace(terms, fees=dataclasses.replace(terms.fees, fixed=terms.fees.fixed + 1))

    place.changed(fee_schedules, "stated", dearer)
    return place.quoted()


def one_unit_kept_of_what_is_received(place: Place) -> str:
    def less(original: Callable[..., arithmetic.Price], **asked: Any) -> arithmetic.Price:
        price = original(**asked)
        return dataclasses.replace(price, receiving=price.receiving - 1)

    place.changed(arithmetic, "price", less)
    return place.quoted()


def schedule_of_nobody_charged(place: Place) -> str:
    place.changed(fee_schedules, "stated", lambda *_, **__: FeeTerms())
    return place.quoted()


def rate_rewritten(place: Place) -> str:
    paid = place.quoted()
    write(
        "UPDATE payments_quote SET exchange_rate = exchange_rate * 1.01 WHERE transaction_id = %(paid)s;"
        "UPDATE payments_transaction SET exchange_rate = exchange_rate * 1.01 WHERE id = %(paid)s",
        paid=key(paid),
    )
    return paid


def amount_lowered_before_it_is_executed(place: Place) -> str:
    paid = place.quoted(executed=False)
    write(
        "UPDATE payments_quote SET total_receiving = total_receiving - 5 WHERE transaction_id = %(paid)s;"
        "UPDATE payments_transaction SET received_amount = received_amount - 5 WHERE id = %(paid)s",
        paid=key(paid),
    )
    quote = scenarios.payment_of(paid).quote_id
    assert place.api.post(f"/quotes/Quote:{quote}/execute").status_code == 200
    place.worker.run()
    return paid


def margin_raised_on_a_payment_by_uma(place: Place) -> str:
    account = place.api.internal_account(place.alice)
    place.api.fund(account, 200_00)
    margin_is_raised(place)
    paid = paying.Paying(place.api, place.alice, account, place.worker).pay(paying.sandbox("success.eur"))
    return str(paid["id"])


def margin_raised_on_money_that_comes_by_uma(place: Place) -> str:
    margin_is_raised(place)
    asked: dict[str, Any] = {"senderUmaAddress": paying.sandbox("success.usd"), "customerId": place.alice}
    asked |= {"receivingCurrencyCode": "USD", "receivingCurrencyAmount": 25_00}
    return str(place.api.post("/sandbox/uma/receive", asked).json()["id"])


# What a rail is told.


def one_unit_less_for_a_payout(place: Place) -> str:
    place.told(amount=lambda told: told.amount - 1)
    return place.quoted()


def one_unit_less_for_a_transfer(place: Place) -> str:
    place.told(amount=lambda told: told.amount - 1)
    return place.sent()


def one_unit_less_for_a_refund(place: Place) -> str:
    place.told(amount=lambda told: told.amount - 1)
    paid = scenarios.funded(70_00)(place.api, place.alice)
    place.worker.run()
    return paid


def told_another_currency(place: Place) -> str:
    place.told(currency=lambda _: "JPY")
    return place.sent()


def told_another_account(place: Place) -> str:
    place.told(
        primary_identifier=lambda _: "000999888777",
        account_info=lambda told: told.account_info | {"accountNumber": "000999888777"},
    )
    return place.sent()


def account_exchanged_before_it_is_sent(place: Place) -> str:
    paid = scenarios.transfer_out()(place.api, place.alice)
    other = scenarios.payment_of(scenarios.transfer_out("456")(place.api, place.alice)).external_account_id
    write(
        "UPDATE payments_transaction SET external_account_id = %(other)s WHERE id = %(paid)s",
        other=other,
        paid=key(paid),
    )
    place.worker.run()
    return paid


def account_exchanged_while_it_is_sent(place: Place) -> str:
    paid = scenarios.transfer_out()(place.api, place.alice)
    own = scenarios.payment_of(paid).external_account_id
    other = scenarios.payment_of(scenarios.transfer_out("456")(place.api, place.alice)).external_account_id
    exchange = "UPDATE payments_transaction SET external_account_id = %(account)s WHERE id = %(paid)s"
    write(exchange, account=other, paid=key(paid))
    place.worker.run()
    write(exchange, account=own, paid=key(paid))
    return paid


# What a bank is told.


def one_unit_less_in_the_file(place: Place) -> str:
    place.changed(
        collecting,
        "new_row",
        lambda original, told, **rest: original(dataclasses.replace(told, amount=told.amount - 1), **rest),
    )
    return place.to_the_bank()


def one_unit_less_and_the_rest_to_another(place: Place) -> str:
    paid = place.to_the_bank()
    write(
        "UPDATE payments_bankpayment SET amount = amount - 1 WHERE movement = %(paid)s;"
        "INSERT INTO payments_bankpayment (id, platform_id, movement, leg, direction, end_to_end_id, connection_name,"
        " batch_id, amount, currency, content, state, reason, bank_code, failure_reason, taken_at)"
        " SELECT gen_random_uuid(), platform_id, gen_random_uuid(), leg, direction, 'THEREST00000000', connection_name,"
        " batch_id, 1, currency, content, state, reason, bank_code, failure_reason, taken_at"
        " FROM payments_bankpayment WHERE movement = %(paid)s",
        paid=key(paid),
    )
    return paid


def only_the_rest_to_another(place: Place) -> str:
    one_unit_less_and_the_rest_to_another(place)
    write("UPDATE payments_bankpayment SET amount = amount + 1 WHERE end_to_end_id <> 'THEREST00000000'")
    return BankPayment.objects.get(end_to_end_id="THEREST00000000").public_id


def another_account_in_the_file(place: Place) -> str:
    def content(original: Callable[..., Any], info: Any, **fields: Any) -> Any:
        return original(info, **fields) | {"number": rail.iban("999")}

    place.changed(formats, "content_of", content)
    return place.to_the_bank()


def account_in_the_row_rewritten(place: Place) -> str:
    paid = place.to_the_bank()
    row = rail.row_of(paid)
    row.content = row.content | {"number": rail.iban("999")}
    row.save(update_fields=["content"])
    return paid


def paid_by_the_bank_and_called_failed(place: Place) -> str:
    paid = place.to_the_bank()
    write("UPDATE payments_bankpayment SET state = 'REJECTED' WHERE movement = %(paid)s", paid=key(paid))
    write("UPDATE payments_transaction SET next_action_at = now() WHERE id = %(paid)s", paid=key(paid))
    place.worker.run()
    assert rail.payment_of(paid).status == "REJECTED"
    write("UPDATE payments_bankpayment SET state = 'SETTLED' WHERE movement = %(paid)s", paid=key(paid))
    return paid


# Lines of statements.

_LESS = """
UPDATE payments_posting SET amount = amount - 1 WHERE entry_id = %(entry)s;
UPDATE payments_ledgeraccount SET balance = balance - 1
 WHERE id = (SELECT ledger_account_id FROM payments_internalaccount WHERE id = %(account)s);
UPDATE payments_deposit SET amount = amount - 1 WHERE id = %(deposit)s
"""
_MOVED = """
UPDATE payments_posting SET account_id = (SELECT ledger_account_id FROM payments_internalaccount WHERE id = %(other)s)
 WHERE entry_id = %(entry)s AND side = 'C';
UPDATE payments_ledgeraccount SET balance = balance - 1234
 WHERE id = (SELECT ledger_account_id FROM payments_internalaccount WHERE id = %(account)s);
UPDATE payments_ledgeraccount SET balance = balance + 1234
 WHERE id = (SELECT ledger_account_id FROM payments_internalaccount WHERE id = %(other)s);
UPDATE payments_deposit SET internal_account_id = %(other)s WHERE id = %(deposit)s
"""


def deposit_less_than_its_line(place: Place) -> str:
    made = place.arrived()
    write(_LESS, entry=made.entry_id, account=made.internal_account_id, deposit=made.pk)
    return made.public_id


def line_credited_with_one_unit_less(place: Place) -> str:
    place.changed(deposits, "receive", lambda original, *, amount, **told: original(amount=amount - 1, **told))
    return place.arrived().public_id


def deposit_moved_to_another_account(place: Place) -> str:
    made = place.arrived()
    values = {"entry": made.entry_id, "account": made.internal_account_id, "deposit": made.pk}
    write(_MOVED, other=place.somebody_elses(), **values)
    return made.public_id


def line_credited_to_another_account(place: Place) -> str:
    text = world.reference_of(place.api, place.alice)
    account = f"InternalAccount:{place.somebody_elses()}"

    def find(original: Callable[..., Any], bank: Any, rows: Any) -> Any:
        return {row: [one._replace(name=account) for one in named] for row, named in original(bank, rows).items()}

    place.changed(references, "find", find)
    return place.arrived(text).public_id


def decision_about_a_line_deleted(place: Place) -> str:
    made = place.arrived()
    write("DELETE FROM payments_bankmatch WHERE subject = %(subject)s", subject=made.public_id)
    return made.public_id


def line_rewritten(place: Place) -> str:
    paid = place.to_the_bank()
    world.send(world.camt([Entry(-10_00, world.id_of(paid))]))
    place.worker.run()
    write("UPDATE payments_bankstatementline SET amount = amount + 1")
    return paid


def line_deleted(place: Place) -> str:
    place.arrived()
    write("DELETE FROM payments_bankmatch; DELETE FROM payments_bankstatementline; DELETE FROM payments_deposit")
    return BankStatement.objects.get().public_id


def balance_of_a_statement_rewritten(place: Place) -> str:
    place.arrived()
    write("UPDATE payments_bankstatement SET closing = closing - 1")
    return BankStatement.objects.get().public_id


def two_lines_taken_for_one_payment(place: Place) -> str:
    paid = place.to_the_bank()
    world.send(world.camt([Entry(-10_00, world.id_of(paid))]))
    world.send(world.camt([Entry(-10_00, text="bread", reference="B-9")], number=2, opening=990_00))
    place.worker.run()
    write(
        "INSERT INTO payments_bankmatch (id, line_id, number, kind, subject, platform_id, amount, currency, is_credit,"
        " rule, decided_by, reason, at) SELECT gen_random_uuid(), %(line)s, 1, kind, subject, platform_id, amount,"
        " currency, is_credit, rule, decided_by, reason, at FROM payments_bankmatch",
        line=BankStatementLine.objects.latest("id").pk,
    )
    return paid


# What a payment shows.


def refund_shown_that_is_in_suspense(place: Place) -> str:
    paid = place.quoted(ends="007")
    write(
        """UPDATE payments_transaction SET refund = refund || '{"status": "COMPLETED"}' WHERE id = %(paid)s""",
        paid=key(paid),
    )
    return paid


def time_of_settlement_removed(place: Place) -> str:
    paid = place.sent()
    write("UPDATE payments_transaction SET settled_at = NULL WHERE id = %(paid)s", paid=key(paid))
    return paid

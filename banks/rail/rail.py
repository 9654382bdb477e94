"""The adapter of the rail's port, the choice between it and the rail of the settings, and what the workflow asks of it.

They stand here, and not in `payments.providers`, because they read and write rows of our own.
"""

import datetime as dt
import uuid
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from banks.models import GIVEN_OUT, NOT_COLLECTED, BankPayment, BankPaymentState
from banks.rail import collecting, formats, routes
from payments import steps
from payments.models import Transaction
from payments.providers.base import Instruction, Leg, Rail, RailOutcome, Verdict
from payments.workflow import own_rails
from platforms.base import errors

_ASK_AGAIN = dt.timedelta(hours=1)
"""An answer of the bank makes a payment due at once. This pause is for an answer during a worker's question."""
_END_OF_DAY = dt.time(23, 59, 59)
_ASK_WAITING_AGAIN = dt.timedelta(minutes=5)
_CARRIED_OUT = {BankPaymentState.SETTLED, BankPaymentState.RETURNED}


class AtTheBank(errors.DomainError):
    """The payment is in a file that was released for a bank."""

    code = "INVALID_INPUT"
    message = "The payment is in a file for the bank: what the bank answers decides."


class BankHasAnswered(errors.DomainError):
    """The bank has carried the payment out, or has sent its money back afterwards; no worker has recorded it yet."""

    code = "INVALID_INPUT"
    message = (
        "The bank has already carried this payment out, so it can't be ended by hand. A worker records what the bank "
        "said: at once, or as soon as no account of the payment is held."
    )


IS_RETURNED = Exists(BankPayment.objects.filter(movement=OuterRef("pk"), state=BankPaymentState.RETURNED))
"""Whether a bank has returned a payment: a condition in a query of payments."""


class ChosenRail:
    """Hands each instruction to the bank connection of its route, else to the rail of the settings."""

    def __init__(self, settings_rail: Rail, environment: str) -> None:
        """Keep the rail of the settings, and the environment of the platforms."""
        self._settings_rail, self._environment = settings_rail, environment

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Hand a payment to its rail; one refused by it for good fails, and is refunded by the workflow."""
        name = routes.connection_for(instruction, self._environment)
        if name:
            with transaction.atomic(durable=True):
                return _outcome(collecting.take(instruction=instruction, connection_name=name))
        return self._settings_rail.submit(instruction)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Ask the same rail for the state of a submitted payment; one by file without a batch is tried again."""
        name = routes.connection_for(instruction, self._environment)
        if name:
            with transaction.atomic(durable=True):
                return _outcome(collecting.take(instruction=instruction, connection_name=name))
        return self._settings_rail.status(instruction, provider_reference)


def _outcome(payment: BankPayment) -> RailOutcome:
    """Return the state of a payment by file, which the import of a bank's answers has written."""
    reference, state = payment.end_to_end_id, BankPaymentState(payment.state)
    if state is BankPaymentState.SETTLED:
        return RailOutcome(Verdict.SETTLED, provider_reference=reference)
    if state in _ENDS:
        return RailOutcome(_ENDS[state], failure_reason=payment.failure_reason or None, provider_reference=reference)
    after = _ASK_WAITING_AGAIN if state is BankPaymentState.WAITING else _ASK_AGAIN
    batch = payment.batch
    return RailOutcome(
        Verdict.PENDING,
        ask_again_after=after,
        provider_reference=reference,
        payment_rail=formats.FORMATS[batch.format].rail if batch else "",
        expected_at=dt.datetime.combine(batch.value_date, _END_OF_DAY, dt.UTC) if batch else None,
    )


_ENDS = {
    BankPaymentState.REFUSED: Verdict.FAILED,
    BankPaymentState.CANCELLED: Verdict.FAILED,
    BankPaymentState.REJECTED: Verdict.REJECTED,
    BankPaymentState.RETURNED: Verdict.RETURNED,
}


class BankFiles:
    """The rail that pays by files."""

    why_waits = """(
    SELECT by_file.connection_name || ' since ' || to_char(by_file.taken_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
           || ' UTC: ' || by_file.reason
      FROM payments_bankpayment by_file
     WHERE by_file.movement = payment.id AND by_file.leg = 'REFUND' AND by_file.state = 'WAITING')
"""

    def in_front_of(self, rail: Rail, environment: str) -> Rail:
        """Return a rail that takes what has a route to a bank, and hands everything else to `rail`."""
        return ChosenRail(rail, environment)

    def lock(self, transaction_id: uuid.UUID) -> None:
        """Lock the payments in files given out that the bank rejects after it had accepted them, in their order."""
        rows = _contradicted(transaction_id).select_for_update(of=("self",)).order_by("id")
        list(rows.values_list("id"))

    def require_endable(self, payment: Transaction) -> None:
        """Raise AtTheBank for a payment in a file for the bank, BankHasAnswered for one that the bank has carried out.

        One in a file may pass that the bank rejects after it had accepted it: staff have asked. A bank carries out only
        what was given to it, so an answer that comes meanwhile changes no payment that passes.
        """
        given = _by_file(payment)
        if given is None:
            return
        if given.state in _CARRIED_OUT:
            raise BankHasAnswered
        is_given_out = given.batch is not None and given.batch.state in GIVEN_OUT
        if given.state == BankPaymentState.BATCHED and is_given_out and not given.reason:
            raise AtTheBank

    def end_by_hand(self, payment: Transaction, failure_reason: str) -> None:
        """Note that staff end a payment, also one that the bank contradicts; raises as `require_endable`."""
        # After the payment is locked: a release locks it too, before it gives the batch out.
        self.require_endable(payment)
        # A line that carries the payment out in spite of all meets a rejected one, and waits for people.
        contradicted = _contradicted(payment.id)
        contradicted.update(state=BankPaymentState.REJECTED, failure_reason=failure_reason, reason="")

    def keeps(self, payment: Transaction) -> bool:
        """Tell whether a payment waits, or is in a batch of which no file was made."""
        given = _by_file(payment)
        if given is None or given.state not in {BankPaymentState.WAITING, BankPaymentState.BATCHED}:
            return False
        return given.batch is None or given.batch.state not in GIVEN_OUT

    def has_taken_back(self, transaction_id: uuid.UUID) -> bool:
        """Tell whether the payer's bank has taken back, or never given, the money collected for a payment."""
        collections = BankPayment.objects.filter(movement=transaction_id, leg=Leg.COLLECTION)
        return collections.filter(state__in=NOT_COLLECTED).exists()

    def notes(self, payment: Transaction) -> Mapping[str, str]:
        """Return where a payment by file is, and the bank's answer."""
        given = _by_file(payment)
        if given is None:
            return {}
        batch = f", in {given.batch.public_id} ({given.batch.state})" if given.batch else ""
        answer = ", ".join(filter(None, (given.bank_code, given.reason)))
        return {"By file": f"{given.state}{batch}{f': {answer}' if answer else ''}"}


def _by_file(payment: Transaction) -> BankPayment | None:
    """Return the movement of the due step by file, with its batch, if there is one."""
    rows = BankPayment.objects.select_related("batch").defer("content")
    row: BankPayment | None = rows.filter(movement=payment.id, leg=steps.step_of(payment.next_action).leg).first()
    return row


def _contradicted(transaction_id: uuid.UUID) -> QuerySet[BankPayment]:
    """Return the payments given out that the bank rejects after it had accepted them."""
    rows: QuerySet[BankPayment] = BankPayment.objects.filter(
        movement=transaction_id, state=BankPaymentState.BATCHED, batch__state__in=GIVEN_OUT
    )
    return rows.exclude(reason="")


own_rails.register(BankFiles())

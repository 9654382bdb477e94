"""POST /transfer-in and /transfer-out."""

from collections.abc import Sequence
from typing import Any

from payments import representations
from payments.operations import transfers
from platforms.kit import identifiers, money, questions
from platforms.models import Permission
from platforms.rest.fields import AmountField, Body, TextField
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply


class _Reference(Body):
    accountId = TextField(max_length=64)

    class Meta:
        ref_name = "AccountReference"


class TransferBody(Body):
    """A transfer between an internal and an external account of one currency."""

    source = _Reference()  # type: ignore[assignment]
    destination = _Reference()
    amount = AmountField(min_value=1)

    class Meta:
        ref_name = "TransferRequest"


def _read(call: Call) -> tuple[str, str, int]:
    """Return source, destination and amount. A body as it should be is taken as it is; any other gets its errors."""
    match call.body:
        case {
            "source": {"accountId": str(source)},
            "destination": {"accountId": str(destination)},
            "amount": amount,
        } if type(amount) is int and 0 < amount <= money.MAX_AMOUNT and source and destination:
            return source, destination, amount
    wanted = call.read_body(TransferBody)
    return wanted["source"]["accountId"], wanted["destination"]["accountId"], wanted["amount"]


class _Transfer(CommandView):
    permission = Permission.TRANSACT
    moves_money = True


class TransferIn(_Transfer):
    """Collect money from an external account."""

    @operation(
        "createTransferIn",
        summary="Pull money from an external into an internal account",
        request=TransferBody,
        response=representations.TRANSACTION_SCHEMA,
        status=201,
        errors_too=(404, 410),
    )
    def post(self, call: Call) -> Reply:
        """Begin the transfer; the reply shows it CREATED."""
        source, destination, amount = _read(call)
        payment = transfers.transfer_in(
            platform_id=call.caller.platform_id,
            source_id=identifiers.parse("ExternalAccount", source),
            destination_id=identifiers.parse("InternalAccount", destination),
            amount=amount,
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.transaction(payment), 201)


class TransferOut(_Transfer):
    """Send money to an external account."""

    in_one_statement = True

    @operation(
        "createTransferOut",
        summary="Push money from an internal to an external account",
        request=TransferBody,
        response=representations.TRANSACTION_SCHEMA,
        status=201,
        errors_too=(404, 410),
    )
    def post(self, call: Call, *, facts: Sequence[Any]) -> Reply:
        """Debit the source and begin the transfer; the reply shows it PENDING."""
        _, _, amount = _read(call)
        shown = transfers.transfer_out(
            platform_id=call.caller.platform_id, facts=facts, amount=amount, actor=call.actor, now=call.now
        )
        return Reply(shown, 201)

    def question(self, call: Call, **path: str) -> questions.Question:
        """Ask about both accounts."""
        source, destination, _ = _read(call)
        return transfers.question(
            platform_id=call.caller.platform_id,
            internal_id=identifiers.parse("InternalAccount", source),
            external_id=identifiers.parse("ExternalAccount", destination),
        )

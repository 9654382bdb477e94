"""POST /transfer-in and /transfer-out."""

from payments import representations
from payments.operations import transfers
from platforms.kit import identifiers
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
        wanted = call.read_body(TransferBody)
        payment = transfers.transfer_in(
            platform_id=call.caller.platform_id,
            source_id=identifiers.parse("ExternalAccount", wanted["source"]["accountId"]),
            destination_id=identifiers.parse("InternalAccount", wanted["destination"]["accountId"]),
            amount=wanted["amount"],
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
    def post(self, call: Call) -> Reply:
        """Debit the source and begin the transfer; the reply shows it PENDING."""
        wanted = call.read_body(TransferBody)
        payment = transfers.transfer_out(
            platform_id=call.caller.platform_id,
            source_id=identifiers.parse("InternalAccount", wanted["source"]["accountId"]),
            destination_id=identifiers.parse("ExternalAccount", wanted["destination"]["accountId"]),
            amount=wanted["amount"],
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.transaction(payment), 201)

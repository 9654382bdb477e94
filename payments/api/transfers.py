"""POST /transfer-in and /transfer-out."""

from typing import NamedTuple

from drf_spectacular.utils import extend_schema_serializer

from payments import representations
from payments.ledger import journal
from payments.operations import transfers
from platforms.kit import identifiers, money
from platforms.models import Permission
from platforms.rest import batched
from platforms.rest.fields import AmountField, Body, CurrencyField, IdField
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply
from webhooks import events

_SAME_CURRENCY = "May be left out: the transfer is in the currency of the accounts, and another one is refused."


@extend_schema_serializer(component_name="AccountReference")
class _Reference(Body):
    accountId = IdField()
    currency = CurrencyField(required=False, help_text=_SAME_CURRENCY)


@extend_schema_serializer(component_name="TransferRequest")
class TransferBody(Body):
    """A transfer between an internal and an external account of one currency."""

    source = _Reference()  # type: ignore[assignment]
    destination = _Reference()
    amount = AmountField(min_value=1)
    currency = CurrencyField(required=False, help_text=_SAME_CURRENCY)


class _Wanted(NamedTuple):
    source: str
    destination: str
    amount: int
    currencies: frozenset[str] = frozenset()
    """As far as the body names any."""


def _read(call: Call) -> _Wanted:
    """Return what is wanted. A body without a doubt is taken as it is; any other is read field by field."""
    match call.body:
        case {
            "source": {"accountId": str(source), **of_source},
            "destination": {"accountId": str(destination), **of_destination},
            "amount": amount,
            **others,
        } if (
            type(amount) is int
            and 0 < amount <= money.MAX_AMOUNT
            and f"{source}{destination}".isprintable()
            and source
            and destination
            and "currency" not in (*of_source, *of_destination, *others)
        ):
            return _Wanted(source, destination, amount)
    wanted = call.read_body(TransferBody)
    sides = wanted["source"], wanted["destination"], wanted
    return _Wanted(
        wanted["source"]["accountId"],
        wanted["destination"]["accountId"],
        wanted["amount"],
        frozenset(side["currency"] for side in sides if "currency" in side),
    )


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
        """Begin the transfer; the reply shows it CREATED. The customers of both accounts must be approved."""
        wanted = _read(call)
        payment = transfers.transfer_in(
            platform_id=call.caller.platform_id,
            source_id=identifiers.parse("ExternalAccount", wanted.source),
            destination_id=identifiers.parse("InternalAccount", wanted.destination),
            amount=wanted.amount,
            currencies=wanted.currencies,
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.transaction(payment), 201)


class TransferOut(_Transfer):
    """Send money to an external account."""

    statements = batched.Statements(
        asked=transfers.ASKED,
        read=transfers.LOAD,
        facts=transfers.Facts,
        written=transfers.WRITTEN,
        write=transfers.WRITE,
        moves_money=True,
        refusal=journal.refusal,
        rings=(transfers.ADVANCE_TASK, events.DELIVER_TASK),
    )

    @operation(
        "createTransferOut",
        summary="Push money from an internal to an external account",
        request=TransferBody,
        response=representations.TRANSACTION_SCHEMA,
        status=201,
        errors_too=(404, 410),
    )
    def post(self, call: Call, *, facts: transfers.Facts) -> Reply:
        """Debit the source and begin the transfer; the reply shows it PENDING. Payer and payee must be approved."""
        wanted = _read(call)
        shown, row = transfers.transfer_out(
            facts=facts,
            platform_id=call.caller.platform_id,
            amount=wanted.amount,
            currencies=wanted.currencies,
            actor=call.actor,
            now=call.now,
        )
        return Reply(shown, 201, row)

    def ask(self, call: Call, **path: str) -> batched.Row:
        """Ask about both accounts."""
        wanted = _read(call)
        return {
            "internal": identifiers.parse("InternalAccount", wanted.source),
            "external": identifiers.parse("ExternalAccount", wanted.destination),
        }

"""POST /transfer-in and /transfer-out."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema_serializer

from payments import dry_runs, due, representations
from payments.accounts.external_accounts import ExternalAccountNotFound
from payments.accounts.internal_accounts import InternalAccountNotFound
from payments.api.fields.remittance import RemittanceField
from payments.transfers import transfers
from payments.transfers.client_fields import ClientFields
from platforms.base import errors, identifiers, money
from platforms.http import batched
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import AmountField, Body, CurrencyField, IdField
from platforms.http.metadata import MetadataField
from platforms.models import Permission
from webhooks.outbox import events

_SAME_CURRENCY = "The currency of the accounts. May be left out; another one is refused."


@extend_schema_serializer(component_name="AccountReference")
class _Reference(Body):
    """One side of a transfer."""

    accountId = IdField(help_text="The account: one side is an internal, the other an external one.")
    currency = CurrencyField(required=False, help_text=_SAME_CURRENCY)


@extend_schema_serializer(component_name="TransferRequest")
class TransferBody(Body):
    """A transfer between an internal and an external account of one currency."""

    source = _Reference(help_text="Where the money comes from.")  # type: ignore[assignment]
    destination = _Reference(help_text="Where it goes.")
    amount = AmountField(
        min_value=1,
        help_text=(
            "How much moves, in the smallest unit of the accounts' currency, within `minAmount` and"
            " `maxAmount` of the configuration."
        ),
    )
    currency = CurrencyField(required=False, help_text=_SAME_CURRENCY)
    metadata = MetadataField()
    remittanceInformation = RemittanceField()

    def run_validation(self, data: Any = None) -> Any:
        """Take the fields of a body without a doubt as they are; read any other body field by field."""
        match data:
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
                and _SIDE.isdisjoint((*of_source, *of_destination))
                and self._declared_fields.keys().isdisjoint(others)
            ):
                return {"source": {"accountId": source}, "destination": {"accountId": destination}, "amount": amount}
        return super().run_validation(data)


_SIDE = frozenset(_Reference().fields)


def currencies(body: Json) -> frozenset[str]:
    """Return the currencies that a body names."""
    return frozenset(part["currency"] for part in (body, body["source"], body["destination"]) if "currency" in part)


def client_fields(body: Json) -> ClientFields:
    """Return what a body says beside the money."""
    return ClientFields(body.get("metadata"), body.get("remittanceInformation"))


def internal_key(body: Json, side: str) -> uuid.UUID | None:
    """Return the key of the internal account on one side of a transfer; raises InternalAccountNotFound for another id.

    A well-formed id that nobody has is refused later.
    """
    return _key(body, side, InternalAccountNotFound, "InternalAccount")


def external_key(body: Json, side: str) -> uuid.UUID | None:
    """Return the key of the external account, as `internal_key` does; raises ExternalAccountNotFound."""
    return _key(body, side, ExternalAccountNotFound, "ExternalAccount")


def _key(body: Json, side: str, refusal: type[errors.NotFound], kind: str) -> uuid.UUID | None:
    """Return the key of an account of a kind; raises its refusal for an id of another type, saying which it is."""
    text = body[side]["accountId"]
    key = identifiers.parse(kind, text)
    if key is not None or not identifiers.is_one(text):
        return key
    given = {other: body[other]["accountId"].partition(":")[0] for other in ("source", "destination")}
    way = _OTHER_WAYS.get((given["source"], given["destination"]), "")
    raise refusal(
        f"{side}.accountId must be an id that begins with {kind}:, and this one begins with {given[side]}:.{way}",
        field=f"{side}.accountId",
        expected=f"{kind}:<uuid>",
    )


_OTHER_WAYS = {
    ("InternalAccount", "InternalAccount"): " Between internal accounts money moves by a quote: POST /quotes.",
    ("ExternalAccount", "ExternalAccount"): " Between external accounts money moves by a quote: POST /quotes.",
    ("ExternalAccount", "InternalAccount"): " From an external to an internal account it is POST /transfer-in.",
    ("InternalAccount", "ExternalAccount"): " From an internal to an external account it is POST /transfer-out.",
}
"""What to do instead, by the types of source and destination."""


@Endpoint(
    "POST",
    "transfer-in",
    Permission.TRANSACT,
    body=TransferBody,
    response=representations.TRANSACTION_SCHEMA,
    status=201,
    moves_money=True,
    dry_run=dry_runs.of_unmade(dry_runs.unmade_transfer, dry_runs.TransferInDryRun),
    errors=(
        "INTERNAL_ACCOUNT_NOT_FOUND",
        "EXTERNAL_ACCOUNT_NOT_FOUND",
        "CUSTOMER_DELETED",
        "USER_NOT_READY",
        "INVALID_CURRENCY",
        "INVALID_BANK_ACCOUNT",
        "CURRENCY_MISMATCH",
        "AMOUNT_OUT_OF_RANGE",
        "PULL_NOT_SUPPORTED",
    ),
)
def create_transfer_in(call: Call) -> Json:
    """Pull money from an external into an internal account.

    Begin the transfer; the reply shows it CREATED. The customers of both accounts must be approved. The account's type
    must allow that money is collected from it.

    Returns:
        The transaction.
    """
    payment = transfers.transfer_in(
        source_id=external_key(call.body, "source"),
        destination_id=internal_key(call.body, "destination"),
        amount=call.body["amount"],
        currencies=currencies(call.body),
        fields=client_fields(call.body),
        **call.by,
    )
    return representations.transaction(payment)


def _accounts(call: Call) -> batched.Row:
    """Ask about both accounts."""
    return {
        "internal": internal_key(call.body, "source"),
        "external": external_key(call.body, "destination"),
    }


@Endpoint(
    "POST",
    "transfer-out",
    Permission.TRANSACT,
    body=TransferBody,
    response=representations.TRANSACTION_SCHEMA,
    status=201,
    statements=batched.Statements(
        asked=transfers.ASKED,
        read=transfers.LOAD,
        facts=transfers.Facts,
        written=transfers.WRITTEN,
        write=transfers.WRITE,
        moves_money=True,
        refusal=transfers.refusal,
        wakes=(due.ADVANCE_TASK, events.DELIVER_TASK),
    ),
    ask=_accounts,
    dry_run=dry_runs.of_unmade(dry_runs.unmade_transfer, dry_runs.TransferOutDryRun),
    errors=(
        "INTERNAL_ACCOUNT_NOT_FOUND",
        "EXTERNAL_ACCOUNT_NOT_FOUND",
        "CUSTOMER_DELETED",
        "USER_NOT_READY",
        "INVALID_CURRENCY",
        "INVALID_BANK_ACCOUNT",
        "CURRENCY_MISMATCH",
        "AMOUNT_OUT_OF_RANGE",
        "INSUFFICIENT_BALANCE",
        "VELOCITY_LIMIT_EXCEEDED",
    ),
)
def create_transfer_out(call: Call, *, facts: transfers.Facts) -> tuple[bytes, batched.Row]:
    """Push money from an internal to an external account.

    Debit the source and begin the transfer; the reply shows it PENDING. Payer and payee must be approved, and the
    `spendingLimits` of the token must allow the payment.

    Returns:
        The transaction.
    """
    return transfers.transfer_out(
        facts=facts,
        environment=call.caller.environment,
        amount=call.body["amount"],
        currencies=currencies(call.body),
        fields=client_fields(call.body),
        **call.by,
    )

"""POST /transfers/batch."""

from collections.abc import Iterator
from typing import Any

import orjson
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from payments import dry_runs, representations
from payments.api import transfers as single
from payments.transfers import batches
from platforms.base import errors
from platforms.http import errors as rest_errors
from platforms.http import rate_limit, requests
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, ChoiceField
from platforms.http.representation import Ready
from platforms.models import Permission

_OUT, _IN, _ALL = "OUT", "IN", "ALL"


@extend_schema_serializer(component_name="BatchTransferRequest")
class _Item(single.TransferBody):
    """A transfer of a batch."""

    type = ChoiceField(
        choices=[_OUT, _IN],
        help_text="`OUT`: to an external account, as `POST /transfer-out`. `IN`: from one, as `POST /transfer-in`.",
    )

    def run_validation(self, data: Any = None) -> Any:
        """Take the body of the single endpoint and the type; raises all wrong fields at once."""
        kind = data.get("type") if isinstance(data, dict) else None
        if isinstance(kind, str) and kind in {_OUT, _IN}:
            others = {name: value for name, value in data.items() if name != "type"}
            return {"type": kind, **_SINGLE.run_validation(others)}
        return super(single.TransferBody, self).run_validation(data)


_SINGLE, _ITEM = single.TransferBody(), _Item()


@extend_schema_field(_Item(many=True))
class _Items(serializers.ListField):
    """The transfers as they were sent: each is validated by itself, and refused alone."""

    known = _ITEM
    """What is declared of each of them."""


@extend_schema_serializer(component_name="TransferBatchRequest")
class BatchBody(Body):
    """Transfers to be made under one idempotency key."""

    mode = ChoiceField(
        choices=["EACH", _ALL],
        help_text="`EACH`: each transfer is made or refused by itself. `ALL`: all are made, or none.",
    )
    transfers = _Items(
        min_length=1,
        max_length=batches.MOST_TRANSFERS,
        help_text="In the order in which they take from balances and limits.",
    )


@extend_schema_serializer(component_name="TransferRefusal")
class _Refusal(serializers.Serializer[Any]):
    """Why a transfer of a batch was not made: what its own endpoint answers."""

    status = serializers.IntegerField(help_text="HTTP status of the refusal.")
    code = serializers.CharField(help_text="Which refusal it is, as in the errors of all endpoints.")
    message = serializers.CharField(help_text="What is wrong, for developers.")
    details = serializers.DictField(
        help_text="More about it, such as wrong fields in `errors`: their paths begin at the transfer."
    )
    documentationUrl = serializers.URLField(help_text="Where cause and remedy are explained.")
    retryable = serializers.BooleanField(help_text="Whether the same transfer may succeed later, unchanged.")


@extend_schema_serializer(component_name="TransferBatchResult")
class _Result(serializers.Serializer[Any]):
    """What became of a transfer of a batch: `transaction` or `error`."""

    status = serializers.IntegerField(
        help_text="What its own endpoint answers: 201 where it was made, else the status of `error`."
    )
    transaction = Ready(
        representations.TRANSACTION_SCHEMA, required=False, help_text="The transaction. Absent where there is none."
    )
    planned = Ready(
        dry_runs.UNMADE_TRANSACTION,
        required=False,
        help_text="The transaction that would be made, in the reply to a dry run. Absent from any other.",
    )
    error = _Refusal(required=False, help_text="Why it was not made. Absent where it was.")


@extend_schema_serializer(component_name="TransferBatch")
class _Batch(dry_runs.Rehearsable):
    """What became of a batch."""

    mode = serializers.ChoiceField(choices=["EACH", _ALL], help_text="As requested.")
    results = _Result(many=True, help_text="One for each transfer, in the order of the request.")


def _unmade(body: Json) -> Json:
    return body | {"results": [_unmade_result(each) for each in body["results"]]}


def _unmade_result(result: Json) -> Json:
    if "transaction" not in result:
        return result
    return {"status": result["status"], "planned": dry_runs.unmade_transfer(result["transaction"])}


def _charge(call: Call) -> None:
    """Count a batch as so many requests: one was counted when it came."""
    rate_limit.take_more(call.caller, len(call.body["transfers"]) - 1)


@Endpoint(
    "POST",
    "transfers/batch",
    Permission.TRANSACT,
    body=BatchBody,
    response=_Batch,
    moves_money=True,
    prepare=_charge,
    dry_run=dry_runs.of_unmade(_unmade),
)
def create_transfer_batch(call: Call, *, prepared: None) -> bytes:
    """Make up to 100 transfers.

    In one database transaction, under one key: repeated, the request gets the reply of the first time for all of them.
    A transfer that is refused is a result with its `error`; the reply has status 200 all the same. With `ALL`, one
    refusal leaves the others unmade too, as `BATCH_REFUSED`. A batch counts as so many requests as it has transfers.

    Returns:
        What became of each transfer.
    """
    outcomes = batches.make(
        items=[_item(data) for data in call.body["transfers"]],
        all_or_none=call.body["mode"] == _ALL,
        environment=call.caller.environment,
        **call.by,
    )
    return orjson.dumps({"mode": call.body["mode"], "results": list(_results(outcomes))})


def _item(data: Any) -> batches.Item | errors.DomainError:
    """Return a transfer of the request, or the refusal of one that its own endpoint would not take."""
    try:
        return _read(data)
    except errors.DomainError as refusal:
        return refusal
    except serializers.ValidationError as wrong:
        return requests.refusal(wrong, _ITEM, data)


def _read(data: Any) -> batches.Item:
    if not isinstance(data, dict):
        raise errors.InvalidInput.field("", "the transfer must be a JSON object")
    body: Json = _ITEM.run_validation(data)
    is_out = body["type"] == _OUT
    if is_out:
        internal, external = single.internal_key(body, "source"), single.external_key(body, "destination")
    else:
        external, internal = single.external_key(body, "source"), single.internal_key(body, "destination")
    return batches.Item(is_out, internal, external, body["amount"], single.currencies(body), single.client_fields(body))


def _results(outcomes: list[batches.Outcome]) -> Iterator[Json]:
    for outcome in outcomes:
        if isinstance(outcome, bytes):
            yield {"status": 201, "transaction": orjson.Fragment(outcome)}
        else:
            status = rest_errors.status_of(outcome)
            error = rest_errors.body(
                status, outcome.code, outcome.text, dict(outcome.details), is_passing=outcome.is_passing
            )
            yield {"status": status, "error": orjson.Fragment(error)}

"""The /sandbox/outcomes endpoints: what the sandbox answers in place of the outside world."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer, inline_serializer
from rest_framework import serializers

from platforms.base import clock, errors, identifiers
from platforms.forcing import catalogue, outcomes
from platforms.forcing.catalogue import Outcome
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, IdField, MomentField, PublicId, TextField, WholeListQuery, WholeNumberField
from platforms.models import ForcedOutcome, Permission

_STEP = "A step: `step` of one of the outcomes that `GET /sandbox/outcomes` lists."
_SUBJECT_FIELDS = {
    "transactionId": IdField(required=False, help_text="A payment: the questions about it."),
    "accountId": IdField(
        required=False, help_text="An internal or external account: the questions about payments of it."
    ),
    "customerId": IdField(required=False, help_text="A customer: the questions about it and its payments."),
    outcomes.NEXT: TextField(
        required=False,
        max_length=32,
        help_text=f"Whatever is asked next; beside another field, about that alone. {_STEP}",
    ),
}
_SUBJECT_DOC = "What is answered by the outcome: one of these."
_For = extend_schema_serializer(component_name="ForcedOutcomeSubject")(
    type("_For", (Body,), {**_SUBJECT_FIELDS, "__doc__": _SUBJECT_DOC})
)
_FIELDS = {
    "for": _For(help_text="Which questions are answered by the outcome: one field, or one beside `next`."),
    "outcome": TextField(max_length=32, help_text="The `outcome` of the list."),
    "reason": TextField(
        required=False, max_length=64, help_text="One of the outcome's `reasons`. Left out: the first of them."
    ),
    "delaySeconds": WholeNumberField(
        required=False,
        min_value=catalogue.SHORTEST_DELAY,
        max_value=catalogue.LONGEST_DELAY,
        help_text="How long it takes by the platform's clock, where the outcome has `delaySeconds`. Left out: that.",
    ),
    "times": WholeNumberField(
        default=1, min_value=1, max_value=outcomes.MOST_TIMES, help_text="How many questions are answered by it."
    ),
}
ForceOutcomeBody = extend_schema_serializer(component_name="ForceOutcomeRequest")(
    type("ForceOutcomeBody", (Body,), {**_FIELDS, "__doc__": "An outcome to force."})
)


class PossibleOutcome(serializers.Serializer[Any]):
    """An outcome that can be forced."""

    step = serializers.CharField(help_text="The question that it answers, such as `PAY_OUT`: a quote's payout.")
    outcome = serializers.CharField(help_text="Its name.")
    description = serializers.CharField(help_text="What the other side does.")
    shown = serializers.CharField(help_text="What you see of it.")
    subjects = serializers.ListField(
        child=serializers.ChoiceField(choices=[*outcomes.SUBJECTS, outcomes.NEXT]),
        help_text="The fields of `for` that it takes.",
    )
    reasons = serializers.ListField(
        child=serializers.CharField(),
        help_text="The reasons that it can give; the first one, if none is asked for.",
    )
    delaySeconds = serializers.IntegerField(
        required=False, help_text="How long it takes if no other delay is asked for. Absent where it takes no time."
    )
    isRepeatable = serializers.BooleanField(
        help_text="Whether `times` may be more than 1. If not, it lasts until it is deleted."
    )


_SHOWN_FIELDS = {
    "id": PublicId("ForcedOutcome", help_text="The forced outcome."),
    "for": _For(help_text="Which questions are answered by it."),
    "outcome": serializers.CharField(help_text="Its name."),
    "reason": serializers.CharField(required=False, help_text="The reason asked for. Absent where none was."),
    "delaySeconds": serializers.IntegerField(
        required=False, help_text="The delay asked for, in seconds. Absent where none was."
    ),
    "times": serializers.IntegerField(help_text="How many questions were to be answered by it."),
    "remaining": serializers.IntegerField(help_text="How many still are."),
    "createdAt": MomentField(help_text="When it was forced."),
}
FORCED = extend_schema_serializer(component_name="ForcedOutcome")(
    type("ForcedOutcomeShown", (serializers.Serializer,), {**_SHOWN_FIELDS, "__doc__": "An outcome that was forced."})
)
_LIST = inline_serializer(
    "SandboxOutcomes",
    {
        "data": PossibleOutcome(many=True, help_text="What can be forced."),
        "forced": FORCED(
            many=True, help_text="What was forced, the latest first: what waits, and what came in a month."
        ),
    },
)


class OutcomeQuery(WholeListQuery):
    """Filters of the list of outcomes."""

    step = TextField(required=False, max_length=32, help_text="Only outcomes of this step.")


@Endpoint("GET", "sandbox/outcomes", query=OutcomeQuery, response=_LIST)
def list_sandbox_outcomes(call: Call) -> Json:
    """List outcomes that can be forced.

    What the sandbox can answer in place of rails, banks, lists, other institutions and your own endpoint, and what you
    have forced.

    Returns:
        All outcomes, and what was forced.
    """
    forced = outcomes.of_platform(call.platform_id)
    step = call.query.get("step")
    possible = [one for one in catalogue.everything() if step in {None, one.step}]
    return {"data": [_possible(one) for one in possible], "forced": [_forced(row) for row in forced]}


@Endpoint(
    "POST",
    "sandbox/outcomes",
    Permission.TRANSACT,
    body=ForceOutcomeBody,
    response=FORCED,
    status=201,
    errors=(
        "FORCED_OUTCOME_LIMIT_REACHED",
        "TRANSACTION_NOT_FOUND",
        "INTERNAL_ACCOUNT_NOT_FOUND",
        "EXTERNAL_ACCOUNT_NOT_FOUND",
        "USER_NOT_FOUND",
    ),
)
def force_sandbox_outcome(call: Call) -> Json:
    """Force an outcome.

    The next questions of the kind are answered by it: whatever you do after this reply meets it. It comes before what
    account numbers and names choose. Of several that fit, the one for a payment counts before that for an account,
    for a customer, and for whatever is next.

    Returns:
        What was forced.
    """
    wanted, about = call.body, call.body["for"]
    named = [(kind, about[kind]) for kind in outcomes.SUBJECTS if kind in about]
    step = about.get(outcomes.NEXT)
    if len(named) > 1 or not (named or step):
        raise errors.InvalidInput.field("for", "must have one of transactionId, accountId and customerId, or next")
    row = outcomes.force(
        step=step,
        subject_named=named[0] if named else None,
        outcome=wanted["outcome"],
        reason=wanted.get("reason"),
        delay_seconds=wanted.get("delaySeconds"),
        times=wanted["times"],
        **call.by,
    )
    return _forced(row)


@Endpoint("DELETE", "sandbox/outcomes/<str:outcome_id>", Permission.TRANSACT, status=204, errors=("NOT_FOUND",))
def delete_sandbox_outcome(call: Call, outcome_id: str) -> None:
    """Take a forced outcome back.

    No further question is answered by it. A payment that still waits for its answer goes on as it would have without.
    """
    outcomes.withdraw(outcome_id=identifiers.parse(ForcedOutcome.public_type, outcome_id), **call.by)


def _possible(outcome: Outcome) -> Json:
    shown: Json = {
        "step": outcome.step,
        "outcome": outcome.name,
        "description": outcome.does,
        "shown": outcome.shows,
        "subjects": [*outcome.subjects, *([outcomes.NEXT] if outcome.is_for_next else [])],
        "reasons": [*outcome.reasons],
        "isRepeatable": outcome.is_repeated,
    }
    return shown if outcome.delay is None else {**shown, "delaySeconds": outcome.delay}


def _forced(row: ForcedOutcome) -> Json:
    about = {row.subject_kind: row.subject} if row.subject else {}
    if row.step:
        about[outcomes.NEXT] = row.step
    shown: Json = {
        "id": row.public_id,
        "for": about,
        "outcome": row.outcome,
        "times": row.times,
        "remaining": row.remaining,
        "createdAt": clock.iso(row.created_at),
    }
    if row.reason:
        shown["reason"] = row.reason
    if row.delay_seconds is not None:
        shown["delaySeconds"] = row.delay_seconds
    return shown

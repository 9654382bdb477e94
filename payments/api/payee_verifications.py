"""POST /payee-verifications."""

import hashlib

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments.accounts import payee_verifications
from platforms.http import rate_limit
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, TextField
from platforms.models import Permission

_DAY = 24 * 60 * 60
_OF_AN_ACCOUNT, _OF_A_PLATFORM = 10, 10_000
"""How often a platform may ask in a day about one account, and in all: nobody learns a name by guessing."""


@extend_schema_serializer(component_name="PayeeVerificationRequest")
class PayeeVerificationBody(Body):
    """An account of this service, as a payer has it, and the name that the payer gives."""

    accountIdentifier = TextField(
        max_length=255, help_text="The IBAN, account number, key or address that the money would be sent to."
    )
    reference = TextField(
        required=False,
        max_length=64,
        help_text="The reference of the payment instructions, where several accounts have one number.",
    )
    name = TextField(max_length=255, help_text="Whose account the payer thinks it is.")


@extend_schema_serializer(component_name="PayeeVerification")
class PayeeVerification(serializers.Serializer[Json]):
    """Whether the name is that of the account's holder."""

    result = serializers.ChoiceField(
        choices=[(name, name) for name in payee_verifications.RESULTS],
        help_text=(
            "`MATCH`: the same name, whatever its order, accents and capitals. `CLOSE_MATCH`: nearly the same."
            " `NO_MATCH`: another one. `NOT_AVAILABLE`: nothing can be said about this account."
        ),
    )
    suggestedName = serializers.CharField(
        required=False, help_text="The holder's name, for the payer to compare. Only with `CLOSE_MATCH`."
    )


def _count(call: Call) -> None:
    """Take the question from what the platform may ask in a day; raises RateLimited."""
    number = hashlib.sha256(call.body["accountIdentifier"].encode()).hexdigest()
    for scope, most in ((f"payee:{number}", _OF_AN_ACCOUNT), ("payee", _OF_A_PLATFORM)):
        rate_limit.take_for_platform(call.platform_id, scope=scope, rate=most / _DAY, burst=most)


@Endpoint(
    "POST",
    "payee-verifications",
    Permission.TRANSACT,
    body=PayeeVerificationBody,
    response=PayeeVerification,
    prepare=_count,
    shows_secret=True,
)
def create_payee_verification(call: Call, *, prepared: None) -> Json:
    """Verify a payee.

    Tell whether an account of this service belongs to a name, before somebody sends money there. You may ask about the
    accounts of your own customers, and about those of other platforms once the operator has allowed it: at most 10
    times a day about one account.

    Returns:
        The result.
    """
    answer = payee_verifications.verify(
        number="".join(call.body["accountIdentifier"].split()),
        reference=call.body.get("reference"),
        name=call.body["name"],
        **call.by,
    )
    suggested = {} if answer.suggested_name is None else {"suggestedName": answer.suggested_name}
    return {"result": answer.result, **suggested}

"""Parts of the public JSON that payments and quotes share: their two sides, and what was charged or goes back."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from platforms.http.fields import AmountField, MomentField

_KINDS = {
    "ACCOUNT": "An internal or external account.",
    "UMA_ADDRESS": "A UMA address, here or elsewhere.",
    "REALTIME_FUNDING": "Somebody who pays from outside.",
}


def account_id(**kwargs: Any) -> serializers.CharField:
    """Return the field of an account on one side of a payment."""
    return serializers.CharField(help_text="`InternalAccount:<uuid>` or `ExternalAccount:<uuid>`.", **kwargs)


def currency_code(**kwargs: Any) -> serializers.CharField:
    """Return the field of a side's currency."""
    return serializers.CharField(help_text="Code of the currency on this side, such as `USD`.", **kwargs)


def uma_address() -> serializers.CharField:
    """Return the field of a UMA address on one side of a payment."""
    return serializers.CharField(help_text="`$user@domain`.")


def customer_id() -> serializers.CharField:
    """Return the field of the customer on one side of a payment."""
    text = "Whose payment it is, `Customer:<uuid>`. Absent for the platform's own."
    return serializers.CharField(required=False, help_text=text)


def holder_id() -> serializers.CharField:
    """Return the field of the customer whose internal account is on one side of a payment."""
    text = "Whose internal account it is, `Customer:<uuid>`. Absent for the platform's own and for external accounts."
    return serializers.CharField(required=False, help_text=text)


def party(name: str, discriminator: str, **variants: dict[str, Any]) -> PolymorphicProxySerializer:
    """Return the schema of a transaction's source or destination: one variant per kind."""
    return PolymorphicProxySerializer(
        component_name=name,
        resource_type_field_name=discriminator,
        serializers={
            kind: type(
                f"{''.join(word.title() for word in kind.split('_'))}{name}",
                (serializers.Serializer,),
                {discriminator: serializers.ChoiceField(choices=[kind], help_text=_KINDS[kind]), **fields},
            )
            for kind, fields in variants.items()
        },
    )


class ReconciliationInstructions(serializers.Serializer[Any]):
    """What to look for on a bank statement."""

    reference = serializers.CharField(help_text="The reference of the payment, as it stands on a bank statement.")


class IncomingRateDetails(serializers.Serializer[Any]):
    """What the service charged on an incoming payment."""

    serviceApiMultiplier = serializers.FloatField(
        help_text="What the rate was multiplied by as the margin: 1.01 is 1 per cent."
    )
    serviceApiFixedFee = AmountField(min_value=0, help_text="Fixed fee.")
    serviceApiVariableFeeRate = serializers.FloatField(
        help_text="Variable fee as a share of the whole amount that is sent: 0.015 is 1.5 per cent."
    )
    serviceApiVariableFeeAmount = AmountField(min_value=0, help_text="Variable fee of this payment.")


class OutgoingRateDetails(IncomingRateDetails):
    """What the service and the counterparty charged on an outgoing payment."""

    counterpartyMultiplier = serializers.FloatField(
        help_text=(
            "The rate before the margin. Of a payment to a UMA address: what the receiver's institution gives for"
            " one bitcoin."
        )
    )
    counterpartyFixedFee = AmountField(
        min_value=0, help_text="Fee of the receiver's institution, in satoshis; 0 where there is none."
    )


class Refund(serializers.Serializer[Any]):
    """Money on its way back to the sender."""

    reference = serializers.CharField(help_text="The reference under which the money goes back.")
    initiatedAt = MomentField(help_text="When it was sent back.")
    settledAt = MomentField(required=False, help_text="When it arrived. Absent before.")
    status = serializers.ChoiceField(
        choices=["PENDING", "COMPLETED", "FAILED"],
        help_text="Where the refund stands. `FAILED`: the money could not be sent back and waits for a person.",
    )
    reason = serializers.ChoiceField(
        choices=["TRANSACTION_FAILED", "USER_CANCELLATION", "TIMEOUT"],
        required=False,
        help_text="Why it goes back. Absent where nothing fits.",
    )

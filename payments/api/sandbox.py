"""The sandbox's own endpoints: adding money, moving the clock."""

from rest_framework import serializers

from payments import representations
from payments.operations import accounts, sandbox
from platforms.kit import clock, identifiers
from platforms.models import Permission
from platforms.rest.fields import AmountField, Body, MomentField, WholeNumberField
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply


class FundBody(Body):
    """How much to add."""

    amount = AmountField(min_value=1, max_value=accounts.MAX_FUNDING)

    class Meta:
        ref_name = "SandboxFundRequest"


class AdvanceBody(Body):
    """How far to move the clock."""

    seconds = WholeNumberField(min_value=1, max_value=sandbox.MAX_ADVANCE_SECONDS)

    class Meta:
        ref_name = "SandboxClockAdvanceRequest"


class ClockReading(serializers.Serializer[object]):
    """The platform's present."""

    now = MomentField()


class _SandboxView(CommandView):
    permission = Permission.TRANSACT
    sandbox_only = True


class Fund(_SandboxView):
    """Add money to an internal account."""

    moves_money = True

    @operation(
        "sandboxFundInternalAccount",
        summary="Add sandbox money to an internal account",
        request=FundBody,
        response=representations.INTERNAL_ACCOUNT,
        errors_too=(410,),
    )
    def post(self, call: Call, account_id: str) -> Reply:
        """Fund the account at once."""
        wanted = call.read_body(FundBody)
        account = accounts.fund(
            platform_id=call.caller.platform_id,
            account_id=identifiers.parse("InternalAccount", account_id),
            amount=wanted["amount"],
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.internal_account(account))


class AdvanceClock(_SandboxView):
    """Move the platform's clock ahead."""

    @operation(
        "sandboxAdvanceClock",
        summary="Move the sandbox platform's clock ahead, so that delays come due",
        request=AdvanceBody,
        response=ClockReading,
    )
    def post(self, call: Call) -> Reply:
        """Answer with the new time; what has come due by it happens at once."""
        wanted = call.read_body(AdvanceBody)
        now = sandbox.advance_clock(
            platform_id=call.caller.platform_id, seconds=wanted["seconds"], actor=call.actor, now=call.now
        )
        return Reply({"now": clock.iso(now)})

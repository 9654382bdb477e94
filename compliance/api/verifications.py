"""The /verifications endpoints."""

from rest_framework import serializers

from compliance import queries, representations
from compliance.models import VerificationStatus
from compliance.operations import verifications
from platforms.models import Permission
from platforms.rest import pagination
from platforms.rest.fields import Body, IdField, PageQuery, Query
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, CommandView, Reply


class VerificationRequest(Body):
    """Whom to verify."""

    customerId = IdField()


class VerificationQuery(PageQuery):
    """Filters of the list."""

    customerId = IdField(required=False)
    verificationStatus = serializers.ChoiceField(choices=VerificationStatus.choices, required=False)


class Verifications(CommandView):
    """Verifications of the platform's customers."""

    permission = Permission.MANAGE

    @operation(
        "listVerifications",
        summary="List verifications",
        query=VerificationQuery,
        response=list_of("VerificationListResponse", representations.Verification(many=True)),
    )
    def get(self, call: Call) -> Reply:
        """List verifications."""
        query = call.read_query(VerificationQuery)
        rows = queries.verifications(platform_id=call.caller.platform_id, filters=query)
        scope = f"verifications:{call.caller.platform_id}"
        return Reply(pagination.page(rows, query=query, scope=scope, represent=representations.verification))

    @operation(
        "createVerification",
        summary="Submit a customer for verification",
        request=VerificationRequest,
        response=representations.Verification,
        errors_too=(404, 410),
    )
    def post(self, call: Call) -> Reply:
        """List what is missing, or have the customer decided."""
        body = call.read_body(VerificationRequest)
        verification = verifications.submit(
            platform_id=call.caller.platform_id, customer_id=body["customerId"], actor=call.actor, now=call.now
        )
        return Reply(representations.verification(verification))


class Verification(CommandView):
    """One verification."""

    permission = Permission.MANAGE

    @operation("getVerification", summary="Read a verification", response=representations.Verification)
    def get(self, call: Call, verification_id: str) -> Reply:
        """Read a verification."""
        call.read_query(Query)
        found = queries.verification(platform_id=call.caller.platform_id, verification_id=verification_id)
        return Reply(representations.verification(found))

"""The /verifications endpoints."""

from compliance import queries, representations
from compliance.models import VerificationStatus
from compliance.verification import verifications
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, ChoiceField, IdField, IdFilter, PageQuery
from platforms.models import Permission


class VerificationRequest(Body):
    """Whom to verify."""

    customerId = IdField(help_text="Who is to be verified.")


class VerificationQuery(PageQuery):
    """Filters of the list."""

    customerId = IdFilter("Customer", help_text="Only verifications of this customer.")
    verificationStatus = ChoiceField(
        choices=VerificationStatus.choices, required=False, help_text="Only verifications that stand so."
    )


@Endpoint(
    "GET",
    "verifications",
    query=VerificationQuery,
    response=list_of("VerificationListResponse", representations.Verification(many=True)),
)
def list_verifications(call: Call) -> Json:
    """List verifications.

    Verifications of your customers, newest first.

    Returns:
        A page of verifications.
    """
    rows = queries.verifications(platform_id=call.platform_id, filters=call.query)
    scope = f"verifications:{call.platform_id}"
    return pagination.page(rows, query=call.query, scope=scope, represent=representations.verification)


@Endpoint(
    "POST",
    "verifications",
    Permission.MANAGE,
    body=VerificationRequest,
    response=representations.Verification,
    errors=("USER_NOT_FOUND", "CUSTOMER_DELETED"),
)
def create_verification(call: Call) -> Json:
    """Submit a customer for verification.

    List what is missing, or have the customer decided. A verification that lacks something is submitted again by the
    same request, when it is there.

    Returns:
        The verification: `errors` names what is missing.
    """
    return representations.verification(verifications.submit(customer_id=call.body["customerId"], **call.by))


@Endpoint(
    "GET",
    "verifications/<str:verification_id>",
    response=representations.Verification,
    errors=("VERIFICATION_NOT_FOUND",),
)
def get_verification(call: Call, verification_id: str) -> Json:
    """Read a verification.

    Where the verification stands, and what it lacks.

    Returns:
        The verification.
    """
    found = queries.verification(platform_id=call.platform_id, verification_id=verification_id)
    return representations.verification(found)

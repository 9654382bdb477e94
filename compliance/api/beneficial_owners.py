"""The /beneficial-owners endpoints."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from compliance import queries, representations
from compliance.customers import beneficial_owners
from compliance.fields import OwnerPersonalInfo, OwnerPersonalInfoChanges, PercentageField
from compliance.models import OwnerRole
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, ChoiceField, IdField, IdFilter, PageQuery
from platforms.models import Permission

_SHARE = "Share of the business, in per cent: with those of the business's other owners 100 at most."


@extend_schema_serializer(component_name="BeneficialOwnerCreateRequest")
class NewOwner(Body):
    """A beneficial owner to record."""

    customerId = IdField(help_text="The business.")
    roles = serializers.ListField(
        child=ChoiceField(choices=OwnerRole.choices),
        min_length=1,
        max_length=len(OwnerRole),
        help_text="What the person is to the business, each once.",
    )
    ownershipPercentage = PercentageField(help_text=_SHARE)
    personalInfo = OwnerPersonalInfo(help_text="Who the person is.")


# An owner never moves to another business. The field is read to refuse that, and not shown as if it could be sent.
@extend_schema_serializer(component_name="BeneficialOwnerUpdateRequest")
@extend_schema_serializer(exclude_fields=["customerId"])
class OwnerChanges(Body):
    """What may change of a beneficial owner."""

    customerId = IdField(required=False, help_text="The business. It never changes.")
    roles = serializers.ListField(
        child=ChoiceField(choices=OwnerRole.choices),
        min_length=1,
        max_length=len(OwnerRole),
        required=False,
        help_text="What the person is to the business, each once.",
    )
    ownershipPercentage = PercentageField(required=False, help_text=_SHARE)
    personalInfo = OwnerPersonalInfoChanges(
        required=False, help_text="What changes of the person; what is left out stays."
    )


class OwnerQuery(PageQuery):
    """Whose owners."""

    customerId = IdFilter("Customer", required=True, help_text="The business whose owners are listed.")


@Endpoint(
    "GET",
    "beneficial-owners",
    query=OwnerQuery,
    response=list_of("BeneficialOwnerListResponse", representations.BeneficialOwner(many=True)),
)
def list_beneficial_owners(call: Call) -> Json:
    """List the beneficial owners of a business.

    The people who own or control the business that `customerId` names, newest first; none for a customer that is no
    business of yours.

    Returns:
        A page of beneficial owners.
    """
    rows = queries.beneficial_owners(platform_id=call.platform_id, customer_id=call.query["customerId"])
    scope = f"beneficial-owners:{call.platform_id}"
    return pagination.page(rows, query=call.query, scope=scope, represent=representations.beneficial_owner)


@Endpoint(
    "POST",
    "beneficial-owners",
    Permission.MANAGE,
    body=NewOwner,
    response=representations.BeneficialOwner,
    status=201,
    shows_secret=True,
    errors=("USER_NOT_FOUND", "CUSTOMER_DELETED"),
)
def create_beneficial_owner(call: Call) -> Json:
    """Record a beneficial owner.

    Record an owner and check the person's identity. The shares of all owners of a business are 100 at most.

    Returns:
        The beneficial owner, with its standing.
    """
    return representations.beneficial_owner(beneficial_owners.create(details=call.body, **call.by))


@Endpoint(
    "GET",
    "beneficial-owners/<str:beneficial_owner_id>",
    response=representations.BeneficialOwner,
    errors=("BENEFICIAL_OWNER_NOT_FOUND",),
)
def get_beneficial_owner(call: Call, beneficial_owner_id: str) -> Json:
    """Read a beneficial owner.

    The person, the share and how the check of the identity stands.

    Returns:
        The beneficial owner.
    """
    owner = queries.beneficial_owner(platform_id=call.platform_id, owner_id=beneficial_owner_id)
    return representations.beneficial_owner(owner)


@Endpoint(
    "PATCH",
    "beneficial-owners/<str:beneficial_owner_id>",
    Permission.MANAGE,
    body=OwnerChanges,
    response=representations.BeneficialOwner,
    shows_secret=True,
    errors=("BENEFICIAL_OWNER_NOT_FOUND", "CUSTOMER_DELETED"),
)
def update_beneficial_owner(call: Call, beneficial_owner_id: str) -> Json:
    """Change a beneficial owner.

    Change what the body names. A person whose identity changes is checked again.

    Returns:
        The beneficial owner as it is now.
    """
    owner = beneficial_owners.update(owner_id=beneficial_owner_id, changes=call.body, **call.by)
    return representations.beneficial_owner(owner)

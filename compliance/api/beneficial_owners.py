"""The /beneficial-owners endpoints."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from compliance import queries, representations
from compliance.customers import beneficial_owners
from compliance.fields import OwnerPersonalInfo, OwnerPersonalInfoChanges, PercentageField
from compliance.models import OwnerRole
from platforms.http import pagination
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, IdField, PageQuery
from platforms.http.schema import list_of
from platforms.models import Permission

_SHARE = "With those of the business's other owners 100 at most."


@extend_schema_serializer(component_name="BeneficialOwnerCreateRequest")
class NewOwner(Body):
    """A beneficial owner to record."""

    customerId = IdField()
    roles = serializers.ListField(
        child=serializers.ChoiceField(choices=OwnerRole.choices),
        min_length=1,
        max_length=len(OwnerRole),
        help_text="Each once.",
    )
    ownershipPercentage = PercentageField(help_text=_SHARE)
    personalInfo = OwnerPersonalInfo()


# An owner never moves to another business. The field is read to refuse that, and not shown as if it could be sent.
@extend_schema_serializer(component_name="BeneficialOwnerUpdateRequest")
@extend_schema_serializer(exclude_fields=["customerId"])
class OwnerChanges(Body):
    """What may change of a beneficial owner."""

    customerId = IdField(required=False)
    roles = serializers.ListField(
        child=serializers.ChoiceField(choices=OwnerRole.choices),
        min_length=1,
        max_length=len(OwnerRole),
        required=False,
        help_text="Each once.",
    )
    ownershipPercentage = PercentageField(required=False, help_text=_SHARE)
    personalInfo = OwnerPersonalInfoChanges(required=False)


class OwnerQuery(PageQuery):
    """Whose owners."""

    customerId = IdField()


@Endpoint(
    "GET",
    "beneficial-owners",
    query=OwnerQuery,
    response=list_of("BeneficialOwnerListResponse", representations.BeneficialOwner(many=True)),
)
def list_beneficial_owners(call: Call) -> Json:
    """List the beneficial owners of a business."""
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
    errors=(404, 410),
    shows_secret=True,
)
def create_beneficial_owner(call: Call) -> Json:
    """Record a beneficial owner.

    Record an owner and check the person's identity.
    """
    return representations.beneficial_owner(beneficial_owners.create(details=call.body, **call.by))


@Endpoint("GET", "beneficial-owners/<str:owner_id>", response=representations.BeneficialOwner)
def get_beneficial_owner(call: Call, owner_id: str) -> Json:
    """Read a beneficial owner."""
    owner = queries.beneficial_owner(platform_id=call.platform_id, owner_id=owner_id)
    return representations.beneficial_owner(owner)


@Endpoint(
    "PATCH",
    "beneficial-owners/<str:owner_id>",
    Permission.MANAGE,
    body=OwnerChanges,
    response=representations.BeneficialOwner,
    errors=(410,),
    shows_secret=True,
)
def update_beneficial_owner(call: Call, owner_id: str) -> Json:
    """Change a beneficial owner.

    Change what the body names.
    """
    owner = beneficial_owners.update(owner_id=owner_id, changes=call.body, **call.by)
    return representations.beneficial_owner(owner)

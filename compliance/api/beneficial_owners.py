"""The /beneficial-owners endpoints."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from compliance import queries, representations
from compliance.fields import OwnerPersonalInfo, OwnerPersonalInfoChanges, PercentageField
from compliance.models import OwnerRole
from compliance.operations import beneficial_owners
from platforms.models import Permission
from platforms.rest import pagination
from platforms.rest.fields import Body, IdField, PageQuery, Query
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, CommandView, Reply

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


class BeneficialOwners(CommandView):
    """The people who own or control a business."""

    permission = Permission.MANAGE
    shows_secret = True

    @operation(
        "listBeneficialOwners",
        summary="List the beneficial owners of a business",
        query=OwnerQuery,
        response=list_of("BeneficialOwnerListResponse", representations.BeneficialOwner(many=True)),
    )
    def get(self, call: Call) -> Reply:
        """List the beneficial owners of a business."""
        query = call.read_query(OwnerQuery)
        rows = queries.beneficial_owners(platform_id=call.caller.platform_id, customer_id=query["customerId"])
        scope = f"beneficial-owners:{call.caller.platform_id}"
        return Reply(pagination.page(rows, query=query, scope=scope, represent=representations.beneficial_owner))

    @operation(
        "createBeneficialOwner",
        summary="Record a beneficial owner",
        request=NewOwner,
        response=representations.BeneficialOwner,
        status=201,
        errors_too=(404, 410),
    )
    def post(self, call: Call) -> Reply:
        """Record an owner and check the person's identity."""
        owner = beneficial_owners.create(
            platform_id=call.caller.platform_id, details=call.read_body(NewOwner), actor=call.actor, now=call.now
        )
        return Reply(representations.beneficial_owner(owner), 201)


class BeneficialOwner(CommandView):
    """One beneficial owner."""

    permission = Permission.MANAGE
    shows_secret = True

    @operation("getBeneficialOwner", summary="Read a beneficial owner", response=representations.BeneficialOwner)
    def get(self, call: Call, owner_id: str) -> Reply:
        """Read a beneficial owner."""
        call.read_query(Query)
        owner = queries.beneficial_owner(platform_id=call.caller.platform_id, owner_id=owner_id)
        return Reply(representations.beneficial_owner(owner))

    @operation(
        "updateBeneficialOwner",
        summary="Change a beneficial owner",
        request=OwnerChanges,
        response=representations.BeneficialOwner,
        errors_too=(410,),
    )
    def patch(self, call: Call, owner_id: str) -> Reply:
        """Change what the body names."""
        changes = call.read_body(OwnerChanges)
        owner = beneficial_owners.update(
            platform_id=call.caller.platform_id, owner_id=owner_id, changes=changes, actor=call.actor, now=call.now
        )
        return Reply(representations.beneficial_owner(owner))

"""The /customers endpoints."""

from collections.abc import Mapping

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from compliance import queries, representations
from compliance.customers import bodies, customers
from compliance.models import CustomerStatus, CustomerType
from platforms.http import pagination, requests
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import BeginField, Body, ChoiceField, CurrencyFilter, EndField, PageQuery
from platforms.http.metadata import MetadataQuery
from platforms.models import Permission


class CustomerQuery(MetadataQuery, PageQuery):
    """Filters of the customer list."""

    platformCustomerId = serializers.CharField(
        required=False, max_length=255, help_text="Only the customer that you gave this name."
    )
    customerType = ChoiceField(
        choices=CustomerType.choices, required=False, help_text="Only persons, or only businesses."
    )
    kycStatus = ChoiceField(
        choices=CustomerStatus.choices, required=False, help_text="Only persons whose verification stands so."
    )
    kybStatus = ChoiceField(
        choices=CustomerStatus.choices, required=False, help_text="Only businesses whose verification stands so."
    )
    createdAfter = BeginField(required=False)
    createdBefore = EndField(required=False)
    updatedAfter = BeginField(required=False)
    updatedBefore = EndField(required=False)
    region = serializers.CharField(
        required=False, max_length=255, help_text="Only customers of this region, as it was given."
    )
    currency = CurrencyFilter(help_text="Only customers who have an account in this currency.")
    umaAddress = serializers.CharField(
        required=False, max_length=320, help_text="Only the customer who has this address; capitals do not matter."
    )
    isIncludingDeleted = serializers.BooleanField(
        required=False, default=False, help_text="true: deleted customers too."
    )


@Endpoint(
    "GET",
    "customers",
    query=CustomerQuery,
    response=list_of("CustomerListResponse", representations.customer_schema(many=True)),
    errors=("INVALID_CURRENCY",),
)
def list_customers(call: Call) -> Json:
    """List customers.

    Your customers, newest first. Deleted ones are left out unless `isIncludingDeleted` asks for them.

    Returns:
        A page of customers.
    """
    rows = queries.customers(platform_id=call.platform_id, filters=call.query)
    return pagination.page(
        rows,
        query=call.query,
        scope=f"customers:{call.platform_id}",
        represent=representations.customer,
        prepare=queries.load_owners,
    )


@Endpoint(
    "POST",
    "customers",
    Permission.MANAGE,
    body=PolymorphicProxySerializer("CustomerCreateRequest", {**bodies.NEW}, "customerType", many=False),
    response=representations.customer_schema(),
    status=201,
    shows_secret=True,
    errors=("INVALID_CURRENCY", "INVALID_UMA_ADDRESS", "UMA_ADDRESS_EXISTS", 501),
)
def create_customer(call: Call) -> Json:
    """Create a customer.

    Create a customer with an internal account in each of its currencies. An individual is checked at once; a business
    is checked when a verification is submitted. Only an approved customer may pay and be paid.

    Returns:
        The customer, with its standing.
    """
    return representations.customer(customers.create(details=_validated(call.sent, bodies.NEW), **call.by))


@Endpoint("GET", "customers/<str:customer_id>", response=representations.customer_schema(), errors=("USER_NOT_FOUND",))
def get_customer_by_id(call: Call, customer_id: str) -> Json:
    """Read a customer.

    Answer with the customer, deleted or not.

    Returns:
        The customer.
    """
    return representations.customer(queries.customer(platform_id=call.platform_id, customer_id=customer_id))


@Endpoint(
    "PATCH",
    "customers/<str:customer_id>",
    Permission.MANAGE,
    body=PolymorphicProxySerializer("CustomerUpdateRequest", {**bodies.CHANGES}, "customerType", many=False),
    response=representations.customer_schema(),
    shows_secret=True,
    errors=("USER_NOT_FOUND", "CUSTOMER_DELETED", "INVALID_CURRENCY", "INVALID_UMA_ADDRESS", "UMA_ADDRESS_EXISTS"),
)
def update_customer_by_id(call: Call, customer_id: str) -> Json:
    """Change a customer.

    Change what the body names. Its `customerType` may be left out: it is the customer's. A person whose name, date of
    birth or nationality changes is checked again.

    Returns:
        The customer as it is now.
    """
    body = call.sent
    if "customerType" not in body:
        customer = queries.customer(platform_id=call.platform_id, customer_id=customer_id)
        body = body | {"customerType": customer.customer_type}
    changes = _validated(body, bodies.CHANGES)
    return representations.customer(customers.update(customer_id=customer_id, changes=changes, **call.by))


@Endpoint(
    "DELETE",
    "customers/<str:customer_id>",
    Permission.MANAGE,
    response=representations.customer_schema(),
    shows_secret=True,
    errors=("USER_NOT_FOUND", "CUSTOMER_DELETED", "CUSTOMER_HAS_FUNDS"),
)
def delete_customer_by_id(call: Call, customer_id: str) -> Json:
    """Delete a customer.

    Close the customer's accounts and answer with it; its history stays. Refused while it holds money or has a payment
    on its way.

    Returns:
        The customer, with `isDeleted`.
    """
    return representations.customer(customers.delete(customer_id=customer_id, **call.by))


def _validated(body: Json, variants: Mapping[str, type[Body]]) -> Json:
    wanted = body.get("customerType")
    variant = variants.get(wanted, bodies.AnyCustomer) if isinstance(wanted, str) else bodies.AnyCustomer
    return requests.validated(body, variant)

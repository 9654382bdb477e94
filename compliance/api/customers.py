"""The /customers endpoints."""

from collections.abc import Mapping

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from compliance import queries, representations
from compliance.customers import bodies, customers
from compliance.models import CustomerStatus, CustomerType
from platforms.http import pagination, requests
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, CurrencyFilter, MomentField, PageQuery
from platforms.http.schema import list_of
from platforms.models import Permission


class CustomerQuery(PageQuery):
    """Filters of the customer list."""

    platformCustomerId = serializers.CharField(required=False, max_length=255)
    customerType = serializers.ChoiceField(choices=CustomerType.choices, required=False)
    kycStatus = serializers.ChoiceField(choices=CustomerStatus.choices, required=False)
    kybStatus = serializers.ChoiceField(choices=CustomerStatus.choices, required=False)
    createdAfter = MomentField(required=False)
    createdBefore = MomentField(required=False)
    updatedAfter = MomentField(required=False)
    updatedBefore = MomentField(required=False)
    region = serializers.CharField(required=False, max_length=255)
    currency = CurrencyFilter()
    umaAddress = serializers.CharField(required=False, max_length=320)
    isIncludingDeleted = serializers.BooleanField(required=False, default=False)


@Endpoint(
    "GET",
    "customers",
    query=CustomerQuery,
    response=list_of("CustomerListResponse", representations.customer_schema(many=True)),
)
def list_customers(call: Call) -> Json:
    """List customers."""
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
    body=PolymorphicProxySerializer("CustomerCreateRequestOneOf", {**bodies.NEW}, "customerType", many=False),
    response=representations.customer_schema(),
    status=201,
    errors=(501,),
    shows_secret=True,
)
def create_customer(call: Call) -> Json:
    """Create a customer.

    Create a customer with its internal accounts.
    """
    return representations.customer(customers.create(details=_validated(call.body, bodies.NEW), **call.by))


@Endpoint("GET", "customers/<str:customer_id>", response=representations.customer_schema())
def get_customer_by_id(call: Call, customer_id: str) -> Json:
    """Read a customer.

    Answer with the customer, deleted or not.
    """
    return representations.customer(queries.customer(platform_id=call.platform_id, customer_id=customer_id))


@Endpoint(
    "PATCH",
    "customers/<str:customer_id>",
    Permission.MANAGE,
    body=PolymorphicProxySerializer("CustomerUpdateRequestOneOf", {**bodies.CHANGES}, "customerType", many=False),
    response=representations.customer_schema(),
    errors=(410,),
    shows_secret=True,
)
def update_customer_by_id(call: Call, customer_id: str) -> Json:
    """Change a customer.

    Change what the body names. Its `customerType` may be left out: it is the customer's.
    """
    body = call.body
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
    errors=(410,),
    shows_secret=True,
)
def delete_customer_by_id(call: Call, customer_id: str) -> Json:
    """Delete a customer.

    Delete the customer and answer with it; its history stays.
    """
    return representations.customer(customers.delete(customer_id=customer_id, **call.by))


def _validated(body: Json, variants: Mapping[str, type[Body]]) -> Json:
    wanted = body.get("customerType")
    variant = variants.get(wanted, bodies.AnyCustomer) if isinstance(wanted, str) else bodies.AnyCustomer
    return requests.validated(body, variant)

"""The /customers endpoints."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from compliance import bodies, queries, representations
from compliance.models import CustomerStatus, CustomerType
from compliance.operations import customers
from platforms.models import Permission
from platforms.rest import pagination
from platforms.rest.fields import Body, CurrencyFilter, MomentField, PageQuery, Query
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, CommandView, Reply


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


class Customers(CommandView):
    """The platform's customers."""

    permission = Permission.MANAGE
    shows_secret = True

    @operation(
        "listCustomers",
        summary="List customers",
        query=CustomerQuery,
        response=list_of("CustomerListResponse", representations.customer_schema(many=True)),
    )
    def get(self, call: Call) -> Reply:
        """List customers."""
        query = call.read_query(CustomerQuery)
        rows = queries.customers(platform_id=call.caller.platform_id, filters=query)
        scope = f"customers:{call.caller.platform_id}"
        page = pagination.page(
            rows, query=query, scope=scope, represent=representations.customer, prepare=queries.load_owners
        )
        return Reply(page)

    @operation(
        "createCustomer",
        summary="Create a customer",
        request=PolymorphicProxySerializer("CustomerCreateRequestOneOf", {**bodies.NEW}, "customerType", many=False),
        response=representations.customer_schema(),
        status=201,
        errors_too=(501,),
    )
    def post(self, call: Call) -> Reply:
        """Create a customer with its internal accounts."""
        details = call.read_body(_variant(call, bodies.NEW))
        customer = customers.create(
            platform_id=call.caller.platform_id, details=details, actor=call.actor, now=call.now
        )
        return Reply(representations.customer(customer), 201)


class Customer(CommandView):
    """One customer."""

    permission = Permission.MANAGE
    shows_secret = True

    @operation("getCustomerById", summary="Read a customer", response=representations.customer_schema())
    def get(self, call: Call, customer_id: str) -> Reply:
        """Answer with the customer, deleted or not."""
        call.read_query(Query)
        customer = queries.customer(platform_id=call.caller.platform_id, customer_id=customer_id)
        return Reply(representations.customer(customer))

    @operation(
        "updateCustomerById",
        summary="Change a customer",
        request=PolymorphicProxySerializer(
            "CustomerUpdateRequestOneOf", {**bodies.CHANGES}, "customerType", many=False
        ),
        response=representations.customer_schema(),
        errors_too=(410,),
    )
    def patch(self, call: Call, customer_id: str) -> Reply:
        """Change what the body names. Its `customerType` may be left out: it is the customer's."""
        if "customerType" not in call.body:
            customer = queries.customer(platform_id=call.caller.platform_id, customer_id=customer_id)
            call = dataclasses.replace(call, body=call.body | {"customerType": customer.customer_type})
        changes: dict[str, Any] = call.read_body(_variant(call, bodies.CHANGES))
        customer = customers.update(
            platform_id=call.caller.platform_id,
            customer_id=customer_id,
            changes=changes,
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.customer(customer))

    @operation(
        "deleteCustomerById",
        summary="Delete a customer",
        response=representations.customer_schema(),
        errors_too=(410,),
    )
    def delete(self, call: Call, customer_id: str) -> Reply:
        """Delete the customer and answer with it; its history stays."""
        customer = customers.delete(
            platform_id=call.caller.platform_id, customer_id=customer_id, actor=call.actor, now=call.now
        )
        return Reply(representations.customer(customer))


def _variant(call: Call, variants: Mapping[str, type[Body]]) -> type[Body]:
    wanted = call.body.get("customerType")
    return variants.get(wanted, bodies.AnyCustomer) if isinstance(wanted, str) else bodies.AnyCustomer

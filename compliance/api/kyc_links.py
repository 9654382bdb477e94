"""GET /customers/kyc-link."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from compliance.hosted import kyc_links
from platforms.base import patterns
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import IdField, Query
from platforms.models import Permission


@extend_schema_field({"type": "string", "format": "uri", "pattern": patterns.HTTPS_ADDRESS})
class _WebAddress(serializers.CharField):
    """An address of the web; which ones people are led to is the operation's to say."""


class KycLinkQuery(Query):
    """Whom the link is for, and where they go afterwards."""

    platformCustomerId = serializers.CharField(
        max_length=255,
        help_text="Your own name of the customer. One that does not exist yet is created, as an individual.",
    )
    customerId = IdField(
        required=False,
        help_text="Which customer, where several have this `platformCustomerId`.",
    )
    redirectUri = _WebAddress(
        required=False, max_length=2048, help_text="Where the page leads people when they are done: an https address."
    )


@extend_schema_serializer(component_name="KycLinkResponse")
class KycLinkReply(serializers.Serializer[Any]):
    """A link to the hosted identity page."""

    kycUrl = serializers.URLField(
        help_text="The page to open in a browser. Who has the address may fill it in: give it to nobody else."
    )
    platformCustomerId = serializers.CharField(help_text="Your own name of the customer.")
    customerId = serializers.CharField(help_text="The customer: `Customer:<uuid>`.")


@Endpoint(
    "GET",
    "customers/kyc-link",
    Permission.MANAGE,
    query=KycLinkQuery,
    response=KycLinkReply,
    get_writes=True,
    shows_secret=True,
    errors=("USER_NOT_FOUND", "CUSTOMER_DELETED"),
)
def get_kyc_link_for_customer(call: Call) -> Json:
    """Make a link to the hosted identity page.

    A person opens the link in a browser and gives name, date of birth, address and documents there. An individual whom
    `platformCustomerId` does not name yet is created, UNVERIFIED. Each request makes a new link. Where several live
    customers have the `platformCustomerId`, it is refused until `customerId` says which one; `details.customerIds` has
    their ids.

    Returns:
        The link, and whose it is.
    """
    made = kyc_links.create(
        platform_customer_id=call.query["platformCustomerId"],
        customer_id=call.query.get("customerId"),
        redirect_uri=call.query.get("redirectUri", ""),
        **call.by,
    )
    customer = made.link.customer
    address = reverse("landing", "compliance.hosted.urls", args=[made.token])
    return {
        "kycUrl": f"{settings.PUBLIC_BASE_URL.rstrip('/')}{address}",
        "platformCustomerId": customer.platform_customer_id,
        "customerId": customer.public_id,
    }

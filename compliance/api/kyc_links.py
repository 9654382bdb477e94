"""GET /customers/kyc-link and POST /customers/{customerId}/kyc-link."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from compliance.hosted import kyc_links
from platforms.base import clock, patterns
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, IdField, MomentField, Query, TextField
from platforms.models import Permission


@extend_schema_field({"type": "string", "format": "uri", "pattern": patterns.HTTPS_ADDRESS})
class _WebAddress(serializers.CharField):
    """An address of the web; which ones people are led to is the operation's to say."""


@extend_schema_field({"type": "string", "format": "uri", "pattern": patterns.HTTPS_ADDRESS})
class WebAddressField(TextField):
    """The same in a body."""


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


@extend_schema_serializer(component_name="KycLinkRequest")
class NewKycLink(Body):
    """Where people go afterwards."""

    redirectUri = WebAddressField(
        max_length=2048, required=False, help_text="Where the page leads people when they are done: an https address."
    )


@extend_schema_serializer(component_name="KycLinkResponse")
class KycLinkReply(serializers.Serializer[Any]):
    """A link to the hosted identity page."""

    kycUrl = serializers.URLField(
        help_text="The page to open in a browser. Who has the address may fill it in: give it to nobody else."
    )
    platformCustomerId = serializers.CharField(help_text="Your own name of the customer.")
    customerId = serializers.CharField(help_text="The customer: `Customer:<uuid>`.")
    expiresAt = MomentField(help_text="Until when the page can be opened and handed in.")


@Endpoint(
    "GET",
    "customers/kyc-link",
    Permission.MANAGE,
    query=KycLinkQuery,
    response=KycLinkReply,
    get_writes=True,
    shows_secret=True,
    shows_credential=True,
    errors=("USER_NOT_FOUND", "CUSTOMER_DELETED"),
)
def get_kyc_link_for_customer(call: Call) -> Json:
    """Make a link to the hosted identity page.

    A person opens the link in a browser and gives name, date of birth, address and documents there; for a business,
    its documents and those of its owners, once nothing else is missing. An individual whom `platformCustomerId` does
    not name yet is created, UNVERIFIED. Each request makes a new link. Where several live
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
    return _shown(made)


@Endpoint(
    "POST",
    "customers/<str:customer_id>/kyc-link",
    Permission.MANAGE,
    body=NewKycLink,
    response=KycLinkReply,
    status=201,
    shows_secret=True,
    shows_credential=True,
    errors=("USER_NOT_FOUND", "CUSTOMER_DELETED"),
)
def create_kyc_link(call: Call, customer_id: str) -> Json:
    """Make a link to the hosted identity page for a customer that there is.

    As `GET /customers/kyc-link` does, for a customer named by its id: nothing is created but the link. Each request
    makes a new link, unless it is repeated with its key; links made before can be used until they expire. Of a
    business the page takes the documents, and its facts and beneficial owners come first: 400 `INVALID_INPUT` names
    those that are missing.

    Returns:
        The link, whose it is, and until when it can be used.
    """
    redirect_uri = call.body.get("redirectUri", "")
    return _shown(kyc_links.create_for(customer_id=customer_id, redirect_uri=redirect_uri, **call.by))


def _shown(made: kyc_links.NewLink) -> Json:
    customer = made.link.customer
    address = reverse("landing", "compliance.hosted.urls", args=[made.token])
    return {
        "kycUrl": f"{settings.PUBLIC_BASE_URL.rstrip('/')}{address}",
        "platformCustomerId": customer.platform_customer_id,
        "customerId": customer.public_id,
        "expiresAt": clock.iso(made.link.expires_at),
    }

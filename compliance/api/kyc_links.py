"""GET /customers/kyc-link."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from compliance.operations import kyc_links
from platforms.kit import patterns
from platforms.models import Permission
from platforms.rest.fields import Query
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply


@extend_schema_field({"type": "string", "format": "uri", "pattern": patterns.HTTPS_ADDRESS})
class _WebAddress(serializers.CharField):
    """An address of the web; which ones people are led to is the operation's to say."""


class KycLinkQuery(Query):
    """Whom the link is for, and where they go afterwards."""

    platformCustomerId = serializers.CharField(max_length=255)
    redirectUri = _WebAddress(required=False, max_length=2048)


@extend_schema_serializer(component_name="KycLinkResponse")
class KycLinkReply(serializers.Serializer[Any]):
    """A link to the hosted identity page."""

    kycUrl = serializers.URLField()
    platformCustomerId = serializers.CharField()
    customerId = serializers.CharField()


class KycLinkOf(CommandView):
    """A new link for a customer. Each works once, in one browser, for a day."""

    read_permission = Permission.MANAGE
    get_writes = True
    shows_secret = True

    @operation(
        "getKycLinkForCustomer",
        summary="Make a link to the hosted identity page",
        query=KycLinkQuery,
        response=KycLinkReply,
        errors_too=(404,),
    )
    def get(self, call: Call) -> Reply:
        """Answer with a new link; a customer that does not exist yet is created."""
        query = call.read_query(KycLinkQuery)
        made = kyc_links.create(
            platform_id=call.caller.platform_id,
            platform_customer_id=query["platformCustomerId"],
            redirect_uri=query.get("redirectUri", ""),
            actor=call.actor,
            now=call.now,
        )
        customer = made.link.customer
        address = (
            f"{settings.PUBLIC_BASE_URL.rstrip('/')}{reverse('landing', 'compliance.hosted.urls', args=[made.token])}"
        )
        return Reply(
            {
                "kycUrl": address,
                "platformCustomerId": customer.platform_customer_id,
                "customerId": customer.public_id,
            }
        )

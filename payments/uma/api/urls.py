"""Paths of the UMA protocol. The first four are requested on the domains of platforms, the others on our own."""

from django.urls import path

from payments.uma.api import pay_requests, sandbox, well_known
from platforms.models import uma_domain

urlpatterns = [
    path(".well-known/lnurlpubkey", well_known.public_keys, name="uma-public-keys"),
    path(uma_domain.WELL_KNOWN_PATH[1:], well_known.domain_proof, name="uma-domain-proof"),
    path(".well-known/uma-configuration", well_known.configuration, name="uma-configuration"),
    path(".well-known/lnurlp/<str:user>", well_known.lookup, name="uma-lookup"),
    path("uma/payreq/<uuid:customer_id>", pay_requests.pay_request, name="uma-pay-request"),
    path("uma/callback/<uuid:transaction_id>", pay_requests.callback, name="uma-callback"),
    path("uma/counterpart/<uuid:play>", sandbox.counterpart_callback, name="uma-counterpart-callback"),
]

"""What the sandbox's counterparty is told about the payments that it sends."""

import uuid

from django.http import HttpRequest, HttpResponse

from payments.uma.api import protocol
from payments.uma.flows import sandbox_sender


@protocol.endpoint("POST")
def counterpart_callback(request: HttpRequest, play: uuid.UUID) -> HttpResponse:
    """Hear how a payment of the counterparty ended."""
    sandbox_sender.hear(body=protocol.body_of(request))
    return protocol.reply(b"{}")

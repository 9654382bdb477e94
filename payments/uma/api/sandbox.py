"""Callbacks to the sandbox's counterparty about the payments that it sends."""

import uuid

from django.http import HttpRequest, HttpResponse

from payments.uma.api import protocol
from payments.uma.flows import sandbox_sender


@protocol.endpoint("POST")
def counterpart_callback(request: HttpRequest, play: uuid.UUID) -> HttpResponse:
    """Handle the result of a payment of the counterparty."""
    sandbox_sender.handle_callback(body=protocol.body_of(request))
    return protocol.reply(b"{}")

"""Endpoints after a lookup: the pay request, and the callback. Both are on the service's own host."""

import uuid

from django.http import HttpRequest, HttpResponse

from payments.uma.api import protocol
from payments.uma.flows import pay_requests, receipts


@protocol.endpoint("POST")
def pay_request(request: HttpRequest, customer_id: uuid.UUID) -> HttpResponse:
    """Answer a request to pay a customer with an invoice. The caller waits while the customer's platform decides."""
    return protocol.reply(pay_requests.answer(customer_id=customer_id, body=protocol.body_of(request)))


@protocol.endpoint("POST")
def callback(request: HttpRequest, transaction_id: uuid.UUID) -> HttpResponse:
    """Handle another institution's message about a payment after its end."""
    receipts.handle_callback(transaction_id=transaction_id, body=protocol.body_of(request))
    return protocol.reply(b"{}")

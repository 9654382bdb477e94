"""The sending side of a payment by UMA: what another institution asks for, signed with keys of its own."""

import dataclasses
import json
from typing import Any, Protocol

from django.db import transaction
from django.test import Client

from payments.account_types import bolt11
from payments.models import IncomingUmaPayment, JournalEntry, Transaction
from payments.providers import registry
from payments.providers.lightning_node import PaymentOrder
from payments.uma import messages
from payments.uma.identities import identities
from platforms.base import clock

CENT_MSAT = 12_500
"""What one US cent costs in the sandbox."""


class SenderInstitution(Protocol):
    """What a sender needs of its institution."""

    @property
    def domain(self) -> str: ...

    @property
    def signer(self) -> messages.Signer: ...


@dataclasses.dataclass
class Sender:
    """Somebody at another institution. `receiver` is the public identifier of a customer of `platform`."""

    institution: SenderInstitution
    platform: Any
    receiver: str
    receiver_address: str
    web: Client = dataclasses.field(default_factory=lambda: Client(raise_request_exception=False))

    @property
    def address(self) -> str:
        return f"$payer@{self.institution.domain}"

    def request(self, amount: int = 10_00, **changes: Any) -> messages.BuiltPayRequest:
        """Build a signed pay request: ten dollars in the receiver's hand, unless `changes` says otherwise."""
        facts = changes.pop("facts", {"FULL_NAME": "Paul Payer"})
        wanted: dict[str, Any] = {
            "payer": self.address,
            "payer_data": {},
            "payer_kyc_status": messages.KycStatus.VERIFIED,
            "amount": amount,
            "is_amount_in_msat": False,
            "receiving_currency": "USD",
            "requested_payee_data": {},
            "utxo_callback": "",
            "travel_rule": json.dumps(facts),
            "receiver_keys": self._keys(),
            "signer": self.institution.signer,
            "now": clock.real_now(),
        }
        return messages.build_pay_request(**(wanted | changes))

    def send(self, built: messages.BuiltPayRequest | bytes) -> Any:
        body = built if isinstance(built, bytes) else built.body
        path = f"/uma/payreq/{self.receiver.partition(':')[2]}"
        return self.web.post(path, body, content_type="application/json")

    def ask(self, amount: int = 10_00, **changes: Any) -> Any:
        return self.send(self.request(amount, **changes))

    def read(self, reply: Any) -> messages.PayReply:
        assert reply.status_code == 200, reply.content
        return messages.read_pay_reply(reply.content, payer=self.address, payee=self.receiver_address)

    def pay(self, reply: Any) -> None:
        """Pay the invoice of a reply, as a sender's node does."""
        invoice = bolt11.decode(self.read(reply).invoice)
        assert invoice.amount_msat is not None
        order = PaymentOrder(
            payment_request=self.read(reply).invoice,
            payment_hash=invoice.payment_hash,
            amount_msat=invoice.amount_msat,
            most_fee_msat=0,
        )
        registry.settlement(self.platform.environment).pay(order)

    def call_back(self, reply: Any, *, who: SenderInstitution | None = None) -> Any:
        """Tell the receiver's side that the payment is made."""
        body = messages.build_callback(
            status=messages.CallbackStatus.COMPLETED, signer=(who or self.institution).signer, now=clock.real_now()
        )
        path = self.read(reply).utxo_callback.partition("127.0.0.1:8000")[2]
        return self.web.post(path, body, content_type="application/json")

    def _keys(self) -> messages.PublicKeys:
        with transaction.atomic():
            published = identities.published(platform_id=self.platform.id, now=clock.real_now())
        document = messages.build_public_keys(
            signing_chain=published.signing_certificate,
            encryption_chain=published.encryption_certificate,
            expires_at=published.expires_at,
        )
        return messages.read_public_keys(document, now=clock.real_now())


def payment_of(reply: Any) -> Transaction:
    """Return the payment that an invoice was given for."""
    invoice = bolt11.decode(reply.json()["pr"])
    session = IncomingUmaPayment.objects.get(payment_hash=invoice.payment_hash.hex())
    payment: Transaction = Transaction.objects.get(id=session.transaction_id)
    return payment


def posted(payment: Transaction) -> list[str]:
    """Return the purposes of a payment's journal entries."""
    return list(JournalEntry.objects.filter(transaction_id=payment.id).order_by("id").values_list("purpose", flat=True))

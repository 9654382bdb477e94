"""Another institution that is paid: a web server of its own, which can be made to say anything."""

import dataclasses
import datetime as dt
import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any
from urllib.parse import unquote

from django.db import connection

from payments.account_types import bolt11
from payments.providers import registry
from payments.providers.lightning_node import InvoiceOrder, hash_of
from payments.uma import messages
from tests.support.servers.webhook_receiver import Answer, Received, Receiver
from tests.support.uma.institutions import Institution

CENT = 15_000
"""Millisatoshis for one euro cent."""
METADATA = '[["text/plain", "Pay carol"]]'
EURO = messages.Currency("EUR", "Euro", "€", 2, Decimal(CENT), 1, 10_000_000)


class Peer(Receiver):
    """Serves one receiver, `$carol`. `lookup`, `reply` and `invoice` change what is said, `answer` replaces it."""

    def __init__(self, domain: str) -> None:
        super().__init__()
        self.domain, self.bank = domain, Institution(domain)
        self.signer = self.bank.signer
        self.lookup: dict[str, Any] = {}
        self.reply: dict[str, Any] = {}
        self.invoice: dict[str, Any] = {}
        self.answer: dict[str, Answer] = {}
        self.change: Callable[[bytes], bytes] = lambda body: body
        self.age = dt.timedelta()
        self.msat: int | None = None
        """What its invoices ask for, whatever the request."""
        self.preimage = secrets.token_bytes(32)
        self.asked: messages.PayRequest | None = None
        self.told: list[messages.Callback] = []

    @property
    def address(self) -> str:
        return f"$carol@{self.domain}"

    def take(self, request: Received) -> Answer:
        self.received.append(request)
        path = unquote(request.path)
        kind = next(kind for kind in ("lnurlpubkey", "lnurlp", "pay", "callback") if f"/{kind}" in path)
        try:
            return self.answer.get(kind) or Answer(200, getattr(self, f"_{kind}")(path, request.body))
        finally:
            # Its invoices are made on the server's thread, which ends with the request.
            connection.close()

    def _lnurlpubkey(self, path: str, body: bytes) -> bytes:
        return self.bank.document

    def _lnurlp(self, path: str, body: bytes) -> bytes:
        request = messages.read_lookup_request(receiver=self.address, query=path.partition("?")[2])
        assert request is not None
        said: dict[str, Any] = {
            "callback": f"https://{self.domain}/pay",
            "metadata": METADATA,
            "min_sendable_msat": 1000,
            "max_sendable_msat": 10**12,
            "currencies": (EURO,),
            "required_payer_data": {},
            "kyc_status": messages.KycStatus.VERIFIED,
            "is_subject_to_travel_rule": True,
            "comment_limit": 20,
            **self.lookup,
        }
        return self.change(messages.build_lookup_reply(request, signer=self.signer, now=self._now, **said))

    def _pay(self, path: str, body: bytes) -> bytes:
        request = self.asked = messages.read_pay_request(body)
        if request.is_amount_in_msat:
            msat, amount = request.amount, request.amount // CENT
        else:
            msat, amount = request.amount * CENT, request.amount
        said: dict[str, Any] = {
            "payee": self.address,
            "payee_data": {"FULL_NAME": "Carol"},
            "amount": amount,
            "currency": "EUR",
            "decimals": 2,
            "multiplier": Decimal(CENT),
            "fee_msat": msat - amount * CENT,
            "utxo_callback": f"https://{self.domain}/callback",
            **self.reply,
        }
        said.setdefault("invoice", self._make_invoice(request, self.msat or msat))
        return self.change(messages.build_pay_reply(request, signer=self.signer, now=self._now, **said))

    def _callback(self, path: str, body: bytes) -> bytes:
        self.told.append(messages.read_callback(body))
        return b"{}"

    @property
    def _now(self) -> dt.datetime:
        return dt.datetime.now(dt.UTC) - self.age

    def _make_invoice(self, request: messages.PayRequest, msat: int) -> str:
        """Return an invoice that the sandbox's network can settle; a changed one is another node's."""
        order = InvoiceOrder(
            payment_hash=hash_of(self.preimage),
            amount_msat=msat,
            description_hash=request.description_hash(METADATA),
            lifetime=dt.timedelta(minutes=10),
        )
        made = registry.settlement("SANDBOX").make_invoice(order).payment_request
        if not self.invoice:
            return made
        changed = dataclasses.replace(bolt11.decode(made), **self.invoice)
        return bolt11.encode(changed, private_key=secrets.token_bytes(32))


@contextmanager
def served(settings, domain: str = "bank.example") -> Iterator[Peer]:
    """Let the institution be reached under its domain."""
    with Peer(domain) as peer:
        settings.UMA_LOOPBACK = {**settings.UMA_LOOPBACK, domain: f"127.0.0.1:{peer.port}"}
        yield peer


def error(code: str) -> bytes:
    return json.dumps({"status": "ERROR", "reason": "No.", "code": code}).encode()

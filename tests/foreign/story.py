"""What happens between the service and a foreign institution, in both directions; the checks of it are in `checks`."""

import dataclasses
import hashlib
import json
import types
from typing import Any
from urllib.parse import urlsplit

from django.test import Client

from payments.account_types import bolt11
from payments.models import IncomingUmaPayment, OutgoingUmaPayment
from payments.providers import registry
from payments.providers.lightning_node import PaymentOrder
from payments.uma.protocol import keys
from platforms.base import clock
from tests.foreign.node import Foreign
from tests.support.uma.paying import Paying, entries

TRAVEL_RULE = {"FULL_NAME": "Paula Foreign", "IDENTIFIER": "$paula@", "COUNTRY_OF_RESIDENCE": "DE"}


class Facts(types.SimpleNamespace):
    """What was seen, by name."""


@dataclasses.dataclass
class Story:
    """Alice pays people there, and somebody there pays Alice."""

    foreign: Foreign
    paying: Paying
    address: str
    """Alice's."""
    web: Client
    facts: Facts = dataclasses.field(default_factory=Facts)

    @property
    def domain(self) -> str:
        """Ours."""
        return self.address.partition("@")[2]

    @property
    def payer(self) -> str:
        return f"$paula@{self.foreign.domain}"

    def see(self, **facts: Any) -> None:
        self.facts.__dict__.update(facts)

    def get(self, path: str) -> Any:
        return self.web.get(path, HTTP_HOST=self.domain)

    def post(self, url: str, body: str | bytes) -> Any:
        return self.web.post(urlsplit(url).path, body, content_type="application/json")

    # --- Alice pays ---

    def introduce(self) -> None:
        """Each side learns the other's keys."""
        document = self.get("/.well-known/lnurlpubkey").content.decode()
        self.see(learned=self.foreign.say("learn", domain=self.domain, document=document))
        self.see(keys=keys.of_domain(self.foreign.domain, environment="SANDBOX", now=clock.real_now()))
        self.see(configuration=self.get("/.well-known/uma-configuration").json())

    def look_up(self) -> None:
        for name in ("carol", "dana", "sam", "gus", "nobody"):
            reply = self.paying.look_up(f"${name}@{self.foreign.domain}")
            self.see(**{f"lookup_{name}": reply.json(), f"status_{name}": refusal(reply)})
        self.see(told=self.foreign.say("state"))

    def pay_by_what_is_sent(self) -> None:
        before, state_before = self.paying.balance(), self.foreign.say("state")
        carol = f"$carol@{self.foreign.domain}"
        quote = self.paying.quote(carol, currency="EUR", description="Zoë & Søn <thanks>")
        self.see(sent=quote, sent_asked=self.foreign.say("state")["asked"])
        payment = self._execute(quote)
        session = session_of(quote)
        state = self.foreign.say("state")
        self.see(
            sent_payment=payment,
            sent_session=session,
            sent_spent=before - self.paying.balance(),
            sent_entries=sorted(entries(quote)),
            paid=state["paid"] - state_before["paid"],
            heard=state["heard"][len(state_before["heard"]) :],
            invoice=bolt11.decode(session.invoice),
        )
        body = self.foreign.say("callback")["body"]
        url = self.facts.sent_asked["payerData"]["compliance"]["utxoCallback"]
        self.see(called_back=self.post(url, body), called_back_again=self.post(url, body))

    def pay_by_what_is_received(self) -> None:
        quote = self.paying.quote(f"$carol@{self.foreign.domain}", side="RECEIVING", amount=83_34, currency="EUR")
        self.see(received=quote, received_asked=self.foreign.say("state")["asked"], received_session=session_of(quote))

    def pay_without_a_currency(self) -> None:
        quote = self.paying.quote(f"$dana@{self.foreign.domain}")
        self.see(preferred=quote, preferred_session=session_of(quote))

    def pay_satoshis(self) -> None:
        quote = self.paying.quote(f"$sam@{self.foreign.domain}")
        self.see(satoshis=quote, satoshis_asked=self.foreign.say("state")["asked"])
        self.see(satoshis_payment=self._execute(quote))

    def _execute(self, quote: dict[str, Any]) -> dict[str, Any]:
        assert self.paying.execute(quote).status_code == 200
        return self.paying.work(quote)

    # --- somebody there pays Alice ---

    def be_looked_up(self) -> None:
        path = self._lookup_path(self.address)
        reply = self.get(path)
        self.see(
            asked_of_us=reply,
            asked_twice=self.get(path),
            read=self.foreign.say("readLookup", body=reply.content.decode(), domain=self.domain),
            read_twice=self.foreign.say("readLookup", body=reply.content.decode(), domain=self.domain),
            asked_in_vain=self.get(self._lookup_path(f"$nobody@{self.domain}")),
            asked_falsely=self.get(self._lookup_path(self.address).replace("nonce=", "nonce=7")),
            asked_newer=self.get(self._lookup_path(self.address, version="2.0")),
            asked_older=self.get(self._lookup_path(self.address, version="0.3")),
        )

    def be_paid(self) -> None:
        url = self.facts.read["callback"]
        made = self._request(amount=10_00, isAmountInReceivingCurrency=True)
        reply = self.post(url, made["body"])
        self.see(request=made, promised=reply, promised_twice=self.post(url, made["body"]))
        read = self._read(reply)
        self.see(promise=read, promise_twice=self._read(reply))
        metadata = self.facts.read["metadata"]
        self.see(hash_expected=hashlib.sha256((metadata + made["payerData"]).encode()).hexdigest())
        registry.settlement("SANDBOX").pay(order_of(read["pr"]))
        url = read["payeeData"]["compliance"]["utxoCallback"]
        heard = len(self.foreign.say("state")["heard"])
        self.see(word=self.post(url, self.foreign.say("callback")["body"]))
        self.paying.worker.run()
        session = IncomingUmaPayment.objects.get(invoice=read["pr"])
        self.see(
            incoming=self.paying.api.get(f"/transactions/Transaction:{session.transaction_id}").json(),
            incoming_heard=self.foreign.say("state")["heard"][heard:],
        )

    def be_asked_for_more(self) -> None:
        url = self.facts.read["callback"]
        in_msat = self._request(amount=12_500_000, isAmountInReceivingCurrency=False)
        self.see(promise_in_msat=self._read(self.post(url, in_msat["body"])))
        forged = json.loads(self._request(amount=10_00, isAmountInReceivingCurrency=True)["body"])
        forged["payerData"]["identifier"] = f"$somebody@{self.foreign.domain}"
        self.see(forged=self.post(url, json.dumps(forged)))
        other = self._request(amount=10_00, isAmountInReceivingCurrency=True, receivingCurrencyCode="XAU")
        self.see(other_currency=self.post(url, other["body"]))

    def _lookup_path(self, address: str, **said: Any) -> str:
        url: str = self.foreign.say("lookupUrl", receiver=address, **said)["url"]
        return "/" + url.partition("://")[2].partition("/")[2]

    def _request(self, **said: Any) -> dict[str, Any]:
        return self.foreign.say(
            "payRequest",
            domain=self.domain,
            travelRule=json.dumps(TRAVEL_RULE),
            **{
                "payerIdentifier": self.payer,
                "payerName": "Paula <F&reign>",
                "receivingCurrencyCode": "USD",
                "requestedPayeeData": {"name": {"mandatory": True}},
                **said,
            },
        )

    def _read(self, reply: Any) -> dict[str, Any]:
        assert reply.status_code == 200, reply.content
        return self.foreign.say(
            "readReply", body=reply.content.decode(), domain=self.domain, payer=self.payer, payee=self.address
        )


def session_of(quote: dict[str, Any]) -> OutgoingUmaPayment:
    """The invoice that was agreed on for a quote, and what became of it."""
    found: OutgoingUmaPayment = OutgoingUmaPayment.objects.get(transaction_id=quote["transactionId"].partition(":")[2])
    return found


def order_of(payment_request: str) -> PaymentOrder:
    """What a node is told to pay an invoice."""
    invoice = bolt11.decode(payment_request)
    assert invoice.amount_msat is not None
    return PaymentOrder(
        payment_request=payment_request,
        payment_hash=invoice.payment_hash,
        amount_msat=invoice.amount_msat,
        most_fee_msat=0,
    )


def refusal(reply: Any) -> tuple[int, str]:
    """The status and code of a refusal in the protocol's form."""
    return reply.status_code, reply.json().get("code", "")


def tell(story: Story) -> Facts:
    """Play all of it, and return what was seen."""
    story.introduce()
    story.look_up()
    story.pay_by_what_is_sent()
    story.pay_by_what_is_received()
    story.pay_without_a_currency()
    story.pay_satoshis()
    story.be_looked_up()
    story.be_paid()
    story.be_asked_for_more()
    story.see(foreign=story.foreign, address=story.address, domain=story.domain)
    return story.facts

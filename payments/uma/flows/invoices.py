"""An invoice from the receiver's institution: requested by a pay request, and checked to the last millisatoshi.

Only the nonce of the answer is stored; the terms become a quote in the next database transaction.
"""

import dataclasses
import datetime as dt
import logging
import uuid
from collections.abc import Mapping
from fractions import Fraction

import orjson
from django.conf import settings

from compliance.screening import counterparties as screening
from payments.account_types import bolt11
from payments.accounts import payer_facts, quote_parties
from payments.accounts.quote_parties import Parties, Wanted
from payments.models import LockSide, Lookup
from payments.providers import registry
from payments.rates import RateBook
from payments.uma import messages
from payments.uma.directory import counterparties
from payments.uma.directory.counterparties import CounterpartyFailed
from payments.uma.identities import identities
from payments.uma.protocol import authenticity, keys, transport, waiting
from payments.uma.sending import quote_terms, senders
from payments.uma.sending.quote_terms import Agreed, Offer, Terms
from platforms.base import clock, errors, identifiers, money
from platforms.database.rows import by_key
from platforms.models import Platform

logger = logging.getLogger(__name__)
MOST_DRIFT = Fraction(3, 100)
"""How much the price of the receiver's side may have risen since the lookup."""
LEAST_TIME = dt.timedelta(seconds=60)
"""Minimum remaining validity of an invoice: with less there is no time to look at a quote."""
_TO_PAY = dt.timedelta(seconds=10)
"""Time for a worker to pay an invoice whose quote was executed at the last moment."""
_TRAVEL_RULE = (
    "FULL_NAME",
    "BIRTH_DATE",
    "NATIONALITY",
    "COUNTRY_OF_RESIDENCE",
    "POSTAL_ADDRESS",
    "ACCOUNT_IDENTIFIER",
)
_FAILED, _INVALID = "PAYREQ_REQUEST_FAILED", "INVALID_PAYREQ_RESPONSE"


class NotAsked(errors.DomainError):
    """The receiver's institution would have to be asked, in a dry run that asks nobody."""

    code = "DRY_RUN_NOT_POSSIBLE"
    message = (
        "The receiver's institution has to be asked for the price, and a dry run asks nobody. What can be checked"
        " without it is in order. The lookup estimates the rate."
    )


def agree(*, wanted: Wanted, environment: str, book: RateBook, asks: bool = True) -> Agreed:
    """Agree with the receiver's side on a payment to a UMA address. Never in a database transaction.

    Where nobody may be asked, raises NotAsked after all other checks. Raises the errors of `quote_parties.load`,
    LookupRefused, CounterpartyNotAllowed, CounterpartyFailed, PayerDataMissing, AmountTooSmall, AmountTooLarge,
    AmountOutOfRange, RateUnknown, RatesStale.
    """
    # The time in a request was read with its token, which may be as old as TOKEN_CACHE_SECONDS.
    now = Platform.objects.only("clock_offset").get(id=wanted.platform_id).now()
    parties = quote_parties.load(wanted, now=now)
    if parties.customer_id is None:
        raise errors.InvalidInput.field("source", "must be a customer's: the platform itself makes no payments by UMA")
    lookup = senders.find_lookup(
        platform_id=wanted.platform_id,
        lookup_id=identifiers.parse("Lookup", wanted.lookup_id) if wanted.lookup_id else None,
        address=wanted.destination_address,
        customer_id=parties.customer_id,
        now=now,
    )
    domain = messages.domain_of(wanted.destination_address)
    counterparties.require_allowed(environment=environment, domain=domain)
    offer = _offer(lookup, wanted.receiving_currency)
    told = quote_parties.told_by(wanted, parties.payer_facts)
    payer_facts.require_told(required=lookup.payload["requiredPayerData"], told=told)
    terms = quote_terms.terms(parties=parties, book=book, now=now)
    msat = quote_terms.wanted_msat(
        lock=wanted.lock_side, amount=wanted.amount, offer=offer, terms=terms, parties=parties
    )
    exchange = _Exchange(
        wanted=wanted,
        parties=parties,
        lookup=lookup,
        offer=offer,
        terms=terms,
        domain=domain,
        msat=msat,
        told=told,
        environment=environment,
    )
    if not asks:
        raise NotAsked
    return exchange.carry_out(network=registry.settlement(environment).network)


def receiving_currency(*, platform_id: uuid.UUID, lookup_id: str | None) -> str:
    """Return the currency that a receiver prefers, for a quote that names none; empty when there is no such lookup."""
    key = identifiers.parse("Lookup", lookup_id) if lookup_id else None
    found = by_key(Lookup.objects.filter(platform_id=platform_id), key)
    said = found.payload if found is not None else {}
    # Lookups of the release before have no order of preference.
    return next(iter(said.get("preferred") or said.get("currencies", {})), "")


def _offer(lookup: Lookup, currency: str) -> Offer:
    said = lookup.payload["currencies"].get(currency)
    if said is None or currency not in money.SUPPORTED_CURRENCIES:
        raise errors.InvalidInput.field(
            "destination.currency",
            f"must be a currency that the receiver takes: {', '.join(lookup.payload['currencies'])}",
            code="INVALID_CURRENCY",
        )
    return Offer(
        currency=currency,
        decimals=said["decimals"],
        multiplier=Fraction(said["multiplier"]),
        minimum=max(1, said["minimum"]),
        maximum=said["maximum"],
        min_msat=lookup.payload["minMsat"],
        max_msat=lookup.payload["maxMsat"],
        # Lookups of the release before name none of these.
        said_code=said.get("saidCode", currency),
        said_decimals=said.get("saidDecimals", said["decimals"]),
        per_unit=said.get("perUnit", 1),
    )


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class _Exchange:
    """One pay request and its answer."""

    wanted: Wanted
    parties: Parties
    lookup: Lookup
    offer: Offer
    terms: Terms
    domain: str
    """The receiver's domain."""
    msat: int
    told: Mapping[str, str]
    """Facts about the payer, by counterparty field."""
    environment: str
    transaction_id: uuid.UUID = dataclasses.field(default_factory=identifiers.new_key)

    @property
    def _payer(self) -> str:
        return self.parties.payer_facts["IDENTIFIER"]

    @property
    def _is_sending(self) -> bool:
        return self.wanted.lock_side == LockSide.SENDING

    def carry_out(self, *, network: str) -> Agreed:
        """Ask, and return the promised terms after every check."""
        built = self._build()
        try:
            answer = transport.post(
                self.lookup.payload["callback"],
                built.body,
                environment=self.environment,
                slot=waiting.OURS.held(self.domain, self.wanted.platform_id),
            )
        except transport.Unreachable as failure:
            raise CounterpartyFailed(
                _FAILED, "The receiver's institution can't be reached.", cause=str(failure)
            ) from None
        if not answer.is_ok:
            raise counterparties.refused(answer.status, answer.body, code=_FAILED)
        reply = self._read(answer.body)
        self._check_promise(reply)
        invoice = self._check_invoice(reply, built, network=network)
        self._check_payee(reply)
        return self._agreed(reply, invoice)

    def _build(self) -> messages.BuiltPayRequest:
        now = clock.real_now()
        signer = identities.signer(
            platform_id=self.wanted.platform_id,
            domain=counterparties.sender_domain(platform_id=self.wanted.platform_id, address=self._payer),
            now=now,
        )
        asked = self.lookup.payload["requiredPayerData"]
        travel_rule = {name: self.told[name] for name in {*_TRAVEL_RULE, *asked} if name in self.told}
        try:
            receiver_keys = keys.of_domain(self.domain, environment=self.environment, now=now, is_ours=True)
        except messages.ProtocolError as error:
            raise counterparties.unreliable(error, code=_FAILED) from None
        return messages.build_pay_request(
            payer=self._payer,
            payer_data={name: self.told[name] for name in asked if name in self.told and name != "IDENTIFIER"},
            payer_kyc_status=messages.KycStatus.VERIFIED,
            amount=self.msat if self._is_sending else self.wanted.amount * self.offer.per_unit,
            is_amount_in_msat=self._is_sending,
            receiving_currency=self.offer.said_code,
            requested_payee_data=self.parties.wanted_payee_fields,
            utxo_callback=f"{settings.PUBLIC_BASE_URL}/uma/callback/{self.transaction_id}",
            travel_rule=orjson.dumps(travel_rule).decode() if self.lookup.payload["isSubjectToTravelRule"] else "",
            receiver_keys=receiver_keys,
            signer=signer,
            now=now,
            comment=(self.wanted.description or "")[: self.lookup.payload["commentLimit"]],
        )

    def _read(self, body: bytes) -> messages.PayReply:
        try:
            reply = messages.read_pay_reply(body, payer=self._payer, payee=self.wanted.destination_address)
            authenticity.require(
                reply.signature, domain=self.domain, environment=self.environment, now=clock.real_now(), is_ours=True
            )
        except messages.ProtocolError as error:
            raise counterparties.unreliable(error, code=_INVALID) from None
        return reply

    def _check_promise(self, reply: messages.PayReply) -> None:
        """Raise CounterpartyFailed unless the receiver gets the requested amount, at about the rate of the lookup."""
        offer = self.offer
        if (reply.currency, reply.decimals) != (offer.said_code, offer.said_decimals):
            raise _invalid("The answer is about another currency.")
        if not self._is_sending and reply.amount != self.wanted.amount * offer.per_unit:
            raise _invalid("The answer is about another amount.")
        if reply.amount < offer.per_unit:
            raise _invalid("The answer is about less than can be booked.")
        if Fraction(reply.multiplier) * offer.per_unit > offer.multiplier * (1 + MOST_DRIFT):
            raise _invalid("The rate is worse than the receiver's institution said. Look the receiver up again.")

    def _check_invoice(
        self, reply: messages.PayReply, built: messages.BuiltPayRequest, *, network: str
    ) -> bolt11.Invoice:
        """Return the invoice, if its amount, payee and validity match the answer."""
        try:
            invoice = bolt11.decode(reply.invoice)
        except bolt11.Invalid as error:
            raise _invalid(f"The invoice can't be read: {error}.") from None
        if invoice.network != network:
            raise _invalid("The invoice is of another network.")
        if invoice.amount_msat is None or (self._is_sending and invoice.amount_msat != self.msat):
            raise _invalid("The invoice asks for another amount than was agreed.")
        # A sender that fixes the sent amount leaves a fraction of a receiving unit over.
        room = max(Fraction(1), Fraction(reply.multiplier)) if self._is_sending else Fraction(1)
        if abs(Fraction(invoice.amount_msat) - Fraction(reply.expected_msat)) >= room:
            raise _invalid("The invoice asks for another amount than the answer's own numbers give.")
        if invoice.description_hash not in built.description_hashes(self.lookup.payload["metadata"]):
            # No refusal: an attacker who could put another invoice here could put the right hash into it.
            logger.warning(
                "invoice does not name its pay request",
                extra={"domain": self.domain, "subject": identifiers.public("Transaction", self.transaction_id)},
            )
        if invoice.expires_at - clock.real_now() < LEAST_TIME:
            raise _invalid("The invoice has run out, or is about to.")
        return invoice

    def _check_payee(self, reply: messages.PayReply) -> None:
        wanted = self.parties.wanted_payee_fields.items()
        missing = [name for name, mandatory in wanted if mandatory and name not in {*reply.payee_data, "IDENTIFIER"}]
        if missing:
            raise CounterpartyFailed(
                _INVALID,
                "The receiver's institution does not tell what the platform must know of the receiver.",
                missing=missing,
                failureReason="MISSING_MANDATORY_PAYEE_DATA",
            )
        payer = self.parties.payer
        if screening.is_sanctioned(
            environment=self.environment,
            facts=reply.payee_data,
            platform_id=self.parties.platform_id,
            about=identifiers.public("Customer", payer.id) if payer else "",
        ):
            raise counterparties.CounterpartyNotAllowed

    def _agreed(self, reply: messages.PayReply, invoice: bolt11.Invoice) -> Agreed:
        assert invoice.amount_msat is not None
        price = self.terms.price(
            lock=self.wanted.lock_side,
            amount=self.wanted.amount if self._is_sending else quote_terms.satoshis(invoice.amount_msat),
        )
        quote_terms.require_in_limits(self.parties, price.sending)
        return Agreed(
            transaction_id=self.transaction_id,
            counterparty_domain=self.domain,
            terms=self.terms,
            price=price,
            receiving=reply.amount // self.offer.per_unit,
            receiving_decimals=self.offer.decimals,
            multiplier=Fraction(reply.multiplier) * self.offer.per_unit,
            fee_msat=reply.fee_msat,
            invoice=reply.invoice,
            payment_hash=invoice.payment_hash,
            amount_msat=invoice.amount_msat,
            payable_for=invoice.expires_at - clock.real_now() - _TO_PAY,
            callback_url=reply.utxo_callback,
            payee_data=reply.payee_data,
        )


def _invalid(text: str) -> CounterpartyFailed:
    return CounterpartyFailed(_INVALID, text)

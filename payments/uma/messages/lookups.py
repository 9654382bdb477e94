"""The first exchange: whether a receiver exists, in which currencies, and the facts required about the payer."""

import dataclasses
import datetime as dt
import enum
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from urllib.parse import quote

import orjson

from payments.uma.messages import schemas
from payments.uma.messages.errors import ProtocolError, Reason
from payments.uma.messages.library import uma
from payments.uma.messages.signatures import Signature, Signer, new_nonce

VERSION = "1.0"
"""The version in our requests: every counterparty with version 1 understands it."""
_REQUEST = schemas.Checks(Reason.PARSE_LNURLP_REQUEST_ERROR)
_REPLY = schemas.Checks(Reason.PARSE_LNURLP_RESPONSE_ERROR)
_LONGEST_QUERY = 8 * 1024
_LONGEST_METADATA = 16 * 1024
_MOST_CURRENCIES = 200
_MOST_DECIMALS = 18
_UMA_PARAMETER = re.compile(r"(?:^|&)(?:signature|vaspDomain|nonce|timestamp|umaVersion)=")


class KycStatus(enum.StrEnum):
    """The result of an institution's identity check of its customer."""

    VERIFIED = "VERIFIED"
    NOT_VERIFIED = "NOT_VERIFIED"
    PENDING = "PENDING"
    UNKNOWN = "UNKNOWN"


@dataclasses.dataclass(frozen=True, slots=True)
class LookupRequest:
    """A request about one of our receivers."""

    receiver: str
    """The address as it was signed."""
    sender_domain: str
    version: str
    is_subject_to_travel_rule: bool
    signature: Signature


@dataclasses.dataclass(frozen=True, slots=True)
class Currency:
    """A currency that a receiver can get."""

    code: str
    name: str
    symbol: str
    decimals: int
    multiplier: Decimal
    """Millisatoshis for one smallest unit of this currency: an estimate in a lookup, a promise in a pay reply."""
    minimum: int
    """In the smallest unit, like `maximum`."""
    maximum: int


@dataclasses.dataclass(frozen=True, slots=True)
class LookupReply:
    """Another institution's answer about its receiver."""

    receiver: str
    callback: str
    """Address for the pay request."""
    metadata: str
    """The text that the invoice's description hash covers, together with the payer data."""
    min_sendable_msat: int
    max_sendable_msat: int
    currencies: tuple[Currency, ...]
    required_payer_data: Mapping[str, bool]
    """By counterparty field: whether it is mandatory."""
    kyc_status: KycStatus
    is_subject_to_travel_rule: bool
    version: str
    comment_limit: int
    """Maximum length of a comment; 0 when none is accepted."""
    signature: Signature


def build_lookup_url(receiver: str, *, signer: Signer, is_subject_to_travel_rule: bool, now: dt.datetime) -> str:
    """Return the address to GET, signed: valid for one request. Raises ProtocolError for an invalid address."""
    domain, user = schemas.domain_of(receiver), receiver.partition("@")[0]
    request = uma.LnurlpRequest(
        receiver_address=f"{user}@{domain}",
        nonce=new_nonce(),
        signature="",
        is_subject_to_travel_rule=is_subject_to_travel_rule,
        vasp_domain=signer.domain,
        timestamp=now,
        uma_version=VERSION,
    )
    request.signature = signer.sign(request.signable_payload())
    # The library uses plain http for domains that look local.
    path = quote(f"/.well-known/lnurlp/{user}", safe="/$")
    return f"https://{domain}{path}?{request.encode_to_url().partition('?')[2]}"


def read_lookup_request(*, receiver: str, query: str) -> LookupRequest | None:
    """Return the request about `receiver` (`$user@` and our configured domain), None when it is a plain LNURL one.

    `query` is the query string as received. Raises ProtocolError.
    """
    if len(query) > _LONGEST_QUERY:
        raise _REQUEST.refuse("The query is too long.")
    if not _UMA_PARAMETER.search(query):
        return None
    user, _, domain = _REQUEST.address(receiver, "the receiver").partition("@")
    with _REQUEST.parsing():
        try:
            request = uma.parse_lnurlp_request(f"https://{domain}/.well-known/lnurlp/{user}?{query}")
        except uma.UnsupportedVersionException:
            raise _REQUEST.unsupported_version() from None
        except uma.InvalidRequestException as error:
            raise ProtocolError(Reason(error.code), error.reason) from None
    version = _REQUEST.version(request.uma_version)
    nonce = _REQUEST.text(request.nonce, "nonce", longest=128)
    with _REQUEST.parsing():
        payload = request.signable_payload()
        timestamp = int(request.timestamp.timestamp()) if request.timestamp else None
    return LookupRequest(
        receiver=receiver,
        sender_domain=_REQUEST.domain(request.vasp_domain, "vaspDomain"),
        version=version,
        is_subject_to_travel_rule=bool(request.is_subject_to_travel_rule),
        signature=_REQUEST.signature(payload, nonce=nonce, timestamp=timestamp, value=request.signature),
    )


def build_lookup_reply(
    request: LookupRequest,
    *,
    signer: Signer,
    callback: str,
    metadata: str,
    min_sendable_msat: int,
    max_sendable_msat: int,
    currencies: Sequence[Currency],
    required_payer_data: Mapping[str, bool],
    kyc_status: KycStatus,
    is_subject_to_travel_rule: bool,
    comment_limit: int,
    now: dt.datetime,
) -> bytes:
    """Return the signed answer to a lookup. Compliance data and the payer's address are always required."""
    compliance = uma.LnurlComplianceResponse(
        kyc_status=uma.KycStatus[kyc_status.value],
        signature="",
        signature_nonce=new_nonce(),
        signature_timestamp=int(now.timestamp()),
        is_subject_to_travel_rule=is_subject_to_travel_rule,
        receiver_identifier=request.receiver,
    )
    wanted = {schemas.FIELD_KEYS[field]: mandatory for field, mandatory in required_payer_data.items()}
    reply = uma.LnurlpResponse(
        tag="payRequest",
        callback=callback,
        min_sendable=min_sendable_msat,
        max_sendable=max_sendable_msat,
        encoded_metadata=metadata,
        currencies=[_to_library(currency) for currency in currencies],
        required_payer_data=uma.create_counterparty_data_options(wanted | {"compliance": True, "identifier": True}),
        compliance=compliance,
        uma_version=request.version,
        comment_chars_allowed=comment_limit,
    )
    compliance.signature = signer.sign(reply.signable_payload())
    return orjson.dumps(reply.to_dict())


def read_lookup_reply(body: bytes, *, receiver: str) -> LookupReply:
    """Return the answer about the requested receiver. Raises ProtocolError."""
    check = _REPLY
    check.require_size(body)
    with check.parsing():
        reply = uma.LnurlpResponse.from_json(body.decode())
    block = reply.compliance
    if reply.tag != "payRequest" or block is None:
        raise check.refuse("That is no UMA reply: its tag or its compliance block is missing.")
    known_as = check.address(block.receiver_identifier, "receiverIdentifier")
    if known_as.lower() != receiver.lower():
        raise check.refuse("The reply is about another receiver.")
    if not isinstance(block.kyc_status, uma.KycStatus) or type(block.is_subject_to_travel_rule) is not bool:
        raise check.refuse("The compliance block is incomplete.")
    nonce = check.text(block.signature_nonce, "signatureNonce", longest=128)
    check.integer(block.signature_timestamp, "signatureTimestamp", least=0, most=2**33)
    least = check.integer(reply.min_sendable, "minSendable", least=0, most=schemas.MAX_MSAT)
    return LookupReply(
        receiver=known_as,
        callback=check.url(reply.callback, "callback"),
        metadata=check.metadata(reply.encoded_metadata, longest=_LONGEST_METADATA),
        min_sendable_msat=least,
        max_sendable_msat=check.integer(reply.max_sendable, "maxSendable", least=least, most=2**63 - 1),
        currencies=_read_currencies(reply.currencies),
        required_payer_data=check.wanted(
            reply.required_payer_data, "payerData", unknown=Reason.PARSE_LNURLP_RESPONSE_ERROR
        ),
        kyc_status=KycStatus[block.kyc_status.name],
        is_subject_to_travel_rule=block.is_subject_to_travel_rule,
        version=check.version(reply.uma_version),
        comment_limit=check.integer(reply.comment_chars_allowed or 0, "commentAllowed", least=0, most=100_000),
        signature=check.signature(
            reply.signable_payload(),
            nonce=nonce,
            timestamp=block.signature_timestamp,
            value=block.signature,
        ),
    )


def build_metadata(receiver: str) -> str:
    """Return the metadata of a lookup of one of our receivers; the description hash of its invoices covers it."""
    return orjson.dumps([["text/plain", f"Pay {receiver}"], ["text/identifier", receiver]]).decode()


def _to_library(currency: Currency) -> "uma.Currency":
    return uma.Currency(
        code=currency.code,
        name=currency.name,
        symbol=currency.symbol,
        millisatoshi_per_unit=schemas.number(currency.multiplier),
        min_sendable=currency.minimum,
        max_sendable=currency.maximum,
        decimals=currency.decimals,
    )


def _read_currencies(found: object) -> tuple[Currency, ...]:
    if not isinstance(found, list) or not 0 < len(found) <= _MOST_CURRENCIES:
        raise _REPLY.refuse("currencies must be a list that is neither empty nor endless.")
    return tuple(_read_currency(entry) for entry in found)


def _read_currency(entry: "uma.Currency") -> Currency:
    check = _REPLY
    minimum = check.amount(entry.min_sendable, "convertible.min", least=0)
    return Currency(
        code=check.text(entry.code, "code", longest=8),
        name=check.words(entry.name, "name", longest=128),
        symbol=check.words(entry.symbol, "symbol", longest=16),
        decimals=check.integer(entry.decimals, "decimals", least=0, most=_MOST_DECIMALS),
        multiplier=check.rate(entry.millisatoshi_per_unit, "multiplier"),
        minimum=minimum,
        maximum=check.amount(entry.max_sendable, "convertible.max", least=minimum),
    )

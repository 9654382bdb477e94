"""Links to the hosted identity page: made for a platform, opened in one browser, submitted once."""

import dataclasses
import datetime as dt
import hashlib
import hmac
import secrets
import uuid
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import orjson
from django.db import connection

from compliance import gates, queries
from compliance.customers import customers
from compliance.documents import encrypted_storage
from compliance.documents.uploads import StoredFile
from compliance.models import Customer, CustomerType, KycLink
from compliance.models.kyc_link import ENCRYPTED_ANSWERS
from compliance.verification import completeness, documents, requirements, verifications
from platforms import audit
from platforms.base import errors, identifiers
from platforms.database.locks import Lock

LIFETIME = dt.timedelta(hours=24)
_SECRET_BYTES = 32
_MOST_NAMED = 100
"""How many customers of one name a refusal names, the newest first."""


class LinkClosed(errors.DomainError):
    """The link was used in another browser, was submitted before, or has expired."""

    code = "EXPIRED"
    message = "This link can no longer be used."


class SeveralCustomers(errors.InvalidInput):
    """Live customers of the platform share the name: whose facts the person would give can't be told."""

    def __init__(self, customers: Sequence[Customer]) -> None:
        """Take the customers."""
        super().__init__([("platformCustomerId", "is that of several customers: name one of them in customerId")])
        self.details["customerIds"] = [customer.public_id for customer in customers]


@dataclasses.dataclass(frozen=True, slots=True)
class NewLink:
    """A link with its token, which can be read only now."""

    link: KycLink
    token: str


def create(
    *,
    platform_id: uuid.UUID,
    platform_customer_id: str,
    customer_id: str | None = None,
    redirect_uri: str,
    actor: audit.Actor,
    now: dt.datetime,
) -> NewLink:
    """Make a link for the platform's live customer of that name; a missing customer is created, UNVERIFIED.

    `customer_id` says which one where several have the name. Of concurrent requests for a missing customer, one creates
    it. Raises CustomerNotFound, CustomerDeleted, SeveralCustomers, and InvalidInput for a `redirect_uri` that is not
    https, a business that lacks more than documents, or a customer of another name.
    """
    if redirect_uri:
        _check_redirect(redirect_uri)
    if customer_id is not None:
        customer = _named_customer(platform_id, platform_customer_id, customer_id)
    else:
        customer = _find_customer(platform_id, platform_customer_id) or _make_customer(
            platform_id, platform_customer_id, actor=actor, now=now
        )
    return _make_link(customer, redirect_uri, field="platformCustomerId", actor=actor, now=now)


def create_for(
    *, platform_id: uuid.UUID, customer_id: str, redirect_uri: str, actor: audit.Actor, now: dt.datetime
) -> NewLink:
    """Make another link for a live customer; those made before stay as they are.

    Raises CustomerNotFound, CustomerDeleted, and InvalidInput for a `redirect_uri` that is not https, or a business
    that lacks more than documents.
    """
    if redirect_uri:
        _check_redirect(redirect_uri)
    customer = queries.customer(platform_id=platform_id, customer_id=customer_id)
    gates.require_live(deleted_at=customer.deleted_at)
    return _make_link(customer, redirect_uri, field="customerId", actor=actor, now=now)


def _make_link(customer: Customer, redirect_uri: str, *, field: str, actor: audit.Actor, now: dt.datetime) -> NewLink:
    if customer.customer_type == CustomerType.BUSINESS:
        _require_facts(customer, field=field, today=now.date())
    token = secrets.token_urlsafe(_SECRET_BYTES)
    link = KycLink.objects.create(
        id=identifiers.new_key(),
        platform_id=customer.platform_id,
        customer=customer,
        token_hash=_hash(token),
        redirect_uri=redirect_uri,
        created_at=now,
        expires_at=now + LIFETIME,
    )
    _record("kyc_link.create", link, actor=actor, now=now)
    return NewLink(link, token)


def _require_facts(customer: Customer, *, field: str, today: dt.date) -> None:
    """Raise InvalidInput for a business whose facts or people are missing: its page takes documents."""
    problems = completeness.evaluate(verifications.latest_case(customer), today=today)
    lacking = [each for each in problems if not completeness.is_of_documents(each)]
    if not lacking:
        return
    raise errors.InvalidInput(
        (field, f"must be a business that lacks nothing but documents: {each.get('field') or each['type']} comes first")
        for each in lacking
    )


def _named_customer(platform_id: uuid.UUID, platform_customer_id: str, customer_id: str) -> Customer:
    customer = queries.customer(platform_id=platform_id, customer_id=customer_id)
    if customer.platform_customer_id != platform_customer_id:
        raise errors.InvalidInput.field("customerId", "must be a customer with this platformCustomerId")
    gates.require_live(deleted_at=customer.deleted_at)
    return customer


def _find_customer(platform_id: uuid.UUID, platform_customer_id: str) -> Customer | None:
    rows = Customer.objects.for_platform(platform_id).filter(platform_customer_id=platform_customer_id, deleted_at=None)
    customers = list(rows.order_by("-created_at", "-id")[:_MOST_NAMED])
    if len(customers) > 1:
        raise SeveralCustomers(customers)
    return customers[0] if customers else None


def _make_customer(
    platform_id: uuid.UUID, platform_customer_id: str, *, actor: audit.Actor, now: dt.datetime
) -> Customer:
    # The platform's own name for a customer is not unique, so no constraint tells concurrent requests apart.
    with connection.cursor() as cursor:
        Lock.CUSTOMER_NAME.hold(cursor, f"{platform_id}{platform_customer_id}")
    return _find_customer(platform_id, platform_customer_id) or customers.create(
        platform_id=platform_id,
        details={"customerType": "INDIVIDUAL", "platformCustomerId": platform_customer_id},
        is_checked_later=True,
        actor=actor,
        now=now,
    )


def find(token: str) -> KycLink | None:
    """Return the link of a token with its platform and customer."""
    rows = KycLink.objects.select_related("platform", "customer")
    return rows.filter(token_hash=_hash(token)).first()


def begin(*, link_id: uuid.UUID, now: dt.datetime) -> str:
    """Bind a link to the requesting browser and return the secret for its cookie; raises LinkClosed for all others."""
    link = _lock(link_id)
    if link.started_at is not None or link.is_expired(now):
        raise LinkClosed
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    link.session_hash, link.started_at = _hash(secret), now
    link.save(update_fields=["session_hash", "started_at"])
    _record("kyc_link.begin", link, actor=as_customer(link), now=now)
    return secret


def may_continue(*, link: KycLink, secret: str, now: dt.datetime) -> bool:
    """Tell whether a browser with this cookie may continue with the link."""
    if link.session_hash is None or link.completed_at is not None or link.is_expired(now):
        return False
    return hmac.compare_digest(bytes(link.session_hash), _hash(secret))


def is_same_browser(link: KycLink, secret: str) -> bool:
    """Tell whether a cookie belongs to the browser that began, also after the end."""
    return link.session_hash is not None and hmac.compare_digest(bytes(link.session_hash), _hash(secret))


def answers(link: KycLink) -> dict[str, Any]:
    """Return the answers so far."""
    if link.answers is None:
        return {}
    filled: dict[str, Any] = orjson.loads(ENCRYPTED_ANSWERS.open(bytes(link.answers), row=link.id))
    return filled


def answer(*, link_id: uuid.UUID, given: Mapping[str, Any]) -> KycLink:
    """Store the answers of a step beside those of earlier steps."""
    link = _lock(link_id)
    if link.completed_at is not None:
        raise LinkClosed
    link.answers = ENCRYPTED_ANSWERS.seal(orjson.dumps({**answers(link), **given}), row=link.id)
    link.save(update_fields=["answers"])
    return link


def attach(
    *, link_id: uuid.UUID, document_type: str, country: str, files: Mapping[str, StoredFile], now: dt.datetime
) -> KycLink:
    """Store the pictures of the identity document: `files` by side, FRONT and BACK; a side not sent again stays.

    Raises LinkClosed, CustomerDeleted.
    """
    link = _lock(link_id)
    if link.completed_at is not None:
        raise LinkClosed
    actor = as_customer(link)
    filled = answers(link)
    shown: dict[str, Any] = dict(filled.get("files", {}))
    place: dict[str, Any] = {"platform_id": link.platform_id, "actor": actor, "now": now}
    if filled.get("documentType") != document_type:
        # Another document: pictures of the former one prove nothing about it.
        for known in shown.values():
            documents.delete(document_id=known["id"], **place)
        shown = {}
    sides = ("FRONT", "BACK") if document_type in requirements.TWO_SIDED else ("FRONT",)
    for side in sides:
        known, file = shown.get(side), files.get(side)
        details = {"documentType": document_type, "country": country} | ({"side": side} if len(sides) > 1 else {})
        if known is not None:
            document = documents.replace(document_id=known["id"], changes=details, file=file, **place)
        elif file is not None:
            holder = link.customer.public_id
            document = documents.upload(details=details | {"documentHolder": holder}, file=file, **place)
        else:
            continue
        shown[side] = {"id": document.public_id, "name": document.file_name, "contentType": document.content_type}
    given = {"documentType": document_type, "documentCountry": country, "files": shown}
    link.answers = ENCRYPTED_ANSWERS.seal(orjson.dumps({**filled, **given}), row=link.id)
    link.save(update_fields=["answers"])
    return link


def attach_company_document(
    *,
    link_id: uuid.UUID,
    holder: str,
    document_type: str,
    country: str,
    files: Mapping[str, StoredFile],
    now: dt.datetime,
) -> KycLink:
    """Store a document of a business, or of one of its owners, named by `holder`; `files` by side, FRONT and BACK.

    Raises LinkClosed, CustomerDeleted, and the error of a holder that there is not.
    """
    link = _lock(link_id)
    if link.completed_at is not None:
        raise LinkClosed
    for side, file in files.items():
        details = {"documentType": document_type, "country": country, "documentHolder": holder}
        if document_type in requirements.TWO_SIDED:
            details["side"] = side
        documents.upload(details=details, file=file, platform_id=link.platform_id, actor=as_customer(link), now=now)
    return link


def picture(link: KycLink, side: str) -> tuple[str, bytes] | None:
    """Return content type and content of a picture uploaded through the link; None when there is none."""
    shown = answers(link).get("files", {}).get(side)
    if shown is None or not shown["contentType"].startswith("image/"):
        return None
    document = queries.document(platform_id=link.platform_id, document_id=shown["id"])
    return document.content_type, encrypted_storage.get(document.storage_key)


def hand_in(*, link_id: uuid.UUID, now: dt.datetime) -> KycLink:
    """Submit the answers: store them in the customer, ask for the decision, and close the link.

    Raises LinkClosed, CustomerDeleted, and InvalidInput when a fact is refused.
    """
    link = _lock(link_id)
    if link.completed_at is not None or link.is_expired(now):
        raise LinkClosed
    actor = as_customer(link)
    filled = answers(link)
    customer = link.customer
    gates.require_live(deleted_at=customer.deleted_at)
    if customer.customer_type == CustomerType.INDIVIDUAL:
        customers.update(
            platform_id=link.platform_id,
            customer_id=customer.public_id,
            changes={
                "fullName": filled["fullName"],
                "birthDate": dt.date.fromisoformat(filled["birthDate"]),
                "nationality": filled["nationality"],
                "address": filled["address"],
            },
            actor=actor,
            now=now,
        )
    verification = verifications.submit(
        platform_id=link.platform_id, customer_id=customer.public_id, actor=actor, now=now
    )
    link.completed_at, link.answers, link.verification = now, None, verification
    link.save(update_fields=["completed_at", "answers", "verification"])
    _record("kyc_link.hand_in", link, actor=actor, now=now, details={"consent": filled["consent"]})
    return link


def as_customer(link: KycLink) -> audit.Actor:
    """Return the actor of the hosted page."""
    return audit.Actor(kind="CUSTOMER", id=str(link.customer_id))


def _lock(link_id: uuid.UUID) -> KycLink:
    locked: KycLink = KycLink.objects.select_for_update(of=("self",)).select_related("customer").get(id=link_id)
    return locked


def _hash(secret: str) -> bytes:
    # Random and long: a plain hash can't be reversed.
    return hashlib.sha256(secret.encode()).digest()


def _check_redirect(uri: str) -> None:
    problem = errors.InvalidInput.field("redirectUri", "must be an https:// address without user name and fragment")
    if not (uri.isascii() and uri.isprintable() and " " not in uri and len(uri) <= 2048):
        raise problem
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise problem from None
    if parts.scheme != "https" or not host or parts.username is not None or parts.fragment or port == 0:
        raise problem


def _record(
    verb: str, link: KycLink, *, actor: audit.Actor, now: dt.datetime, details: dict[str, object] | None = None
) -> None:
    audit.record(
        audit.Subject(link.platform_id, identifiers.public("Customer", link.customer_id)),
        verb,
        actor=actor,
        now=now,
        link=str(link.id),
        **(details or {}),
    )

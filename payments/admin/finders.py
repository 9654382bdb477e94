"""What the search box finds payments, customers and accounts by. Each query asks one index for a few keys."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

import orjson
from django.db import connection, models

from compliance.models import Customer
from payments.models import (
    Deposit,
    ExternalAccount,
    IncomingUmaPayment,
    InternalAccount,
    OutgoingUmaPayment,
    ProviderMessage,
    Transaction,
)
from platforms.backoffice import links, search
from platforms.backoffice.search import Key, Term
from platforms.base import money
from platforms.models import ApiToken, AuditEntry, IdempotencyKey

_AMOUNT = re.compile(
    r"(?:(?P<before>[A-Za-z]{3,4})\s*)?(?P<number>\d[\d,]*(?:\.\d{1,8})?)(?:\s*(?P<after>[A-Za-z]{3,4}))?"
)
_HASH = re.compile(r"[0-9a-fA-F]{64}")
_LAST_FOUR = re.compile(r"[•*.\s]*([0-9A-Za-z]{4})")
_BODY = 20_000
"""Bytes of a stored reply that are looked at for the object it speaks of."""

# The index leads with the platform, so each platform is asked for its few.
_PAYMENTS = """
SELECT found.id
  FROM platforms_platform platform
 CROSS JOIN LATERAL (
       (SELECT id FROM payments_transaction WHERE platform_id = platform.id AND reference = %s LIMIT %s)
       UNION ALL
       (SELECT id FROM payments_transaction WHERE platform_id = platform.id AND sender = %s
         ORDER BY created_at DESC, id DESC LIMIT %s)
       UNION ALL
       (SELECT id FROM payments_transaction WHERE platform_id = platform.id AND receiver = %s
         ORDER BY created_at DESC, id DESC LIMIT %s)
       ) found
 ORDER BY found.id DESC LIMIT %s
"""
_AMOUNTS = """
SELECT found.id
  FROM unnest(%s::bigint[], %s::text[]) AS wanted(amount, currency)
 CROSS JOIN LATERAL (
       (SELECT id FROM payments_transaction WHERE sent_amount = wanted.amount AND sent_currency = wanted.currency
         ORDER BY id DESC LIMIT %s)
       UNION ALL
       (SELECT id FROM payments_transaction
         WHERE received_amount = wanted.amount AND received_currency = wanted.currency
           AND NOT (received_amount = sent_amount AND received_currency = sent_currency)
         ORDER BY id DESC LIMIT %s)
       ) found
 ORDER BY found.id DESC LIMIT %s
"""
_STORED_REPLIES = """
SELECT found.id, found.body
  FROM platforms_platform platform
 CROSS JOIN LATERAL (
       SELECT id, CASE WHEN is_sealed THEN '' ELSE substring(body FOR %s) END AS body
         FROM platforms_idempotencykey WHERE platform_id = platform.id AND key = %s
       ) found
 LIMIT %s
"""
_THEIR_CUSTOMERS = """
SELECT found.id
  FROM platforms_platform platform
 CROSS JOIN LATERAL (
       SELECT id FROM compliance_customer WHERE platform_id = platform.id AND platform_customer_id = %s
        ORDER BY created_at DESC, id DESC LIMIT %s
       ) found
 LIMIT %s
"""
_THEIR_ACCOUNTS = """
SELECT found.id
  FROM platforms_platform platform
 CROSS JOIN LATERAL (
       SELECT id FROM payments_externalaccount WHERE platform_id = platform.id AND platform_account_id = %s LIMIT %s
       ) found
 LIMIT %s
"""
# The expressions are those of the indexes in `migrations/sql/search.sql` of compliance and payments. Of more than
# 500 of a name the newest are not looked for: which ones are found is left to the index.
_CUSTOMERS_BY_NAME = """
SELECT id FROM (
    SELECT id FROM compliance_customer
     WHERE to_tsvector('simple', coalesce(full_name, '') || ' ' || coalesce(business_info ->> 'legalName', ''))
        @@ to_tsquery('simple', %s)
     LIMIT 500
) named ORDER BY id DESC LIMIT %s
"""
_ACCOUNTS_BY_NAME = """
SELECT id FROM (
    SELECT id FROM payments_externalaccount
     WHERE to_tsvector('simple', coalesce(account_info #>> '{beneficiary,fullName}', '') || ' '
                              || coalesce(account_info #>> '{beneficiary,legalName}', ''))
        @@ to_tsquery('simple', %s)
     LIMIT 500
) named ORDER BY id DESC LIMIT %s
"""


def _is_name(term: Term) -> bool:
    """Tell whether a term could be words of a name: at least one is of letters alone, and it is nothing else."""
    is_other = term.is_identifier or "@" in term.text or _AMOUNT.fullmatch(term.text)
    return not is_other and any(word.isalpha() for word in term.words)


@search.source("reference", rank=0, needs="payments.Transaction", fits=search.is_plain)
def _payments(term: Term, limit: int) -> Iterator[Key]:
    """By bank reference, and by the account or address that sends or receives."""
    text = term.text.upper() if term.text[:2].lower() == "tx" else term.text
    yield from _of(Transaction, _PAYMENTS, [text, limit, text, limit, text, limit, limit])


@search.source("provider's reference", rank=0, needs="payments.Transaction", fits=search.is_plain)
def _by_provider(term: Term, limit: int) -> Iterator[Key]:
    said = ProviderMessage.objects.exclude(reference="").filter(reference=term.text)
    now = Transaction.objects.exclude(provider_reference="").filter(provider_reference=term.text)
    keys = dict.fromkeys(
        [*now.values_list("pk", flat=True)[:limit], *said.values_list("transaction", flat=True)[:limit]]
    )
    yield from ((Transaction, key) for key in keys)


@search.source("provider's reference", rank=0, needs="payments.Deposit", fits=search.is_plain)
def _by_arrival(term: Term, limit: int) -> Iterator[Key]:
    found = Deposit.objects.filter(provider_reference=term.text)
    yield from ((Deposit, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source("payment hash", rank=0, needs="payments.Transaction", fits=lambda term: bool(_HASH.fullmatch(term.text)))
def _by_payment_hash(term: Term, limit: int) -> Iterator[Key]:
    wanted = term.text.lower()
    came_in = IncomingUmaPayment.objects.filter(payment_hash=wanted).values_list("transaction_id", flat=True)
    went_out = OutgoingUmaPayment.objects.filter(payment_hash=wanted).values_list("transaction_id", flat=True)
    yield from ((Transaction, key) for key in [*came_in[:limit], *went_out[:limit]])


@search.source("request id", rank=0, needs="platforms.AuditEntry", fits=lambda term: term.is_identifier)
def _by_request(term: Term, limit: int) -> Iterator[Key]:
    """What a request did: the objects that its audit entries name, then the entries."""
    named = links.key_in(term.text)
    if named is None or named[0]:
        return
    rows = AuditEntry.objects.filter(request_id=str(named[1])).values_list("pk", "subject")
    # Sorted here: an order and a limit might have the database walk along the key until it meets one.
    found = sorted(rows[:limit])
    yield from (key for _, subject in found for key in _named(subject))
    yield from ((AuditEntry, key) for key, _ in found)


@search.source("idempotency key", rank=0, needs="platforms.IdempotencyKey", fits=search.is_plain)
def _by_idempotency_key(term: Term, limit: int) -> Iterator[Key]:
    """What the request did that used the key first, as its stored reply tells, then the key."""
    if not term.text.isascii():
        return
    with connection.cursor() as cursor:
        cursor.execute(_STORED_REPLIES, [_BODY, term.text, limit])
        rows = cursor.fetchall()
    for key, body in rows:
        yield from _named_in(bytes(body))
        yield IdempotencyKey, key


@search.source("UMA address", rank=0, needs="compliance.Customer", fits=lambda term: "@" in term.text)
def _by_address(term: Term, limit: int) -> Iterator[Key]:
    address = term.text.lower() if term.text.startswith("$") else f"${term.text.lower()}"
    found = Customer.objects.filter(uma_address=address)
    yield from ((Customer, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source("platform's own id", rank=1, needs="compliance.Customer", fits=search.is_plain)
def _by_their_customer(term: Term, limit: int) -> Iterator[Key]:
    yield from _of(Customer, _THEIR_CUSTOMERS, [term.text, limit, limit])


@search.source("platform's own id", rank=1, needs="payments.ExternalAccount", fits=search.is_plain)
def _by_their_account(term: Term, limit: int) -> Iterator[Key]:
    yield from _of(ExternalAccount, _THEIR_ACCOUNTS, [term.text, limit, limit])


@search.source("funding reference", rank=0, needs="payments.InternalAccount", fits=search.is_plain)
def _by_funding_reference(term: Term, limit: int) -> Iterator[Key]:
    found = InternalAccount.objects.filter(funding_reference=term.text.upper())
    yield from ((InternalAccount, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source("client id", rank=0, needs="platforms.ApiToken", fits=search.is_plain)
def _by_client_id(term: Term, limit: int) -> Iterator[Key]:
    found = ApiToken.objects.filter(client_id=term.text)
    yield from ((ApiToken, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source(
    "last four", rank=2, needs="payments.ExternalAccount", fits=lambda term: bool(_LAST_FOUR.fullmatch(term.text))
)
def _by_last_four(term: Term, limit: int) -> Iterator[Key]:
    """By the end of an account's number, which only its blind index knows."""
    field: Any = ExternalAccount._meta.get_field("last_four_digest")
    end = _LAST_FOUR.fullmatch(term.text)
    assert end is not None
    found = ExternalAccount.objects.filter(last_four_digest=field.digest(end[1])).order_by("-id")
    yield from ((ExternalAccount, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source("amount", rank=3, needs="payments.Transaction", fits=lambda term: bool(_AMOUNT.fullmatch(term.text)))
def _by_amount(term: Term, limit: int) -> Iterator[Key]:
    """By what was sent or received, in the major unit or in the smallest one."""
    wanted = _amounts(term.text)
    values = [amount for amount, _ in wanted], [code for _, code in wanted]
    yield from _of(Transaction, _AMOUNTS, [*values, limit, limit, limit])


@search.source("name", rank=4, needs="compliance.Customer", fits=_is_name)
def _by_customer_name(term: Term, limit: int) -> Iterator[Key]:
    yield from _of(Customer, _CUSTOMERS_BY_NAME, [_query(term), limit])


@search.source("beneficiary", rank=5, needs="payments.ExternalAccount", fits=_is_name)
def _by_beneficiary_name(term: Term, limit: int) -> Iterator[Key]:
    yield from _of(ExternalAccount, _ACCOUNTS_BY_NAME, [_query(term), limit])


def _of(model: type[models.Model], sql: str, parameters: list[Any]) -> Iterator[Key]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        keys = [key for (key,) in cursor.fetchall()]
    yield from ((model, key) for key in keys)


def _query(term: Term) -> str:
    """Return a text search for names that have all words, each as a beginning."""
    return " & ".join(f"{word}:*" for word in term.words)


def _amounts(text: str) -> list[tuple[int, str]]:
    """Return what an amount can be in smallest units: of the currency that is named, or of any."""
    found = _AMOUNT.fullmatch(text)
    assert found is not None
    code = (found["before"] or found["after"] or "").upper()
    number = Decimal(found["number"].replace(",", ""))
    codes = [code] if code else sorted(money.SUPPORTED_CURRENCIES)
    wanted = []
    for each in codes:
        if each not in money.SUPPORTED_CURRENCIES:
            continue
        major = number.scaleb(money.currency(each).decimals)
        units = {major} if code or number != int(number) else {major, number}
        wanted += [(int(unit), each) for unit in units if unit == int(unit) and 0 < unit <= money.MAX_AMOUNT]
    return wanted


def _named(public_id: str) -> Iterable[Key]:
    prefix = public_id.partition(":")[0]
    model = links.public_types().get(prefix)
    named = links.key_in(public_id)
    return [(model, named[1])] if model and named else []


def _named_in(body: bytes) -> Iterator[Key]:
    try:
        reply = orjson.loads(body)
    except orjson.JSONDecodeError:
        return
    if isinstance(reply, dict):
        for member in ("transactionId", "id"):
            if isinstance(reply.get(member), str):
                yield from _named(reply[member])

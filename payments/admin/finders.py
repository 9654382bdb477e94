"""Search of payments, customers and accounts. Each query asks one index for a few keys."""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson
import phonenumbers
from django.db import connection

from payments.account_types import checks, table
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
from platforms.backoffice.search import Key, Partly
from platforms.backoffice.terms import Term
from platforms.models import ApiToken, AuditEntry, IdempotencyKey

_HASH = re.compile(r"[0-9a-fA-F]{64}")
_LAST_FOUR_LENGTH, _SHORTEST_IBAN = 4, 15
_PART_OF_NUMBER = re.compile(r"(?:[A-Za-z]{2}\d{2}[\s-]?)?[0-9A-Za-z\s-]*\d[0-9A-Za-z\s-]*")
_END = re.compile(r"(?:\w+:)?…?[0-9a-f]{12}")
_LAST_FOUR = re.compile(r"[•*.\s]*([0-9A-Za-z]{4})")
_DICTATED = re.compile(r"(?:TX(?=[0-9A-F]{3})|(?=[0-9A-F]*[0-9])(?=[0-9A-F]{6}))([0-9A-F]{3,16})", re.IGNORECASE)
_REFERENCE = 18
"""Letters and digits of a bank reference."""
_FUNDING_REFERENCE = re.compile(r"[0-9A-Za-z]{6,32}")
_PHONE = re.compile(r"(\+|00)?([\d\s().-]{6,})")
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
_BODY = 20_000
"""Bytes of a stored reply that are searched for its object."""

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
_FEES = """
SELECT found.id
  FROM unnest(%s::bigint[], %s::text[]) AS wanted(amount, currency)
 CROSS JOIN LATERAL (
       SELECT id FROM payments_transaction
        WHERE fees > 0 AND fees = wanted.amount AND sent_currency = wanted.currency ORDER BY id DESC LIMIT %s
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
_REFERENCES = """
SELECT found.id
  FROM platforms_platform platform
 CROSS JOIN LATERAL (
       SELECT id FROM payments_transaction
        WHERE platform_id = platform.id AND reference BETWEEN %s AND %s ORDER BY reference LIMIT %s
       ) found
 ORDER BY found.id DESC LIMIT %s
"""
_THEIR_ACCOUNTS = r"""
SELECT id FROM (
    SELECT id FROM payments_externalaccount
     WHERE platform_account_id IS NOT NULL
       AND lower(regexp_replace(platform_account_id, '[\W_]+', '', 'g')) = %s LIMIT 500
) named ORDER BY id DESC LIMIT %s
"""
# The expression is that of the indexes of migration 0011. Of more than 500 of a name the newest are not looked for:
# which ones are found is left to the index.
BENEFICIARY = (
    "search_fold(coalesce(account_info #>> '{beneficiary,fullName}', account_info #>> '{beneficiary,legalName}'))"
)


@search.source("reference", rank=0, needs="payments.Transaction", fits=search.is_plain)
def _payments(term: Term, limit: int) -> Iterator[Key]:
    """By bank reference, and by the account or address that sends or receives."""
    text = term.text.upper() if term.text[:2].lower() == "tx" else term.text
    yield from search.rows(Transaction, _PAYMENTS, [text, limit, text, limit, text, limit, limit])


@search.source(
    "reference as read out",
    rank=0,
    needs="payments.Transaction",
    fits=lambda term: bool(_DICTATED.fullmatch(term.compact)) and term.amount is None,
)
def _by_dictated_reference(term: Term, limit: int) -> Iterator[Key]:
    """By a bank reference in groups, or by its first letters."""
    begin = "TX" + _DICTATED.sub(r"\1", term.compact).upper()
    yield from search.rows(Transaction, _REFERENCES, [begin, begin.ljust(_REFERENCE, "Z"), limit, limit])


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
    """By request id: the objects named by its audit entries, then the entries."""
    named = links.key_in(term.text)
    if named is None or named[0]:
        return
    rows = AuditEntry.objects.filter(request_id=str(named[1])).values_list("pk", "subject")
    # Sorted here: an order and a limit might have the database walk along the key until it meets one.
    found = sorted(rows[:limit])
    yield from (key for _, subject in found for key in search.named_by(subject))
    yield from ((AuditEntry, key) for key, _ in found)


@search.source("idempotency key", rank=0, needs="platforms.IdempotencyKey", fits=search.is_plain)
def _by_idempotency_key(term: Term, limit: int) -> Iterator[Key]:
    """By idempotency key: the object in the stored reply of the request that used the key first, then the key."""
    if not term.text.isascii():
        return
    with connection.cursor() as cursor:
        cursor.execute(_STORED_REPLIES, [_BODY, term.text, limit])
        rows = cursor.fetchall()
    for key, body in rows:
        yield from _named_in(bytes(body))
        yield IdempotencyKey, key


@search.source("platform's own id", rank=1, needs="payments.ExternalAccount", fits=search.is_dictated)
def _by_their_account(term: Term, limit: int) -> Iterator[Key]:
    yield from search.rows(ExternalAccount, _THEIR_ACCOUNTS, [term.compact.lower(), limit])


@search.source(
    "funding reference",
    rank=0,
    needs="payments.InternalAccount",
    fits=lambda term: bool(_FUNDING_REFERENCE.fullmatch(term.compact)) and any(map(str.isdigit, term.compact)),
)
def _by_funding_reference(term: Term, limit: int) -> Iterator[Key]:
    """By the whole of it in any groups, or by its first letters."""
    begin = term.compact.upper()
    found = InternalAccount.objects.filter(funding_reference__range=(begin, begin.ljust(_REFERENCE, "Z")))
    yield from ((InternalAccount, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source("client id", rank=0, needs="platforms.ApiToken", fits=search.is_plain)
def _by_client_id(term: Term, limit: int) -> Iterator[Key]:
    found = ApiToken.objects.filter(client_id=term.text)
    yield from ((ApiToken, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source(
    "last four", rank=2, needs="payments.ExternalAccount", fits=lambda term: bool(_LAST_FOUR.fullmatch(term.text))
)
def _by_last_four(term: Term, limit: int) -> Iterator[Key]:
    """By the end of an account's number, which only its blind index has."""
    field: Any = ExternalAccount._meta.get_field("last_four_digest")
    end = _LAST_FOUR.fullmatch(term.text)
    assert end is not None
    found = ExternalAccount.objects.filter(last_four_digest=field.digest(end[1])).order_by("-id")
    yield from ((ExternalAccount, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source("account number", rank=1, needs="payments.ExternalAccount", fits=lambda term: _is_number(term.text))
def _by_number(term: Term, limit: int) -> Iterator[Key]:
    """By the whole of an account's number, which only its blind index knows: with spaces or without, in any case.

    A number of a telephone is known with its country's code, which callers leave out.
    """
    joined = "".join(term.text.split())
    forms = (term.text, joined, joined.upper(), joined.lower(), joined.replace("-", "").upper(), term.compact)
    yield from _numbered([*forms, *_phones(term.text)], limit)


@search.source("payee's key", rank=1, needs="payments.ExternalAccount", fits=lambda term: "@" in term.text)
def _by_key(term: Term, limit: int) -> Iterator[Key]:
    """By an e-mail address, or another key with an @, in any capitals."""
    yield from _numbered((term.text, term.text.lower()), limit)


def _numbered(forms: Iterable[str], limit: int) -> Iterator[Key]:
    field: Any = ExternalAccount._meta.get_field("primary_identifier_digest")
    digests = [field.digest(form) for form in dict.fromkeys(forms)]
    found = ExternalAccount.objects.filter(primary_identifier_digest__in=digests)
    newest = sorted(found.values_list("pk", flat=True)[:500], reverse=True)
    yield from ((ExternalAccount, key) for key in newest[:limit])


def _phones(text: str) -> Iterator[str]:
    """Yield what a telephone number may be with its country's code, for each country with accounts."""
    phone = _PHONE.fullmatch(text.strip())
    if phone is None:
        return
    digits = re.sub(r"\D", "", phone[2])
    yield f"+{digits}"
    if not phone[1]:
        yield from (f"+{code}{digits.lstrip('0')}" for code in _calling_codes())


@functools.cache
def _calling_codes() -> Sequence[int]:
    countries = {country for rules in table.ACCOUNT_TYPES.values() for country in rules.countries}
    return sorted({code for country in countries if (code := phonenumbers.country_code_for_region(country))})


def _is_exact(term: Term) -> bool:
    return term.amount is not None and not term.amount.is_about


@search.source("amount", rank=3, needs="payments.Transaction", fits=_is_exact)
def _by_amount(term: Term, limit: int) -> Iterator[Key]:
    """By sent or received amount, in the major unit or in the smallest one."""
    assert term.amount is not None
    wanted = term.amount.units
    values = [amount for amount, _ in wanted], [code for _, code in wanted]
    yield from search.rows(Transaction, _AMOUNTS, [*values, limit, limit, limit])


@search.source("fee", rank=4, needs="payments.Transaction", fits=_is_exact)
def _by_fee(term: Term, limit: int) -> Iterator[Key]:
    assert term.amount is not None
    wanted = term.amount.units
    values = [amount for amount, _ in wanted], [code for _, code in wanted]
    yield from search.rows(Transaction, _FEES, [*values, limit, limit])


@search.source("beneficiary", rank=5, needs="payments.ExternalAccount", fits=search.is_name)
def _by_beneficiary_name(term: Term, limit: int) -> Iterator[Key]:
    yield from search.named(ExternalAccount, "payments_externalaccount", BENEFICIARY, term.words, limit)


@search.source(
    "beneficiary as it sounds", rank=5, needs="payments.ExternalAccount", fits=search.is_misspelt, is_likeness=True
)
def _by_sound(term: Term, limit: int) -> Iterator[Key]:
    yield from search.sounding(ExternalAccount, "payments_externalaccount", term.words, limit)


@search.source(
    "similar beneficiary", rank=7, needs="payments.ExternalAccount", fits=search.is_misspelt, is_likeness=True
)
def _by_likeness(term: Term, limit: int) -> Iterator[Key]:
    yield from search.alike(ExternalAccount, "payments_externalaccount", BENEFICIARY, term.words, limit)


@search.source("beneficiary", rank=9, needs="payments.ExternalAccount", fits=search.is_several, is_likeness=True)
def _by_some_words(term: Term, limit: int) -> Iterator[Partly]:
    yield from search.partly_named(ExternalAccount, "payments_externalaccount", BENEFICIARY, term, limit)


@search.advice
def _on_ibans(term: Term) -> str:
    number = term.compact.upper()
    problem = checks.iban_problem(number) if _IBAN.fullmatch(number) else None
    if problem is None:
        return ""
    if "check digits" in problem:
        return "The check digits of this IBAN are wrong, so a letter or digit of it is: have it read out again."
    return f"This is no IBAN: it {problem}. Have it read out again."


@search.advice
def _on_numbers(term: Term) -> str:
    is_part = len("".join(term.text.split())) < _SHORTEST_IBAN and _PART_OF_NUMBER.fullmatch(term.text)
    if is_part and _is_number(term.text):
        return "A part of an account number finds nothing: enter all of it, or its last four."
    return ""


@search.advice
def _on_identifiers(term: Term) -> str:
    if _END.fullmatch(term.text):
        return "The end of an identifier finds nothing: enter its beginning, as lists show it, or all of it."
    if term.is_identifier:
        return "Of a request that only read (GET) nothing is kept: ask for the id of what it read."
    return ""


def _is_number(text: str) -> bool:
    return len(text) > _LAST_FOUR_LENGTH and sum(map(str.isdigit, text)) >= _LAST_FOUR_LENGTH


def _named_in(body: bytes) -> Iterator[Key]:
    try:
        reply = orjson.loads(body)
    except orjson.JSONDecodeError:
        return
    if isinstance(reply, dict):
        for member in ("transactionId", "id"):
            if isinstance(reply.get(member), str):
                yield from search.named_by(reply[member])

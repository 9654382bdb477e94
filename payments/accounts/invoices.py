"""Invoices that external accounts name: each takes one payment, of the amount it asks for, before it expires.

The hash of an invoice is stored with the payment that is begun for it, under a unique index. So the same invoice, in
whatever account of whatever platform, is paid once at most; it stays used where its payment fails, because nobody but
its payee knows whether it can still be paid.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from payments.account_types import lightning
from payments.models import ExternalAccount, Transaction
from payments.providers import registry
from platforms.base import errors, identifiers
from platforms.database import writes

ACCOUNT_TYPE = "LIGHTNING"
CURRENCY = "BTC"
SEALED = f"CASE WHEN {{0}}.account_type = '{ACCOUNT_TYPE}' THEN {{0}}.account_info::text END"
"""SQL: what `opened` takes of an external account, named by its alias."""
ONCE = "transaction_pays_invoice_once"
"""The unique index that refuses the second payment of an invoice."""
_ACCOUNT, _NO_ACCOUNT = "destination.accountId", "INVALID_BANK_ACCOUNT"
_CLAIM = "UPDATE payments_transaction SET invoice_hash = %s WHERE id = %s"
_INFO = ExternalAccount._meta.get_field("account_info")


class InvoicePaid(errors.InvalidInput):
    """The invoice was paid before, or is being paid."""

    def __init__(self, field: str = _ACCOUNT) -> None:
        """Take the field that led to the invoice."""
        reason = "must be a new invoice of the payee: this one has taken its one payment"
        super().__init__([(field, reason)], code=_NO_ACCOUNT)


class InvoiceExpired(errors.InvalidInput):
    """The invoice can be paid no more."""

    def __init__(self, field: str = _ACCOUNT) -> None:
        """Take the field that led to the invoice."""
        super().__init__([(field, "must be a new invoice of the payee: this one has expired")], code=_NO_ACCOUNT)


@dataclasses.dataclass(frozen=True, slots=True)
class Invoice:
    """The invoice of an external account."""

    payment_hash: str
    """In hexadecimal: what the network knows the invoice by, however its text is written."""
    satoshis: int | None
    """None: any amount."""
    expires_at: dt.datetime
    """By the platform's clock."""


def named_by(info: Mapping[str, Any]) -> str | None:
    """Return the text of the invoice in an account's `accountInfo`; None where it has none."""
    text: str | None = info.get("invoice") if info.get("accountType") == ACCOUNT_TYPE else None
    return text


def read(info: Mapping[str, Any], *, account_id: uuid.UUID, created_at: dt.datetime) -> Invoice | None:
    """Return the invoice of an account; None where it has none, or one that can't be read.

    Its payee sets the time by the real clock. The platform's ran ahead by so much when it registered the account, and
    what it is moved on by afterwards makes the invoice older, like everything that the platform knows.
    """
    content = lightning.invoice(named_by(info) or "")
    if content is None:
        return None
    ahead = created_at - identifiers.made_at(account_id)
    expires_at = content.expires_at + max(ahead, dt.timedelta())
    return Invoice(content.payment_hash.hex(), lightning.satoshis(content), expires_at)


def opened(
    sealed_info: str | None, *, account_id: uuid.UUID | None, created_at: dt.datetime | None, environment: str
) -> Invoice | None:
    """Return the invoice of an account, from its columns; `sealed_info` is None for an account without one.

    Raises InvalidInput for an invoice that can't be read: accounts of former releases may have one. In the sandbox one
    that chooses what happens counts as none.
    """
    if sealed_info is None or account_id is None or created_at is None:
        return None
    info = _INFO.open(sealed_info, row=account_id)
    found, text = read(info, account_id=account_id, created_at=created_at), named_by(info)
    if found is None and text is not None and not registry.endings(environment).choose(text):
        raise errors.InvalidInput.field(
            _ACCOUNT, "must be an account whose invoice can be paid: register another one", code=_NO_ACCOUNT
        )
    return found


def require(invoice: Invoice, *, amount: int, field: str, now: dt.datetime) -> None:
    """Refuse a payment of `amount` satoshis that the invoice does not take. `field` determined the amount.

    `now` by the platform's clock. Raises InvoiceExpired, and InvalidInput for another amount than it asks for.
    """
    if invoice.expires_at <= now:
        raise InvoiceExpired
    if invoice.satoshis not in {None, amount}:
        raise errors.InvalidInput.field(
            field, f"must make the payee receive {invoice.satoshis}, the satoshis that the invoice asks for"
        )


def require_unpaid(payment_hash: str, *, field: str = _ACCOUNT) -> None:
    """Raise InvoicePaid where a payment of the invoice has begun: one query."""
    if Transaction.objects.filter(invoice_hash=payment_hash).exists():
        raise InvoicePaid(field)


def claim(payment: Transaction, *, account_id: uuid.UUID | None, now: dt.datetime) -> None:
    """Take the invoice of an account for a payment that is about to be sent there; no other payment gets it then.

    Nothing happens for any other account. `now` by the platform's clock. Raises InvoiceExpired and InvoicePaid, after
    which the database transaction may go on.
    """
    if account_id is None or payment.received_currency != CURRENCY:
        return
    account = ExternalAccount.objects.get(id=account_id)
    invoice = _payable(account.account_info, account_id=account.id, created_at=account.created_at, now=now)
    if invoice is None:
        return
    if not writes.is_first(_CLAIM, [invoice.payment_hash, payment.id]):
        raise InvoicePaid("quoteId")
    payment.invoice_hash = invoice.payment_hash


def hash_to_claim(
    sealed_info: str | None, *, account_id: uuid.UUID | None, created_at: dt.datetime | None, now: dt.datetime
) -> str | None:
    """Return the `invoice_hash` of a payment that is executed; None where no invoice is paid. Raises InvoiceExpired.

    The first three as `opened` takes them. ONCE refuses the hash that another payment has.
    """
    if sealed_info is None or account_id is None or created_at is None:
        return None
    info = _INFO.open(sealed_info, row=account_id)
    invoice = _payable(info, account_id=account_id, created_at=created_at, now=now)
    return None if invoice is None else invoice.payment_hash


def _payable(
    info: Mapping[str, Any], *, account_id: uuid.UUID, created_at: dt.datetime, now: dt.datetime
) -> Invoice | None:
    invoice = read(info, account_id=account_id, created_at=created_at)
    if invoice is not None and invoice.expires_at <= now:
        raise InvoiceExpired("quoteId")
    return invoice

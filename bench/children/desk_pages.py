"""Which pages of the back office are measured: every list that has rows, a page of each, searches and reports."""

import datetime as dt
from typing import Any

from django.contrib import admin
from django.urls import reverse
from django.utils.http import urlencode

from payments.models import LedgerAccount, Transaction
from platforms.backoffice import links
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import Platform

EXPORT = "EXPORT "
"""Begins the address of a list of which the export is asked for."""
_PAYMENTS = "/admin/payments/transaction/"


def paths() -> dict[str, str]:
    """Return the addresses by name."""
    rows = Transaction.objects.order_by("id")
    payment, customer = rows[len(rows[:5000]) - 1], rows.filter(platform_customer_id="user-1")[0].customer_id
    return {
        **_reports(payment),
        **_registered(),
        **_narrowed(payment, customer),
        "page of the largest customer": f"/admin/compliance/customer/{customer}/change/",
        "page of a transaction": f"{_PAYMENTS}{payment.pk}/change/",
        **{f"search: {name}": f"/admin/search?{urlencode({'q': term})}" for name, term in _terms(payment).items()},
        "export of failed transactions": f"{EXPORT}{_PAYMENTS}export/?status__exact=FAILED",
        "export of the largest customer's transactions": f"{EXPORT}{_PAYMENTS}export/?customer={customer}",
        "export of open suspense items": f"{EXPORT}/admin/payments/suspenseitem/export/?stands=open",
        "export of all bank payments' batches": f"{EXPORT}/admin/banks/bankbatch/export/",
    }


def _registered() -> dict[str, str]:
    found: dict[str, str] = {}
    pages = [page for page in admin.site._registry.values() if isinstance(page, ReadOnlyAdmin)]
    for page in pages:
        newest: Any = page.model._default_manager.order_by("-pk").first()
        if newest is not None:
            found[f"list of {page.opts.verbose_name_plural}"] = links.listing(page.model)
            found[f"page of one of the {page.opts.verbose_name_plural}"] = links.page(page.model, newest.pk)
    return found


def _reports(payment: Transaction) -> dict[str, str]:
    rail = LedgerAccount.objects.filter(kind="RAIL_SETTLEMENT", postings__isnull=False).order_by("id").first()
    assert rail is not None
    month = {"since": f"{payment.created_at}", "until": f"{payment.created_at + dt.timedelta(days=30)}"}
    period: dict[str, str] = {"platform": str(payment.platform_id), **month, "count": "1"}
    return {
        "start page": "/admin/",
        "trial balance": reverse("admin:payments_ledger_books"),
        "statement of the busiest account": reverse("admin:payments_ledger_statement", args=[rail.pk]),
        "ageing of suspense": reverse("admin:payments_suspenseitem_ageing"),
        "review queue": reverse("admin:compliance_desk_queue"),
        "progress of a month's redelivery": f"{reverse('admin:webhooks_event_progress')}?{urlencode(period)}",
    }


def _narrowed(payment: Transaction, customer: object) -> dict[str, str]:
    """Return lists, each narrowed by filters or searched."""
    rows = Transaction.objects.order_by("id")
    last_page = min(100, -(-len(rows[: 100 * ReadOnlyAdmin.list_per_page]) // ReadOnlyAdmin.list_per_page))
    theirs = f"platform__id__exact={payment.platform_id}"
    other = Platform.objects.exclude(pk=payment.platform_id).order_by("name").values_list("pk", flat=True)[0]
    asked = {
        f"page {last_page}": f"p={last_page}",
        "of a status": "status__exact=FAILED",
        "of a status that none has": "status__exact=EXPIRED",
        "of a type": "type__exact=INCOMING",
        "of a platform": theirs,
        "of a platform without any": f"platform__id__exact={other}",
        "of a platform, a type and a status": f"{theirs}&type__exact=INCOMING&status__exact=FAILED",
        "of a platform and a type": f"{theirs}&type__exact=INCOMING",
        "that are due": "due=now",
        "of an account": f"external_account={payment.external_account_id}",
        "of the largest customer": f"customer={customer}",
        "of the largest customer and a status": f"customer={customer}&status__exact=FAILED",
        "searched by reference": f"q={payment.reference}",
        "searched by customer": f"q={payment.customer_id}",
    }
    others = {
        "audit log, searched by actor": "platforms/auditentry/?q=nobody",
        "audit log, searched by subject": f"platforms/auditentry/?q={payment.public_id}",
        "journal, searched by payment": f"payments/journalentry/?q={payment.public_id}",
        "journal, searched by purpose": "payments/journalentry/?q=NOTHING_OF_THE_KIND",
        "steps of payments, by status": "payments/transactionstatuschange/?to_status__exact=EXPIRED",
        "customers of a status": "compliance/customer/?kyc_status__exact=REJECTED",
        "customers of a type": "compliance/customer/?customer_type__exact=BUSINESS",
        "external accounts of a status": "payments/externalaccount/?status__exact=INACTIVE",
        "quotes of a source": "payments/quote/?source_type__exact=REALTIME_FUNDING",
        "events that were given up": "webhooks/event/?state__exact=ABANDONED",
        "events of a payment": f"webhooks/event/?q={payment.public_id}",
        "deliveries of an event": f"webhooks/delivery/?event={payment.pk}",
        "suspense, open": "payments/suspenseitem/?stands=open",
        "suspense, resolved": "payments/suspenseitem/?stands=resolved",
        "cases, open": "payments/operationscase/?state__exact=OPEN",
        "cases of a payment": f"payments/operationscase/?q={payment.public_id}",
        "verifications that were decided today": "compliance/verification/?decided=today",
        "verifications of a status": "compliance/verification/?status__exact=REJECTED",
        "bank payments that were rejected": "banks/bankpayment/?state__exact=REJECTED",
    }
    return {f"transactions, {name}": f"{_PAYMENTS}?{query}" for name, query in asked.items()} | {
        name: f"/admin/{path}" for name, path in others.items()
    }


def _terms(payment: Transaction) -> dict[str, str]:
    return {
        "a public id": payment.public_id,
        "a bare UUID": str(payment.pk),
        "a reference": payment.reference,
        "an amount": "1234.56",
        "an amount with its currency": "1234.56 USD",
        "last four": "1234",
        "a name that all have": "Lovelace",
        "a name that one has": "Lovelace 4711",
        "a name of one Chinese character": "李",
        "a platform's own id": "user-7",
        "an id as lists show it": links.head(payment.pk),
        "a whole account number": f"{4711:012d}",
        "an IBAN": "DE89 3704 0044 0532 0130 00",
        "a name and an amount": "Lovelace 1234.56",
        "a name and the largest customer's amount": f"Lovelace {payment.sent_amount / 100:.2f}",
        "an amount and a day": f"1234.56 {payment.created_at:%Y-%m-%d}",
        "a name, an amount and a day": f"Lovelace {payment.sent_amount / 100:.2f} {payment.created_at:%Y-%m-%d}",
        "a name, a status and a day": f"Lovelace failed {payment.created_at:%Y-%m-%d}",
        "a day": f"{payment.created_at:%Y-%m-%d}",
        "a status": "pending",
        "a misspelt name that all have": "Lovelaec",
        "a misspelt name and an amount": "Lovelaec 1234.56",
        "nothing that is there": "TX0000000000000000",
    }

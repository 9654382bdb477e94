"""Pages of customers and of the history of their checks. Personal data is masked."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from compliance.admin.customer_file import taking
from compliance.admin.review_desk import findings
from compliance.models import Customer, CustomerStatusChange
from platforms.backoffice import columns, masking, notes, panels, parties
from platforms.backoffice.parties import Parties
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import countries

STATUSES = {"UNVERIFIED": "", "PENDING": "warning", "APPROVED": "success", "REJECTED": "danger"}


def _name(customer: Customer) -> str:
    """Return a customer's name: of a person, of a business, or what the platform calls one without a name."""
    return customer.name or customer.platform_customer_id or customer.public_id


_NONE_GIVEN = format_html('<span class="text-subtle" title="The platform gave none.">{}</span>', columns.EMPTY)


def _own_id(customer: Customer) -> str:
    """Return the platform's own id; where it gave none, our id stands in its place."""
    is_given = customer.platform_customer_id not in {"", str(customer.pk), customer.public_id}
    return customer.platform_customer_id if is_given else _NONE_GIVEN


def _address(customer: Customer) -> str:
    """Return the address as it is written on a letter, masked but for its country."""
    return _postal(masking.address(customer.address))


def _postal(address: object) -> str:
    if not isinstance(address, Mapping):
        return str(address or "")
    town = " ".join(filter(None, (address.get("postalCode"), address.get("city"))))
    country = countries.name(address["country"]) if address.get("country") in countries.CODES else ""
    lines = (address.get("line1"), address.get("line2"), town, address.get("state"), country or address.get("country"))
    return format_html_join(mark_safe("<br>"), "{}", ((line,) for line in lines if line))


def _business(customer: Customer) -> str:
    """Return what is known of a business, a line each, masked."""
    known: Any = masking.personal(customer.business_info) or {}
    lines = (
        (findings.words(name), _postal(value) if isinstance(value, Mapping) else _text(value))
        for name, value in known.items()
        if value not in (None, "", [], {})
    )
    return format_html_join(mark_safe("<br>"), "{}: {}", lines)


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@parties.of_type("Customer")
def _parties(keys: Sequence[uuid.UUID]) -> dict[uuid.UUID, Parties]:
    found = Customer.objects.in_bulk(keys)
    return {key: Parties(customer=_name(customer), customer_id=key) for key, customer in found.items()}


notes.offer_on(Customer, customer=lambda row: row.pk, kept="Kept until the customer is erased.")


@admin.register(Customer)
class CustomerAdmin(ReadOnlyAdmin):
    """Customers: whose money accounts hold."""

    has_personal_data = True
    exact = ("uma_address",)
    exact_by_platform = ("platform_customer_id",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "Customer:…, the platform's own id, or UMA address"
    list_display = (
        "name",
        "customer_type",
        "status",
        "region",
        "platform",
        "platform_customer_id",
        "created_at",
        "public_id",
    )
    list_filter = ("customer_type", "kyc_status", "kyb_status", "platform")
    loads = ("platform",)
    shown = (
        columns.column("name", _name),
        columns.label("status", STATUSES),
        columns.label("kyc_status", STATUSES),
        columns.label("kyb_status", STATUSES),
        columns.text("birth_date", masking.year),
        columns.text("email", masking.masked),
        columns.text("phone_number", masking.masked),
        columns.column("platform_customer_id", _own_id, title="platform's own ID"),
        columns.column("address", _address, is_wide=True),
        columns.column("business_info", _business, title="business", is_wide=True),
        columns.document("metadata", masking.personal, title="metadata of the platform"),
    )
    # The full name is the name; spellings and digests are what searches compare.
    hidden = ("full_name", "spellings", "tax_id_digest", "email_digest", "phone_digest", "retired_uma_digest")
    if_filled = frozenset(
        {
            *("kyc_status", "kyb_status", "birth_date", "nationality", "address", "business_info"),
            *("email", "phone_number", "metadata", "erased_at", "deleted_at"),
        }
    )
    groups = (
        ("Customer", ("name", "customer_type", "platform_customer_id", "platform", "public_id", "uma_address")),
        ("Verification", ("status", "kyc_status", "kyb_status", "region", "currencies")),
        ("Personal data, masked", ("birth_date", "nationality", "email", "phone_number", "address", "business_info")),
        ("Of the platform", ("metadata",)),
        ("Times", ("created_at", "updated_at", "erased_at", "deleted_at")),
    )

    class Media:
        """The letter for a note."""

        js = ("backoffice/queue_keys.js",)

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the file."""
        return [*taking.urls(), *super().get_urls()]

    def summary(self, row: Any) -> str:
        """Return the customer's name, the platform's own id where it gave one, and the platform."""
        own = "" if row.platform_customer_id == str(row.pk) else row.platform_customer_id
        return " · ".join(dict.fromkeys(filter(None, (_name(row), own, str(row.platform)))))

    def named(self, row: Any) -> str:
        """Return the customer's name, else the platform's own for the customer."""
        return _name(row)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the notes, the cases opened by hand, and the history of the check."""
        steps = ("at", "from_status", "to_status", "cause", "who")
        label, cases = "compliance.CustomerStatusChange", "compliance.HandOpenedCase"
        opened = ("opened_at", "state", "opened_by", "decided_at", "decided_by")
        return (
            notes.panel(row.public_id),
            panels.rows_of(request, cases, *opened, title="Cases opened by hand", customer=row.pk),
            panels.rows_of(request, label, *steps, title="Status history", customer=row.pk),
        )


@admin.register(CustomerStatusChange)
class CustomerStatusChangeAdmin(ReadOnlyAdmin):
    """All changes of customers' statuses."""

    through = {"Customer": "customer_id"}
    search_help_text = "Customer:…"
    list_display = ("at", "customer", "from_status", "to_status", "cause", "who")
    list_filter = ("to_status",)
    loads = ("customer",)
    shown = (columns.label("from_status", STATUSES), columns.label("to_status", STATUSES), columns.who())
    groups = (("", ("id", "customer", "from_status", "to_status", "at", "cause", "who")),)

"""The back office as a whole: its navigation, its environment badge, its search box."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from unfold.dataclasses import SearchResult

from platforms.backoffice import search as searches

_SECTIONS = {
    "Money": (
        ("Transactions", "payments_transaction", "swap_horiz"),
        ("Quotes", "payments_quote", "request_quote"),
        ("Arrived for quotes", "payments_fundingreceipt", "move_to_inbox"),
        ("In suspense", "payments_suspenseitem", "pending_actions"),
        ("Internal accounts", "payments_internalaccount", "account_balance_wallet"),
        ("External accounts", "payments_externalaccount", "account_balance"),
        ("Ledger accounts", "payments_ledgeraccount", "menu_book"),
        ("Journal entries", "payments_journalentry", "receipt_long"),
        ("Postings", "payments_posting", "format_list_numbered"),
        ("Ledger checks", "payments_ledgercheckrun", "fact_check"),
    ),
    "Exchange": (
        ("Fee schedules", "payments_feeschedule", "percent"),
        ("Entered rates", "payments_staffrate", "edit_note"),
        ("Sources of rates", "payments_ratefeed", "rss_feed"),
        ("Rates as taken", "payments_ratesnapshot", "currency_exchange"),
    ),
    "Directories": (
        ("Banks and providers", "payments_institution", "account_balance"),
        ("UMA providers", "payments_umaprovider", "hub"),
        ("Receiver lookups", "payments_lookup", "person_search"),
    ),
    "Customers": (
        ("Customers", "compliance_customer", "group"),
        ("Status history", "compliance_customerstatuschange", "history"),
        ("Documents", "compliance_document", "description"),
        ("Former files", "compliance_retiredfile", "auto_delete"),
        ("Identity links", "compliance_kyclink", "badge"),
    ),
    "Screening": (
        ("Hits", "compliance_screeninghit", "person_alert"),
        ("Runs", "compliance_screening", "manage_search"),
        ("Lists", "compliance_screeninglistversion", "playlist_add_check"),
        ("Entries of lists", "compliance_screeninglistentry", "list_alt"),
        ("Sweeps", "compliance_screeningsweep", "cleaning_services"),
    ),
    "Events": (
        ("Events", "webhooks_event", "campaign"),
        ("Deliveries", "webhooks_delivery", "local_shipping"),
        ("Signing keys", "webhooks_signingkey", "key"),
    ),
    "Platforms": (
        ("Platforms", "platforms_platform", "domain"),
        ("Currencies", "platforms_platformcurrency", "payments"),
        ("API tokens", "platforms_apitoken", "vpn_key"),
        ("Idempotency keys", "platforms_idempotencykey", "filter_1"),
        ("Audit log", "platforms_auditentry", "policy"),
    ),
    "Staff": (
        ("Accounts", "auth_user", "badge"),
        ("Groups", "auth_group", "groups"),
    ),
}


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the side bar: our domains, and in each the lists that the person may see."""
    sections = []
    for title, entries in _SECTIONS.items():
        items = [
            {"title": name, "icon": icon, "link": reverse(f"admin:{model}_changelist")}
            for name, model, icon in entries
            if request.user.has_perm("{}.view_{}".format(*model.split("_", 1)))
        ]
        if items:
            sections.append({"title": title, "separator": True, "collapsible": False, "items": items})
    return sections


def environment(request: HttpRequest) -> list[str]:
    """Return the badge that stands on every page."""
    return [settings.ENVIRONMENT.capitalize(), "danger" if settings.IS_PRODUCTION else "info"]


def icon(request: HttpRequest) -> str:
    """Return the icon of browser tabs."""
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        '<rect width="32" height="32" rx="7" fill="#0f766e"/>'
        '<path d="M16 6 5 12v2h22v-2zM7 16h3v7H7zm7 0h4v7h-4zm8 0h3v7h-3zM5 25h22v2H5z" fill="#fff"/></svg>'
    )
    return f"data:image/svg+xml,{quote(picture)}"


def style(request: HttpRequest) -> str:
    """Return the address of what our pages add to the theme's style."""
    return static("backoffice/backoffice.css")


def start_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Return what the start page shows: the same sections as the side bar."""
    return context | {"title": "Back office", "sections": navigation(request)}


def search(request: HttpRequest, term: str) -> list[SearchResult]:
    """Return what a public identifier, key or reference names, whatever its kind."""
    return searches.everywhere(request, term)

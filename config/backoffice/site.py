"""The back office as a whole: its navigation, its environment badge, its search box."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from unfold.dataclasses import SearchResult

from config.backoffice import dashboard
from platforms.backoffice import actions
from platforms.backoffice import search as searches

_SECTIONS = {
    "Money": (
        ("Transactions", "payments_transaction", "swap_horiz"),
        ("Quotes", "payments_quote", "request_quote"),
        ("Incoming by UMA", "payments_incomingumapayment", "call_received"),
        ("Outgoing by UMA", "payments_outgoingumapayment", "call_made"),
        ("Sandbox invoices", "payments_sandboxinvoice", "bolt"),
        ("Incoming funds", "payments_fundingreceipt", "receipt"),
        ("Deposits", "payments_deposit", "move_to_inbox"),
        ("Suspense", "payments_suspenseitem", "pending_actions"),
        ("Case history", "payments_operationscasestep", "history"),
        ("Bank and network messages", "payments_providermessage", "forum"),
        ("Internal accounts", "payments_internalaccount", "account_balance_wallet"),
        ("External accounts", "payments_externalaccount", "account_balance"),
        ("Ledger accounts", "payments_ledgeraccount", "menu_book"),
        ("Journal entries", "payments_journalentry", "receipt_long"),
        ("Postings", "payments_posting", "format_list_numbered"),
        ("Nightly ledger checks", "payments_ledgercheckrun", "fact_check"),
    ),
    "Exchange": (
        ("Fee schedules", "payments_feeschedule", "percent"),
        ("Manual rates", "payments_staffrate", "edit_note"),
        ("Rate sources", "payments_ratefeed", "rss_feed"),
        ("Rate snapshots", "payments_ratesnapshot", "currency_exchange"),
    ),
    "Directories": (
        ("Banks and providers", "payments_institution", "account_balance"),
        ("UMA providers", "payments_umaprovider", "hub"),
        ("Receiver lookups", "payments_lookup", "person_search"),
    ),
    "UMA": (
        ("Own UMA keys", "payments_umakey", "vpn_key"),
        ("Partner UMA keys", "payments_umacounterpartykeys", "key_vertical"),
        ("UMA replay log", "payments_umanonce", "block"),
    ),
    "Customers": (
        ("Customers", "compliance_customer", "group"),
        ("Status history", "compliance_customerstatuschange", "history"),
        ("Verifications", "compliance_verification", "verified_user"),
        ("Case assignments", "compliance_reviewassignment", "assignment_ind"),
        ("Case notes", "compliance_reviewnote", "sticky_note_2"),
        ("Documents", "compliance_document", "description"),
        ("Replaced files", "compliance_retiredfile", "auto_delete"),
        ("Uploads by day", "compliance_uploadday", "upload_file"),
        ("Hosted verification links", "compliance_kyclink", "badge"),
        ("Invitations", "invitations_invitation", "mail"),
    ),
    "Screening": (
        ("Hits", "compliance_screeninghit", "person_alert"),
        ("Screening checks", "compliance_screening", "manage_search"),
        ("Watchlists", "compliance_screeninglistversion", "playlist_add_check"),
        ("Watchlist entries", "compliance_screeninglistentry", "list_alt"),
        ("Re-screening", "compliance_screeningsweep", "cleaning_services"),
    ),
    "Events": (
        ("Events", "webhooks_event", "campaign"),
        ("Deliveries", "webhooks_delivery", "local_shipping"),
        ("Signing keys", "webhooks_signingkey", "key"),
        ("Signing secrets", "webhooks_signingsecret", "password"),
    ),
    "Platforms": (
        ("Platforms", "platforms_platform", "domain"),
        ("Currencies", "platforms_platformcurrency", "payments"),
        ("API tokens", "platforms_apitoken", "vpn_key"),
        ("Idempotency keys", "platforms_idempotencykey", "filter_1"),
    ),
    "Staff": (
        ("Approvals", "platforms_proposal", "approval"),
        ("Accounts", "auth_user", "badge"),
        ("Roles", "auth_group", "groups"),
        ("Second factors", "platforms_secondfactor", "phonelink_lock"),
    ),
    "Audit": (
        ("Audit log", "platforms_auditentry", "policy"),
        ("Tamper-proof seals", "platforms_auditseal", "lock"),
        ("Audit log verification", "platforms_auditcheckrun", "fact_check"),
    ),
}

_DESKS = (
    ("Review queue", "admin:compliance_desk_queue", "", "inbox", "verification.read"),
    ("Open cases", "admin:payments_operationscase_changelist", "?state__exact=OPEN", "assignment_late", "case.claim"),
    ("Trial balance", "admin:payments_ledger_books", "", "balance", "ledger.export"),
)
"""Where people work all day: name, address and its query, icon, and the verb that opens it."""


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the side bar: our domains, and in each the lists that the person may see."""
    sections = []
    desks = [{"title": "Search", "icon": "manage_search", "link": reverse("search")}]
    desks += [
        {"title": name, "icon": icon, "link": f"{reverse(address)}{query}"}
        for name, address, query, icon, verb in _DESKS
        if actions.may(request.user, actions.declared()[verb])
    ]
    if desks:
        sections.append({"title": "My work", "separator": True, "collapsible": False, "items": desks})
    for title, entries in _SECTIONS.items():
        items = [
            {"title": name, "icon": icon, "link": reverse(f"admin:{model}_changelist")}
            for name, model, icon in entries
            if request.user.has_perm("{}.view_{}".format(*model.split("_", 1)))
        ]
        if items:
            sections.append({"title": title, "separator": True, "collapsible": False, "items": items})
    _mark(sections, request.path)
    return sections


def _mark(sections: list[dict[str, Any]], path: str) -> None:
    """Mark the page that the person is on, or below: of two addresses that fit the longer one."""
    items = [item for section in sections for item in section["items"]]
    places = [item["link"] for item in items if path.startswith(item["link"].partition("?")[0])]
    here = max(places, key=len, default="")
    for item in items:
        item["active"] = item["link"] == here


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


def script(request: HttpRequest) -> str:
    """Return the address of what settles how the theme's libraries work."""
    return static("backoffice/htmx.js")


def start_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Return what the start page shows: what has to be looked at, and the same sections as the side bar."""
    return context | {"title": "Back office", "board": dashboard.of(request), "sections": navigation(request)}


def search(request: HttpRequest, term: str) -> list[SearchResult]:
    """Return what a public identifier, key or reference names, whatever its kind."""
    return searches.everywhere(request, term)

"""The menu of the back office: for each role at most eight entries of its work, and everything else folded under More.

Tables of histories have no entry: they are reached from the page of what they are the history of.
"""

import dataclasses
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from django.apps import apps
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import reverse

from platforms.backoffice import actions
from platforms.backoffice.actions import Role

MOST = 8
"""Entries of a role that are always in sight."""


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """A page in the menu."""

    title: str
    icon: str
    name: str
    """The table as `app_model`, or the name of an address."""
    query: str = ""
    needs: str = ""
    """The action that opens the page; without one a table needs the right to view it, another page nothing."""
    tabs: Sequence[tuple[str, str, str]] = ()
    """Pages that share the entry, each with title, name and query: shown as tabs above their lists."""

    @property
    def link(self) -> str:
        """The address."""
        return _address(self.name, self.query)

    def may_open(self, request: HttpRequest) -> bool:
        """Tell whether the person may open the page."""
        if self.needs:
            return actions.may(request.user, actions.declared()[self.needs])
        return _may_see(request, self.name)


def _list(title: str, icon: str, name: str, query: str = "", **options: Any) -> Entry:
    return Entry(title, icon, name, query, **options)


_OPEN_CASES, _OPEN_ITEMS, _OPEN = "state__exact=OPEN", "stands=open", "status__exact=OPEN"
_SEARCH = Entry("Search", "manage_search", "search")
_HOME = Entry("Home", "home", "admin:index")
_PAYMENTS = _list("Payments", "swap_horiz", "payments_transaction")
_SUSPENSE = _list("Suspense", "pending_actions", "payments_suspenseitem", _OPEN_ITEMS)
_CASES = _list("Cases", "assignment_late", "payments_operationscase", _OPEN_CASES)
_CASES_AND_SUSPENSE = dataclasses.replace(
    _CASES,
    title="Cases and suspense",
    tabs=(
        ("Open cases", "payments_operationscase", _OPEN_CASES),
        ("Suspense", "payments_suspenseitem", _OPEN_ITEMS),
        ("Bank exceptions", "banks_bankexception", _OPEN_ITEMS),
        ("Claims", "banks_claim", _OPEN_ITEMS),
    ),
)
_CUSTOMERS = _list("Customers", "group", "compliance_customer")
_WEBHOOKS = _list(
    "Webhooks",
    "campaign",
    "webhooks_event",
    tabs=(
        ("Events", "webhooks_event", ""),
        ("Endpoint health", "webhooks_endpointhealth", ""),
        ("Further endpoints", "webhooks_furtherendpoint", ""),
    ),
)
_APPROVALS = _list("Approvals", "approval", "platforms_proposal", _OPEN)
_PLATFORMS = _list("Platforms", "domain", "platforms_platform")
_BOOKS = Entry(
    "Trial balance and statements",
    "balance",
    "admin:payments_ledger_books",
    needs="ledger.export",
    tabs=(
        ("Trial balance", "admin:payments_ledger_books", ""),
        ("Reports", "admin:payments_reports", ""),
        ("Closed months", "payments_monthclose", ""),
        ("Journal for accountants", "admin:payments_general_ledger", ""),
        ("Accounts and statements", "payments_ledgeraccount", ""),
        ("Statements of many accounts", "payments_statementrun", ""),
    ),
)
_REPORTS = Entry("Reports", "summarize", "admin:payments_reports", needs="ledger.export")
_RATES = _list(
    "Rates and fees",
    "percent",
    "payments_feeschedule",
    tabs=(
        ("Fee schedules", "payments_feeschedule", ""),
        ("Platforms' fees", "payments_platformfeepayout", ""),
        ("Manual rates", "payments_staffrate", ""),
        ("Rate sources", "payments_ratefeed", ""),
        ("Rate snapshots", "payments_ratesnapshot", ""),
    ),
)
_DESK = Entry("Review queue", "inbox", "admin:compliance_desk_queue", needs="verification.read")
_DESK_NUMBERS = Entry("The desk in numbers", "bar_chart", "admin:compliance_desk_numbers", needs="review_desk.export")
_REVIEWER = (
    _DESK,
    dataclasses.replace(_DESK, title="My cases", icon="assignment_ind", query="part=mine"),
    _list("Decided today", "task_alt", "compliance_verificationstatuschange", "by=people&period=today"),
    _list("Screening hits", "person_alert", "compliance_screeninghit", "stands=open"),
    _CUSTOMERS,
    _APPROVALS,
    _SEARCH,
    _DESK_NUMBERS,
)
_ADMINISTRATOR = (
    _HOME,
    _APPROVALS,
    _list("Staff", "badge", "auth_user"),
    _PLATFORMS,
    _list("Audit log", "policy", "platforms_auditentry"),
    _CASES,
    _PAYMENTS,
    _CUSTOMERS,
)
ENTRIES: Mapping[Role, Sequence[Entry]] = {
    Role.OPERATIONS: (_HOME, _PAYMENTS, _CASES_AND_SUSPENSE, _BOOKS, _RATES, _PLATFORMS, _WEBHOOKS, _APPROVALS),
    Role.SUPPORT: (_SEARCH, _PAYMENTS, _SUSPENSE, _CASES, _CUSTOMERS, _WEBHOOKS, _APPROVALS),
    Role.LEAD_REVIEWER: _REVIEWER,
    Role.REVIEWER: _REVIEWER,
    Role.ADMINISTRATOR: _ADMINISTRATOR,
}
"""The entries of each role. Somebody of several roles has those of the first role here, then those of the next."""

MORE: Mapping[str, Sequence[Entry]] = {
    "Pages": (_HOME, _SEARCH, _DESK, dataclasses.replace(_BOOKS, title="Trial balance", tabs=()), _REPORTS),
    "Money details": (
        _PAYMENTS,
        _SUSPENSE,
        _CASES,
        _list("Claims", "money_off", "banks_claim", _OPEN_ITEMS),
        _list("Settlements of claims", "price_check", "banks_claimsettlement"),
        _list("Payment files", "upload_file", "payments_paymentfile"),
        _list("Quotes", "request_quote", "payments_quote"),
        _list("Incoming funds", "receipt", "payments_fundingreceipt"),
        _list("Deposits", "move_to_inbox", "payments_deposit"),
        _list("Incoming by UMA", "call_received", "payments_incomingumapayment"),
        _list("Outgoing by UMA", "call_made", "payments_outgoingumapayment"),
        _list("Invitations", "mail", "invitations_invitation"),
        _list("Internal accounts", "account_balance_wallet", "payments_internalaccount"),
        _list("External accounts", "account_balance", "payments_externalaccount"),
        _list("Journal entries", "receipt_long", "payments_journalentry"),
        _list("Ledger accounts", "menu_book", "payments_ledgeraccount"),
        _list("Closed months", "event_available", "payments_monthclose"),
        _list("Statements of many accounts", "folder_zip", "payments_statementrun"),
        _list("Account codes", "pin", "payments_accountcode"),
        _list("Nightly ledger checks", "fact_check", "payments_ledgercheckrun"),
        _list("Signed roots", "verified", "payments_signedroot"),
    ),
    "Bank files": (
        _list("Exceptions", "rule", "banks_bankexception", _OPEN_ITEMS),
        Entry("Books against bank", "balance", "admin:banks_bank_comparison", needs="bank_comparison.export"),
        _list("Files from banks", "move_to_inbox", "banks_bankincomingfile"),
        Entry("Upload a file", "upload_file", "admin:banks_bankincomingfile_upload", needs="bank_incoming_file.upload"),
        _list("Answers without effect", "mark_email_unread", "banks_bankanswer"),
        _list("Statements", "description", "banks_bankstatement"),
        _list("Statement lines", "list", "banks_bankstatementline"),
        _list("Matches", "link", "banks_bankmatch"),
        _list("Sets of lines and payments", "join", "banks_bankset"),
        _list("Bank rules", "tune", "banks_bankrule"),
        _list("Batches", "inventory_2", "banks_bankbatch"),
        _list("Payments by file", "outbox", "banks_bankpayment"),
        _list("Files to banks", "draft", "banks_bankfile"),
        _list("Bank connections", "link", "banks_bankconnection"),
        _list("Routes", "alt_route", "banks_railroute"),
    ),
    "Exchange": (
        _list("Fee schedules", "percent", "payments_feeschedule"),
        _list("Platforms' fees", "redeem", "payments_platformfeepayout"),
        _list("Manual rates", "edit_note", "payments_staffrate"),
        _list("Rate sources", "rss_feed", "payments_ratefeed"),
        _list("Rate snapshots", "currency_exchange", "payments_ratesnapshot"),
        _list("UMA providers", "hub", "payments_umaprovider"),
        _list("Banks and providers", "account_balance", "payments_institution"),
        _list("Receiver lookups", "person_search", "payments_lookup"),
    ),
    "Compliance records": (
        _CUSTOMERS,
        _list("Beneficial owners", "groups", "compliance_beneficialowner"),
        _list("Verifications", "verified_user", "compliance_verification"),
        _list("Verification status changes", "task_alt", "compliance_verificationstatuschange", "by=people"),
        _list("Documents", "description", "compliance_document"),
        _list("Replaced files", "auto_delete", "compliance_retiredfile"),
        _list("Uploads by day", "upload_file", "compliance_uploadday"),
        _list("Bulk imports", "playlist_add", "compliance_bulkimport"),
        _list("Hosted verification links", "badge", "compliance_kyclink"),
        _list("Former UMA addresses", "link_off", "compliance_formerumaaddress"),
        Entry("Approval rules", "rule", "admin:compliance_reviewrule_in_force", needs="verification.read"),
        _list("Review rules", "rule_settings", "compliance_reviewrule"),
        _list("Cases opened by hand", "flag", "compliance_handopenedcase"),
        _list("Screening hits", "person_alert", "compliance_screeninghit"),
        _list("Screening checks", "manage_search", "compliance_screening"),
        _list("Watchlists", "playlist_add_check", "compliance_screeninglistversion"),
        _list("Watchlist entries", "list_alt", "compliance_screeninglistentry"),
        _list("Re-screening", "cleaning_services", "compliance_screeningsweep"),
    ),
    "Technical": (
        _PLATFORMS,
        _APPROVALS,
        _list("Currencies", "payments", "platforms_platformcurrency"),
        _list("API tokens", "vpn_key", "platforms_apitoken"),
        _list("Idempotency keys", "filter_1", "platforms_idempotencykey"),
        _list("UMA domains", "dns", "platforms_umadomain"),
        _list("Failing work", "running_with_errors", "platforms_workfailure"),
        _list("Events", "campaign", "webhooks_event"),
        _list("Endpoint health", "monitor_heart", "webhooks_endpointhealth"),
        _list("Further endpoints", "alt_route", "webhooks_furtherendpoint"),
        _list("Event streams", "reorder", "webhooks_eventstream"),
        _list("Signing keys", "key", "webhooks_signingkey"),
        _list("Signing secrets", "password", "webhooks_signingsecret"),
        _list("Sandbox invoices", "bolt", "payments_sandboxinvoice"),
        _list("Own UMA keys", "vpn_key", "payments_umakey"),
        _list("Partner UMA keys", "key_vertical", "payments_umacounterpartykeys"),
        _list("UMA replay log", "block", "payments_umanonce"),
        _list("Staff", "badge", "auth_user"),
        _list("Roles", "groups", "auth_group"),
        _list("Provider identities", "badge", "platforms_provideridentity"),
        _list("Second factors", "phonelink_lock", "platforms_secondfactor"),
        _list("Audit log", "policy", "platforms_auditentry"),
        _list("Tamper-proof seals", "lock", "platforms_auditseal"),
        _list("Audit log verification", "fact_check", "platforms_auditcheckrun"),
    ),
}
"""Everything that has an entry at all. What a person has among the first entries is left out here."""

OF_SUPPORT = frozenset(
    {
        *(
            "admin:index",
            "search",
            "platforms_platform",
            "platforms_auditentry",
            "webhooks_event",
            "webhooks_endpointhealth",
            "webhooks_furtherendpoint",
        ),
        *("payments_quote", "payments_fundingreceipt", "payments_deposit", "payments_paymentfile", "payments_lookup"),
        *("payments_incomingumapayment", "payments_outgoingumapayment", "invitations_invitation", "banks_claim"),
        *("payments_internalaccount", "payments_externalaccount", "payments_institution", "banks_bankpayment"),
        *("compliance_verification", "compliance_kyclink", "banks_bankstatementline"),
    }
)
"""Tables that a call is about. The others that support may see are reached from the pages of these, and by search."""


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the side bar: the entries of the person's roles, then groups of the rest, which are folded."""
    own_entries, groups_of_more = own(request), _more()
    shown = {entry.link for entry in own_entries} | {_address(*tab[1:]) for entry in own_entries for tab in entry.tabs}
    # The list behind an entry that is narrowed is the same list.
    shown |= {link.partition("?")[0] for link in shown}
    here = _here(request, [*own_entries, *(entry for entries in groups_of_more.values() for entry in entries)])
    more = []
    is_of_support = _is_of_support_alone(request)
    for title, entries in groups_of_more.items():
        rest = [
            entry
            for entry in entries
            if entry.link.partition("?")[0] not in shown
            and not (is_of_support and entry.name not in OF_SUPPORT)
            and entry.may_open(request)
        ]
        if rest:
            more.append({"title": title, "active": False, **_items(rest, here)})
    groups: list[dict[str, Any]] = [{"title": "", **_items(own_entries, here)}] if own_entries else []
    if more:
        is_open = not own_entries or any(part["is_open"] for part in more)
        groups.append({"title": "More", "collapsible": True, "is_open": is_open, "items": more})
    return groups


def _is_of_support_alone(request: HttpRequest) -> bool:
    user = request.user
    return isinstance(user, User) and not user.is_superuser and set(actions.roles_of(user)) == {Role.SUPPORT}


def own(request: HttpRequest) -> list[Entry]:
    """Return the first entries of a person: at most MOST, each once."""
    found: dict[str, Entry] = {}
    for entry in _of_roles(request):
        if entry.may_open(request):
            found.setdefault(entry.link, entry)
    return list(found.values())[:MOST]


def tabs(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the tabs above lists that share an entry of the person's menu."""
    return [
        {
            "page": entry.name.rpartition(":")[2],
            "models": [name.replace("_", ".", 1) for _, name, _ in entry.tabs if ":" not in name],
            "items": [
                {"title": title, "link": _address(name, query), "active": _is_at(request, _address(name, ""))}
                for title, name, query in entry.tabs
                if _may_see(request, name)
            ],
        }
        for entry in own(request)
        if entry.tabs
    ]


def _of_roles(request: HttpRequest) -> Iterator[Entry]:
    user = request.user
    if not isinstance(user, User):
        return
    # A superuser has every role, and nobody works with five menus.
    mine = {Role.ADMINISTRATOR} if user.is_superuser else actions.roles_of(user)
    for role, entries in ENTRIES.items():
        if role in mine:
            yield from _installed(entries)


@functools.cache
def _more() -> Mapping[str, Sequence[Entry]]:
    return {title: _installed(entries) for title, entries in MORE.items()}


def _installed(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the entries and tabs of apps that are not left out."""
    return [
        dataclasses.replace(entry, tabs=tuple(tab for tab in entry.tabs if _is_installed(tab[1])))
        for entry in entries
        if _is_installed(entry.name)
    ]


def _is_installed(name: str) -> bool:
    app, _, page = name.rpartition(":")[2].partition("_")
    return not page or app in apps.app_configs


def _items(entries: Sequence[Entry], here: Entry | None) -> dict[str, Any]:
    items = [
        {"title": entry.title, "icon": entry.icon, "link": entry.link, "active": entry is here} for entry in entries
    ]
    return {"items": items, "is_open": here in entries}


def _here(request: HttpRequest, entries: Sequence[Entry]) -> Entry | None:
    """Return the entry of the current page or of one above it: of those that match the most exact one."""
    best: tuple[int, int] = 0, 0
    found = None
    for entry in entries:
        for name, query in ((entry.name, entry.query), *((name, query) for _, name, query in entry.tabs)):
            path = _address(name, "")
            fits = int(all(request.GET.get(key) == value for key, value in parse_qsl(query))) if query else 0
            # An entry that is narrowed otherwise still is the nearest, if no other one has the page.
            rank = (len(path), 2 * fits if query else 1)
            if _is_at(request, path) and rank > best:
                best, found = rank, entry
    return found


def _is_at(request: HttpRequest, path: str) -> bool:
    return request.path == path if path == _HOME.link else request.path.startswith(path)


@functools.cache
def _address(name: str, query: str) -> str:
    address = reverse(name if ":" in name or name == _SEARCH.name else f"admin:{name}_changelist")
    return f"{address}?{query}" if query else address


def _may_see(request: HttpRequest, name: str) -> bool:
    app, _, model = name.partition("_")
    return ":" in name or not model or bool(request.user.has_perm(f"{app}.view_{model}"))

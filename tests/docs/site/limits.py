"""The tables of `docs/limits.md`: each figure is a constant of the service, or the default of a setting."""

import datetime as dt
import pathlib
import re
from collections.abc import Callable

from django.conf import settings
from rest_framework import serializers

from banks.formats import instructions, packing
from banks.rail.delivery import limits as bank_limits
from banks.statements import contents
from compliance.bulk import bulk_imports, records
from compliance.documents import inspection
from compliance.hosted import kyc_links
from compliance.providers.watchlists import files as list_files
from config.launch import environment
from payments import sandbox
from payments.accounts import lookups
from payments.api import quotes
from payments.providers import calls
from payments.quotes import prices
from payments.uma.flows import pay_requests
from payments.workflow import leases
from platforms import tasks
from platforms.backoffice import proposals
from platforms.backoffice.lists import exports
from platforms.backoffice.lists import lookups as searches
from platforms.base import money
from platforms.http import pagination
from platforms.http.fields import PageQuery
from platforms.operations import platforms, uma_domains
from webhooks.delivery import approvals, claims, client, client_protocol, endpoints, redelivery, retry
from webhooks.outbox import events, retention
from webhooks.signing import signing_keys, signing_secrets

Row = tuple[str, ...]
_SETTINGS = (pathlib.Path(environment.PROJECT) / "config" / "settings.py").read_text()
_UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


def _default(name: str) -> int:
    """What `settings.py` says where the environment says nothing."""
    [value] = re.findall(rf'values\.integer\("{name}", ([0-9_]+)\)', _SETTINGS)
    return int(value)


def _time(length: dt.timedelta | float) -> str:
    seconds = length.total_seconds() if isinstance(length, dt.timedelta) else length
    # One hour or one day is said in the smaller unit.
    unit, size = next(each for each in _UNITS if seconds % each[1] == 0 and (seconds > each[1] or each[1] == 1))
    return f"{seconds / size:,.0f} {unit}"


def _bytes(count: int) -> str:
    decimal, binary = [("GB", 10**9), ("MB", 10**6)], [("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)]
    unit, size = next(each for each in (*decimal, *binary) if count % each[1] == 0)
    return f"{count // size:,} {unit}"


def _largest(profile: instructions.Profile) -> str:
    return money.major_units(profile.max_amount or money.MAX_AMOUNT, profile.currency or "EUR")


def _setting(name: str, unit: str = "") -> str:
    return f"{_default(name):,}{unit} (`{name}`)"


def _amounts() -> list[Row]:
    return [
        ("any amount", f"{money.MAX_AMOUNT:,}"),
        ("one payment", f"the currency's `minAmount` and `maxAmount`, at first 1 and {platforms.DEFAULT_MAX_AMOUNT:,}"),
        ("`lockedCurrencyAmount` of a quote", f"{quotes.MAX_LOCKED_AMOUNT:,}"),
        ("a payment from an account", "the balance, which is never below zero"),
        (
            "by SEPA file, by Faster Payments file",
            f"{_largest(instructions.SEPA)}, {_largest(instructions.FASTER_PAYMENTS)}",
        ),
        ("by a bank connection", "what staff enter for a payment and a day; more waits for them"),
        ("one funding in the sandbox", f"{sandbox.MAX_FUNDING:,}"),
    ]


def _sizes() -> list[Row]:
    pixels = inspection.MAX_PIXELS // 10**6
    return [
        ("a JSON body", _bytes(settings.MAX_JSON_BYTES)),
        ("parameters of an address", f"{settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:,}"),
        (
            "a PDF, JPEG or PNG",
            f"{_bytes(settings.MAX_FILE_BYTES)}, {inspection.MAX_PAGES} pages, {pixels} million pixels",
        ),
        ("a file of customers", _bytes(settings.MAX_BULK_FILE_BYTES)),
        ("one row of it", f"{records.MAX_RECORD_LINES} lines of {_bytes(records.MAX_LINE_BYTES)}"),
        ("its errors", f"{bulk_imports.MOST_ERRORS:,} are kept, the rest counted"),
        ("a platform's uploads in a day", f"{_bytes(_default('UPLOAD_BYTES_PER_DAY'))} (`UPLOAD_BYTES_PER_DAY`)"),
        ("files through an identity link", _setting("UPLOADS_PER_IDENTITY_LINK")),
        ("an event", f"{_bytes(events.MOST_BYTES)}, then `isTruncated`"),
        (
            "a webhook's answer",
            f"{_bytes(client_protocol.HEAD_BYTES)} of headers, {_bytes(client.READ_BYTES)} of a body are read",
        ),
        ("a bank's file", _bytes(bank_limits.MOST_BYTES)),
        ("statements, answers in it", f"{contents.MOST_STATEMENTS:,}, {contents.MOST_ANSWERS:,}"),
        ("a ZIP of such files", f"{packing.MAX_FILES:,} files, {_bytes(packing.MAX_UNPACKED)}"),
        ("a sanctions list", _bytes(list_files.MOST_BYTES)),
    ]


def _lists() -> list[Row]:
    limit = PageQuery().fields["limit"]
    assert isinstance(limit, serializers.IntegerField)
    return [
        ("`limit`", f"{limit.min_value} to {limit.max_value}, else {limit.default}"),
        ("`totalCount` with filters", f"exact to {pagination.COUNT_LIMIT:,}, then “at least”"),
        ("events sent again by a call", f"{redelivery.MOST_AT_ONCE:,}"),
        ("a list as CSV in the back office", f"all rows of the days chosen, else {exports.MOST_ROWS:,}"),
        ("a filter there without an index", f"looks at the newest {searches.NEWEST:,} rows"),
    ]


def _rates() -> list[Row]:
    def pair(name: str) -> str:
        return f"{_default(f'{name}_PER_SECOND')} a second, {_default(f'{name}_BURST')} at once (`{name}_…`)"

    return [
        ("a token", pair("RATE_LIMIT")),
        ("a platform", _setting("RATE_LIMIT_PLATFORM_FACTOR", " times that")),
        ("an address without a good token", pair("ADDRESS_RATE")),
        ("an address on UMA paths", pair("UMA_RATE")),
        ("live tokens of a platform", _setting("TOKENS_PER_PLATFORM")),
        ("domains that a platform ever names", f"{uma_domains.MOST_NAMED}"),
        ("requests at once to a webhook endpoint", f"{claims.MAX_CONCURRENCY}; others wait"),
        ("webhook secrets that sign at once", f"{signing_secrets.MOST_AT_ONCE}"),
        ("unanswered calls of a platform to its rail", f"{calls.MOST_OF_PLATFORM}; others wait"),
        ("sign-ins of staff from an address", _setting("STAFF_SIGN_INS_PER_MINUTE", " a minute")),
        (
            "wrong passwords for a name",
            f"{_setting('STAFF_PASSWORD_ATTEMPTS', ' from an address')}, then {_time(settings.AXES_COOLOFF_TIME)}",
        ),
    ]


def _times() -> list[Row]:
    return [
        ("a reply under an idempotency key", f"{_time(tasks.KEYS_LIVE)}; for ever if it moved money"),
        (
            "a body on its way",
            f"{_setting('BODY_SECONDS', ' seconds')}, {_setting('BODY_PAUSE_SECONDS')} without a byte",
        ),
        ("a statement of a request", _setting("WEB_STATEMENT_SECONDS", " seconds, then 503")),
        ("a step of a payment", f"{_time(leases.STEP_SECONDS)}, then it is tried again"),
        ("rates", f"{_setting('ECB_RATES_STALE_HOURS', ' hours')}, of staff {_setting('STAFF_RATES_STALE_HOURS')}"),
        ("a quote, a UMA invoice", f"{_time(prices.LIFETIME)}, {_time(pay_requests.INVOICE_LIFETIME)}"),
        ("a quote that nobody used, with its payment", _setting("QUOTE_RETENTION_DAYS", " days")),
        ("a look-up", f"{_time(lookups.LIFETIME)}; its row {_time(lookups.KEPT_FOR)}"),
        ("your approval of a payment by UMA", f"{_time(approvals.SECONDS)}, then the payment fails"),
        ("a revoked token in reads", _setting("TOKEN_CACHE_SECONDS", " seconds")),
        ("an identity link", _time(kyc_links.LIFETIME)),
        ("a webhook's answer", _setting("WEBHOOK_TIMEOUT_SECONDS", " seconds")),
        ("pauses between its attempts", f"up to {_time(retry.LONGEST_DELAY)}, for {_time(retry.GIVE_UP_AFTER)}"),
        ("an endpoint that only fails", f"{_time(endpoints.DISABLE_AFTER)}, then it is switched off"),
        ("events", _time(retention.KEPT)),
        ("a replaced or deleted document's file", _setting("DOCUMENT_RETENTION_DAYS", " days")),
        ("a signing key before it signs", _time(signing_keys.OVERLAP)),
        ("a webhook secret beside its successor", f"{_time(signing_secrets.OVERLAP)}, unless you say more or less"),
        ("a proposal of staff", _time(proposals.LIFETIME)),
        ("a session of staff", _setting("STAFF_SESSION_HOURS", " hours")),
        ("a sandbox clock ahead", f"{_time(sandbox.MAX_ADVANCE_SECONDS)} at once, {sandbox.MAX_OFFSET.days:,} in all"),
        ("payments, journal, audit log", "for ever"),
    ]


_CHOSEN = {
    "compliance.providers.manual.ManualIdentityVerifier": "staff decide",
    "compliance.providers.screening_list.ListScreening": "the lists that you load or have fetched",
    "payments.providers.ecb.EcbRates": "the European Central Bank's daily file",
    "payments.providers.unavailable.NoFundingInstructions": "none",
    "payments.providers.unavailable.UnavailableNetworkFees": "none: 503",
    "payments.providers.unavailable.UnavailableRail": "none; there is one for bank files",
    "payments.providers.unavailable.UnavailableSettlement": "none; there is one for LND",
    "payments.providers.unavailable.UnsupportedBeneficiaryCheck": "none: names are not checked",
}
_KINDS = {
    "rail": "rails that move money",
    "funding_instructions": "accounts that payers send to",
    "beneficiary_check": "checks of account names",
    "identity": "identity checks",
    "screening": "sanctions lists",
    "rates": "exchange rates",
    "network_fees": "fees of blockchains",
    "settlement": "Lightning",
}


def _providers() -> list[Row]:
    """What production has where no setting names another adapter."""
    call = r'values\.\w+\("(PRODUCTION_\w+)", f?"([^"]+)"\)'
    chosen = {kind: re.findall(f'"{kind}": {call}', _SETTINGS) for kind in _KINDS}
    rows: list[Row] = []
    for kind, [(variable, path)] in chosen.items():
        whole = path.replace("{_NONE}", "payments.providers.unavailable")
        rows.append((_KINDS[kind], _CHOSEN[whole], f"`{variable}`"))
    return rows


_LIMIT = ("What", "Limit")
TABLES: dict[str, tuple[Row, Callable[[], list[Row]]]] = {
    "amounts": (_LIMIT, _amounts),
    "sizes": (_LIMIT, _sizes),
    "lists": (_LIMIT, _lists),
    "rate limits": (("Whose", "Limit"), _rates),
    "times": (("What", "How long"), _times),
    "providers": (("What", "In production", "Another one"), _providers),
}


def table(name: str) -> tuple[str, list[str]]:
    """Return the head and the rows of a table, in Markdown."""
    head, rows = TABLES[name]
    return _row(head), [_row(row) for row in rows()]


def _row(cells: Row) -> str:
    return f"| {' | '.join(cells)} |"

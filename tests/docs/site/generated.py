"""What the documents take from the code: tables between `<!-- name -->` and `<!-- end -->`, and one whole file."""

import functools
import json
import pathlib
import re
import tomllib
from collections.abc import Callable

import yaml

from compliance.providers import sandbox as identity
from compliance.providers import sandbox_screening
from config.documents.tables import of_rows
from config.launch import environment
from payments.account_types import table
from payments.providers.base import RailOutcome, Verdict
from payments.providers.sandbox import magic, rates, uma_counterpart
from payments.providers.sandbox.uma_counterpart import Slip
from payments.rails import RAILS, Rail
from platforms.base import money
from platforms.features import FEATURES
from platforms.forcing import catalogue as catalogue_of_outcomes
from platforms.http import errors as catalogue
from tests.docs.site import limits
from tests.support import apps
from tests.support.contract.beyond import ROWS

PROJECT = pathlib.Path(environment.PROJECT)
DOCS = PROJECT / "docs"


def between(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=<!-- {name} -->\n).*?(?=\n<!-- end -->)", re.DOTALL)


# --- errors ---


def unused() -> set[str]:
    """The codes of the catalogue that no line of the service names."""
    sources = " ".join(
        path.read_text()
        for app in apps.STACK
        for path in (PROJECT / app).rglob("*.py")
        if path.parts[-2:] != ("http", "errors.py")
    )
    own = (PROJECT / "platforms" / "http" / "errors.py").read_text().partition("CODES_OF_STATUS")[2]
    named = set(re.findall(r"[A-Z_]{4,}", sources + own))
    return set(catalogue.STATUS_OF_CODE) - named


_ENTRY = re.compile(r"^### (?P<code>[A-Z_]+)\n\n(?P<cause>.+)\n(?:\n\*\*Do:\*\* (?P<remedy>.+)\n)?", re.MULTILINE)


def remedies() -> dict[str, tuple[str, str]]:
    """Cause and remedy of each code, which are written by hand. Where nobody can do anything there is no remedy."""
    page = (DOCS / "platform-developer/errors.md").read_text()
    return {entry["code"]: (entry["cause"], entry["remedy"] or "") for entry in _ENTRY.finditer(page)}


def codes() -> str:
    written = remedies()
    parts: list[str] = []
    for status, names in catalogue.CODES_OF_STATUS.items():
        parts.append(f"## {status}")
        for name in sorted(names):
            cause, remedy = written.get(name, ("", ""))
            parts += [f"### {name}", cause]
            parts += [f"**Do:** {remedy}"] if remedy else []
    return "\n\n".join(parts)


# --- sandbox ---


def _outcome(first: RailOutcome, later: RailOutcome | None) -> str:
    def said(outcome: RailOutcome) -> str:
        reason = f", `{outcome.failure_reason}`" if outcome.failure_reason else ""
        kept = "" if outcome.is_money_back else "; the money does not come back"
        return f"{outcome.verdict.lower()}{reason}{kept}"

    if first.ask_again_after is None:
        return said(first)
    seconds = int(first.ask_again_after.total_seconds())
    wait = f" for {seconds} seconds" if seconds else ""
    return f"{said(first)}{wait}, then {said(later or RailOutcome(Verdict.SETTLED))}"


def magic_transfers() -> str:
    rows = [f"| {end} | {_outcome(what, magic.LATER.get(end))} |" for end, what in magic.TRANSFERS.items()]
    return of_rows("| Digits | The rail says |", [*rows, "| any other | settled |"])


def magic_payouts() -> str:
    rows = [f"| {end} | {_outcome(what, magic.LATER_PAYOUTS.get(end))} |" for end, what in magic.PAYOUTS.items()]
    return of_rows("| Digits | The rail says |", [*rows, "| any other | settled |"])


def magic_names() -> str:
    rows = {end: f"`{answer.status}`" for end, answer in magic.BENEFICIARIES.items()}
    rows |= {magic.REFUSED: "400 `INVALID_BANK_ACCOUNT`", magic.BROKEN: "500 `SWITCH_ERROR`"}
    return of_rows(
        "| Digits | `beneficiaryVerificationStatus` |",
        [*(f"| {end} | {rows[end]} |" for end in sorted(rows)), "| any other | `MATCHED` |"],
    )


def magic_people() -> str:
    columns = (
        identity.INDIVIDUAL_OUTCOMES,
        identity.SUBMITTED_INDIVIDUAL_OUTCOMES,
        identity.BUSINESS_OUTCOMES,
        identity.OWNER_OUTCOMES,
    )
    ends = sorted(set().union(*columns))
    cells = {end: " | ".join(f"`{column.get(end, 'APPROVED')}`" for column in columns) for end in ends}
    return of_rows(
        "| Last three characters of | an individual's `fullName` | … when a verification is submitted "
        "| `businessInfo.registrationNumber` | an owner's `personalInfo.lastName` |",
        [*(f"| `{end}` | {cells[end]} |" for end in ends), "| any other" + " | `APPROVED`" * 4 + " |"],
    )


def screened() -> str:
    return of_rows(
        "| Name | Who | List |",
        [
            f"| {', '.join(entry.names)} | {entry.kind.lower()} | {entry.list_kind.lower()} |"
            for entry in sandbox_screening.ENTRIES
        ],
    )


_FORCED: tuple[dict[str, object], ...] = (
    {"for": {"next": "PAY_OUT"}, "outcome": "LATE", "delaySeconds": 600},
    {"for": {"next": "TRANSFER_IN"}, "outcome": "FAILED", "reason": "INSUFFICIENT_FUNDS", "times": 3},
    {"for": {"next": "PAY_INVOICE"}, "outcome": "REPLY_LOST"},
    {"for": {"next": "NAME_CHECK"}, "outcome": "NOT_MATCHED"},
    {"for": {"next": "IDENTITY"}, "outcome": "REJECTED"},
    {"for": {"next": "VERIFICATION"}, "outcome": "REJECTED", "reason": "APPLICANT_FRAUD"},
    {"for": {"next": "SCREENING"}, "outcome": "SANCTION_HIT"},
    {"for": {"next": "RATES"}, "outcome": "JUMP_UP"},
    {"for": {"next": "FUNDING"}, "outcome": "TOO_LATE"},
    {"for": {"next": "SENDER"}, "outcome": "UNPAID"},
    {"for": {"next": "APPROVAL"}, "outcome": "TIMED_OUT"},
    {"for": {"next": "WEBHOOK"}, "outcome": "SENT_TWICE"},
)


def forced() -> str:
    """One outcome of each kind, as it is sent: `tests/payments/forcing` has the service take them."""
    rows = []
    for body in _FORCED:
        [step] = dict(body["for"]).values()  # type: ignore[call-overload]
        shown = catalogue_of_outcomes.of_step(step)[str(body["outcome"])].shows
        rows.append(f"| `{json.dumps(body)}` | {shown} |")
    return of_rows("| `POST /sandbox/outcomes` | What you see |", rows)


_SLIPS = {
    Slip.LOOKUP: "its lookup is signed by somebody else",
    Slip.PAY_REQUEST: "its pay request is signed by somebody else",
    Slip.CURIOUS: f"it insists on the receiver's `{uma_counterpart.CURIOUS_FIELD}`",
    Slip.UNPAID: "it never pays the invoice",
}
_WORDS = {
    "TAKE": "takes the money",
    "WAIT": "takes it after {minutes} minutes",
    "REFUSE": "refuses it: the money comes back",
}


def uma_people() -> str:
    receivers = []
    for name, review in uma_counterpart.RECEIVERS.items():
        minutes = int(review.wait.total_seconds() // 60) if review.wait else 0
        receivers.append(f"| receiver | `${name}.<currency>@` | {_WORDS[review.word.name].format(minutes=minutes)} |")
    senders = [f"| sender | `${name}.<currency>@` | {_SLIPS[slip]} |" for name, slip in uma_counterpart.SENDERS.items()]
    return of_rows("| As a | Address | What it does |", [*receivers, *senders, "| sender | any other | pays |"])


def dollar() -> str:
    pairs = [f"{code} {rate}" for code, rate in table.SANDBOX_RATES.items() if code != rates.ANCHOR]
    return "One US dollar buys " + " · ".join(pairs) + "."


# --- lists ---


def filters() -> str:
    document = yaml.safe_load((DOCS / "openapi.yaml").read_text())
    shared = {f"#/components/parameters/{name}": each for name, each in document["components"]["parameters"].items()}
    rows = []
    for path, operations in document["paths"].items():
        parameters = [shared.get(each.get("$ref"), each) for each in operations.get("get", {}).get("parameters", [])]
        asked = [each["name"] for each in parameters if each["in"] == "query"]
        if "limit" in asked:
            names = ", ".join(f"`{name}`" for name in asked if name not in {"limit", "cursor"})
            rows.append(f"| `{path}` | {names} |")
    return of_rows("| `GET` | Filters |", rows)


# --- features ---


def feature_table() -> str:
    rows = [f"| `{name}` | {feature.sentence} | {feature.otherwise} |" for name, feature in FEATURES.items()]
    return of_rows("| Feature | What you get | What tells the others |", rows)


def values_beyond() -> str:
    rows = [f"| {row.shown} | {' '.join(f'`{value}`' for value in row.values.split())} | {row.why} |" for row in ROWS]
    return of_rows("| Where | Values | Why they need no feature |", rows)


# --- limits ---


def limit_table(name: str) -> str:
    return of_rows(*limits.table(name))


# --- whole files ---


def _plain(markdown: str) -> str:
    text = re.sub(r"\s*\[(?:[Hh]ow|[Ww]hy)[^\]]*\]\([^)]*\)", "", markdown.replace(" ()", ""))
    text = re.sub(r"\s*See \[[^\]]*\]\([^)]*\)\.?", "", text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("\\|", "|").strip()


def _pages(part: object) -> list[str]:
    if isinstance(part, str):
        return [part]
    each = part.values() if isinstance(part, dict) else part
    return [page for inner in each for page in _pages(inner)]  # type: ignore[attr-defined]


def llms() -> str:
    """The pages as a list for programs that read: title, address, first sentence."""
    lines = ["# Payments platform", "", "> " + _first_paragraph("index.md"), "", *_instructions(), ""]
    for group in tomllib.loads((PROJECT / "zensical.toml").read_text())["project"]["nav"]:
        (name, inner), *_ = group.items()
        pages = [page for page in _pages(inner) if page.endswith(".md") and page != "index.md"]
        if not pages:
            continue
        lines += [f"## {name}", ""]
        for page in pages:
            text = (DOCS / page).read_text()
            title = re.search(r"^# (.*)$", text, re.MULTILINE)
            told = _first_paragraph(page)
            address = "/docs/" + (
                page.removesuffix("README.md") if "README" in page else page.removesuffix(".md") + "/"
            )
            lines.append(f"- [{title[1] if title else 'Changelog'}]({address})" + (f": {told}" if told else ""))
        lines.append("")
    lines += ["## API", "", "- [OpenAPI document](/docs/openapi.yaml): every endpoint, field and event", ""]
    return "\n".join(lines)


def _instructions() -> list[str]:
    """What a program that writes an integration has to do, before the list of pages."""
    page = (DOCS / "platform-developer" / "programs.md").read_text()
    heading, _, text = page.partition("\n")
    absolute = re.sub(r"\]\((?!/)(?:\.\./)?([^)#]+?)(?:\.md)(#[^)]*)?\)", r"](/docs/platform-developer/\1/\2)", text)
    absolute = absolute.replace("](../", "](/docs/")
    return [f"## {heading.removeprefix('# ')}", absolute.rstrip()]


def _first_paragraph(page: str) -> str:
    paragraphs = (DOCS / page).read_text().split("\n\n")
    first = next((each for each in paragraphs if re.match(r"(?!\*Others)[A-Za-z`*\[]", each.strip())), "")
    sentence = re.split(r"(?<=[.:])\s", _plain(" ".join(first.split())).replace("**", ""))[0]
    return sentence.rstrip(":")


# --- rails ---


def rails_with_limits() -> str:
    def hours(rail: Rail) -> str:
        minutes = int(rail.credited_within.total_seconds()) // 60
        within = "within a minute" if minutes == 1 else f"within {minutes} minutes"
        if rail.batch_every is None:
            return f"at once, {within}"
        return f"in a batch every {int(rail.batch_every.total_seconds()) // 60} minutes, {within} of it"

    def bounds(rail: Rail) -> str:
        least = f"from {money.major_units(rail.minimum, rail.currency)}" if rail.minimum > 1 else ""
        most = f"to {money.major_units(rail.maximum, rail.currency)}" if rail.maximum < money.MAX_AMOUNT else ""
        return " ".join(filter(None, (least, most))) or f"any, in {rail.currency}"

    rows = [f"| `{name}` | {bounds(rail)} | {hours(rail)} | {rail.source} |" for name, rail in RAILS.items()]
    return of_rows("| Rail | Amounts | Arrives, at any hour of any day | Who sets it |", rows)


PARTS: dict[tuple[str, str], Callable[[], str]] = {
    ("platform-developer/errors.md", "codes"): codes,
    ("platform-developer/sandbox.md", "forced"): forced,
    ("platform-developer/sandbox.md", "transfers"): magic_transfers,
    ("platform-developer/sandbox.md", "payouts"): magic_payouts,
    ("platform-developer/sandbox.md", "names"): magic_names,
    ("platform-developer/sandbox.md", "people"): magic_people,
    ("platform-developer/sandbox.md", "screened"): screened,
    ("platform-developer/sandbox.md", "uma"): uma_people,
    ("platform-developer/sandbox.md", "rates"): dollar,
    ("platform-developer/lists.md", "filters"): filters,
    ("platform-developer/external-accounts.md", "rails"): rails_with_limits,
    ("platform-developer/environments.md", "features"): feature_table,
    ("platform-developer/environments.md", "values"): values_beyond,
    **{("limits.md", name): functools.partial(limit_table, name) for name in limits.TABLES},
}
FILES = {"docs/llms.txt": llms}

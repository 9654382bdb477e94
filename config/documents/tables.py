"""Tables that no page of the documents holds: `make docs` makes them of code and data, a command prints them.

An app that may be left out has its tables, and its entries of the journal, in a module `document_tables` of its own.
"""

import datetime as dt
import functools
import importlib
import json
import pathlib
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.utils.module_loading import module_has_submodule

from payments.account_types import table
from payments.account_types.fields import Field, Group, Severity
from payments.account_types.rows import AccountType
from payments.ledger import chart, movements
from payments.steps import STEPS, Clearing
from platforms.backoffice import actions
from platforms.base import errors
from platforms.forcing import catalogue
from platforms.http.document import examples

_FIELDS = "| Field | Needed | What it is |"


def steps() -> str:
    """Return the steps of payments: who is asked, what is in clearing, how long each may last, how staff may end it."""
    rows = []
    for name, step in STEPS.items():
        cells = [
            f"`{name}`{' ▮' if step.moves_money else ''}{' ends a wait' if step.is_deadline else ''}",
            ": ".join(filter(None, (step.asks.lower(), step.leg.lower()))),
            _in_clearing(step.clearing),
            f"{step.longest // dt.timedelta(minutes=15) / 4:g} h" if step.longest else "",
            ", ".join(f"`{reason}`" for reason in step.failures),
            "; ".join(filter(None, (step.unmoved, step.cleared))),
        ]
        rows.append(re.sub(r" +", " ", f"| {' | '.join(cells)} |"))
    return of_rows("| Step | Asks | In clearing | Longest | Staff may end it as | Where its money is |", rows)


def _in_clearing(clearing: Clearing | None) -> str:
    if clearing is None:
        return ""
    when = ", ".join(f"`{name}`" for name in clearing.statuses) or "any status"
    which = f", {clearing.types[0].lower()}" if len(clearing.types) == 1 else ""
    return f"{clearing.kind.replace('_', ' ').lower()} ({when}{which})"


_STAFF_ALONE = re.compile(
    r"\.admin\.|\bbank(_rail|_statements|s)\."
    r"|\.(staff|second_factors|proposals|cases|exports|reviews|assignments|decisions|staff_actions|suspense|told"
    r"|screening_hits|screenings|directory\.providers|deposits|pages|kyc_links)\.\w+$|\.AccountNotHeld$"
)
"""Errors that the back office or the identity page shows, and never the API."""


def of_rows(head: str, rows: Sequence[str]) -> str:
    """Return a Markdown table of a heading such as `| Code | Meaning |` and of rows in the same form."""
    return "\n".join([head, re.sub(r"[^|]+", "---", head), *rows])


def account_types() -> str:
    """Return a section for each account type: its facts, its fields, and a body that makes such an account."""
    parts = []
    for code, row in table.ACCOUNT_TYPES.items():
        facts = [f"Currency: {', '.join(row.currencies)}"]
        if row.countries:
            facts.append(f"held in {', '.join(row.countries)}")
        facts.append(f"paid by {', '.join(row.ways)}")
        facts.append("its name is checked" if row.name_check else "no name check")
        if row.pull:
            facts.append("`POST /transfer-in` can collect from it")
        facts += [f"an {kind} needs {names} too" for kind, names in _needed_besides(row).items()]
        fields = of_rows(_FIELDS, _members(row.fields))
        parts.append(f"### {code}\n\n{' · '.join(facts)}.\n\n{fields}\n\n{_json(account(code))}")
    return "\n\n".join(parts)


def account(code: str) -> dict[str, Any]:
    """Return the body of a request that makes an account of this type."""
    info = examples.account_type(code)
    return {"customerId": "Customer:…", "currency": table.get(code).currencies[0], "accountInfo": info}


_DESCRIPTIONS = frozenset({"bankName", "provider"})
_ASIDE = frozenset({"taxId", "phoneNumber"})
"""Fields that say something of the holder; where one identifies the account, it is more."""


def typing_errors() -> str:
    """Return, for each field by which money finds its way, what is looked at, and what one wrong character costs."""
    types_of: dict[tuple[str, str, str], list[str]] = {}
    for code, row in table.ACCOUNT_TYPES.items():
        for field in row.fields:
            if not field.choices and field.name not in _DESCRIPTIONS:
                looked_at = field.sentence.replace("|", "\\|")
                types_of.setdefault((field.name, looked_at, _cost_of_slip(row, field)), []).append(code)
    rows = [
        f"| {', '.join(f'`{code}`' for code in codes)} | `{name}` | {looked_at} | {cost} |"
        for (name, looked_at, cost), codes in types_of.items()
    ]
    return of_rows("| Type | Field | What it has to be | One wrong character |", rows)


def _cost_of_slip(row: AccountType, field: Field) -> str:
    passing = _cost_of_passing(row, field)
    if not field.caught:
        return passing
    if field.severity is Severity.WARNING:
        return f"taken, with a warning in `details`: {passing}"
    often = "refused" if field.caught == 1 else f"refused {field.caught:.0%} of the time"
    condition = f" if {field.caught_if}" if field.caught_if else ""
    return often if often == "refused" and not condition else f"{often}{condition}; else {passing}"


def _cost_of_passing(row: AccountType, field: Field) -> str:
    if not row.countries:
        return "the money is lost, or reaches whoever has that address; nobody can send it back"
    if field.name not in row.primary_identifier and field.name in _ASIDE:
        return "the payment may come back"
    if field.name == "phoneNumber":
        return "whoever has that number is paid"
    return "the bank sends the money back, or pays whoever has that account"


def beneficiaries() -> str:
    """Return the fields of both kinds of holders, those of the type whose holders have the most usual ones."""
    return "\n\n".join(
        f"`{kind}`:\n\n{of_rows(_FIELDS, _members(group.members))}" for kind, group in _usual_beneficiaries().items()
    )


def _usual_beneficiaries() -> Mapping[str, Group]:
    return table.get("USD_ACCOUNT").beneficiaries


def _needed_besides(row: AccountType) -> dict[str, str]:
    """Return, for each kind of holder of whom this type needs more than is usual, the names of these fields."""
    needed = {
        kind: [member.name for member in group.members if member not in usual and member.required]
        for kind, group in row.beneficiaries.items()
        for usual in (_usual_beneficiaries()[kind].members,)
    }
    return {f"`{kind}`": ", ".join(f"`{name}`" for name in names) for kind, names in needed.items() if names}


def _members(members: Sequence[Field | Group], prefix: str = "") -> list[str]:
    rows: list[str] = []
    for member in members:
        if isinstance(member, Group):
            rows += _members(member.members, f"{prefix}{member.name}.")
            continue
        sentence = member.sentence.replace("|", "\\|")
        rows.append(f"| `{prefix}{member.name}` | {'yes' if member.required else 'no'} | {sentence} |")
    return rows


def _json(body: Mapping[str, Any]) -> str:
    """Return JSON with the beneficiary in one line, because most examples have the same one."""
    text = json.dumps(body, indent=2, ensure_ascii=False)
    beneficiary = body["accountInfo"].get("beneficiary")
    if beneficiary:
        spread = json.dumps(beneficiary, indent=2, ensure_ascii=False).replace("\n", "\n    ")
        text = text.replace(spread, json.dumps(beneficiary, ensure_ascii=False))
    return f"```json\n{text}\n```"


def of_apps() -> Sequence[ModuleType]:
    """Return the modules `document_tables` of the apps that are installed."""
    configs = [config for config in apps.get_app_configs() if module_has_submodule(config.module, "document_tables")]
    return [importlib.import_module(f"{config.name}.document_tables") for config in configs]


def entries() -> str:
    """Return the entries of the journal that there are: one row for each currency of an entry."""
    rows = []
    of_other_apps = [movement for module in of_apps() for movement in module.MOVEMENTS]
    for movement in (*movements.MOVEMENTS, *of_other_apps):
        if movement.reverses:
            rows.append(f"| `{movement.purpose}` | {movement.moment} | `{movement.reverses}`, reversed | |")
            continue
        name, moment = f"`{movement.purpose}`", movement.moment
        for currency in dict.fromkeys(line.money.currency for line in movement.lines):
            debit, credit = (
                ", ".join(
                    line.account.replace("_", " ").lower()
                    for line in movement.lines
                    if (line.side, line.money.currency) == (side, currency)
                )
                for side in (chart.DEBIT, chart.CREDIT)
            )
            rows.append(f"| {name} | {moment} | {debit} | {credit} |")
            name, moment = "", "… in what leaves, same entry"
    return of_rows("| Entry | Moment | Debit | Credit |", [row.replace("|  |", "| |") for row in rows])


def messages() -> str:
    """Return the `message` that refusals of each code have by themselves in the API; often a reply says more."""
    # Whatever answers requests is imported by their addresses, and so is what it raises.
    importlib.import_module("config.urls")
    ours = {config.name for config in apps.get_app_configs() if pathlib.Path(config.path).parent == settings.BASE_DIR}
    found: dict[str, set[str]] = {}
    waiting: list[type[errors.DomainError]] = [errors.DomainError]
    while waiting:
        error = waiting.pop()
        waiting.extend(error.__subclasses__())
        message = error.__dict__.get("message")
        name = f"{error.__module__}.{error.__qualname__}"
        if message and error.__module__.partition(".")[0] in ours and not _STAFF_ALONE.search(name):
            found.setdefault(error.code, set()).add(message)
    return of_rows(
        "| Code | `message` |", [f"| `{code}` | {' · '.join(sorted(found[code]))} |" for code in sorted(found)]
    )


def settings_of(part: str) -> str:
    """Return the settings that stand below a heading of `.env.example`, with their defaults and explanations."""
    text = (pathlib.Path(settings.BASE_DIR) / ".env.example").read_text()
    _, _, rest = text.partition(f"\n# --- {part} ---\n")
    rows = [_setting(block) for block in rest.partition("\n# --- ")[0].strip().split("\n\n")]
    return of_rows("| Variable | Default | Meaning |", rows)


def _setting(block: str) -> str:
    """Return the row of one or more variables of `.env.example`, which one comment explains."""
    variables = re.findall(r"^#([A-Z_]+)=(.*)$", block, re.MULTILINE)
    comment = " ".join(re.findall(r"^# (.*)$", block, re.MULTILINE))
    meaning, _, default = comment.partition(" Default: ")
    values = ", ".join(f"`{value}`" for _, value in variables if value)
    names = ", ".join(f"`{name}`" for name, _ in variables)
    # Addresses there are those of files of the repository; the page lies in one of its folders.
    meaning = meaning.replace("](docs/operator/", "](").replace("](docs/", "](../").replace("|", "\\|")
    return f"| {names} | {default.removesuffix('.') or values} | {meaning} |"


def two_people() -> str:
    """Return the staff actions that are only proposed, and done once a second person has approved them."""
    # Pages of staff declare them.
    admin.autodiscover()
    rows = [
        f"| `{name}` | {action.proposed_as or action.title} | {', '.join(sorted(action.roles))} |"
        for name, action in sorted(actions.declared().items())
        if action.takes_two
    ]
    return of_rows("| Action | What is proposed | Role of both |", rows)


def outcomes() -> str:
    """Return what can be forced in the sandbox: the question, the answer, what is seen of it, and its terms."""
    rows = []
    for one in catalogue.everything():
        seconds = "" if one.delay is None else f"{one.delay} s"
        times = "" if one.is_repeated else "until it is deleted"
        terms = "; ".join(filter(None, (", ".join(f"`{reason}`" for reason in one.reasons), seconds, times)))
        rows.append(f"| `{one.step}` | `{one.name}` | {one.does} | {one.shows} | {terms} |")
    return of_rows("| `next` | `outcome` | What happens | What you see | Reasons, delay |", rows)


_TABLES: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "account-types": account_types,
        "beneficiaries": beneficiaries,
        "entries": entries,
        "messages": messages,
        "outcomes": outcomes,
        "settings-in-production": functools.partial(settings_of, "Needed in production"),
        "settings-of-behaviour": functools.partial(settings_of, "Behaviour"),
        "settings-of-processes": functools.partial(settings_of, "Addresses and processes"),
        "steps": steps,
        "two-people": two_people,
        "typing-errors": typing_errors,
    }
)


def every() -> Mapping[str, Callable[[], str]]:
    """Return all tables by the name that a page includes, and that the command `document_tables` takes."""
    of_other_apps = {name: _formatted(made) for module in of_apps() for name, made in module.TABLES.items()}
    return dict(sorted({**_TABLES, **of_other_apps}.items()))


def _formatted(made: Callable[[], tuple[str, Sequence[str]]]) -> Callable[[], str]:
    return lambda: of_rows(*made())

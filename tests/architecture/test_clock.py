"""Whose time it is: real time is asked for in the modules listed here, each for its reason, and nowhere else."""

import ast
import pathlib
import re

import pytest

from tests.support import apps

_ROOT = pathlib.Path(__file__).parents[2]
_FILES = [
    path
    for app in apps.EVERY
    for path in sorted((_ROOT / app).rglob("*"))
    if path.suffix in {".py", ".sql"} and not re.match(r"0.*\.py", path.name)
]
_CLOCK = "platforms/base/clock.py"
_ELSEWHERE = "webhooks/developer/listener/loop.py"
"""Runs on the developer's machine, without the service's code."""

REASONS = {
    "signatures, keys and messages, which others compare with their own clock": {
        "payments/accounts/external_accounts.py",
        "payments/uma/api/well_known.py",
        "payments/uma/flows/invoices.py",
        "payments/uma/flows/lookup_answers.py",
        "payments/uma/flows/pay_requests.py",
        "payments/uma/flows/payouts.py",
        "payments/uma/flows/receipts.py",
        "payments/uma/flows/receiver_lookups.py",
        "payments/uma/flows/sandbox_sender.py",
        "payments/management/commands/rotate_uma_keys.py",
        "payments/providers/sandbox/lightning_node.py",
        "webhooks/api/signing_secrets.py",
        "webhooks/delivery/approvals.py",
        "webhooks/delivery/listeners.py",
        "webhooks/developer/listening.py",
        "webhooks/management/commands/rotate_signing_keys.py",
        "webhooks/signing/public_keys.py",
        "config/probe/receiver.py",
        "webhooks/delivery/retry.py",
        "webhooks/developer/ping.py",
    },
    "due times of many platforms at once: the offset of each is added where its rows are compared": {
        "compliance/admin/review_desk/approving.py",
        "compliance/admin/review_desk/decided.py",
        "compliance/admin/review_desk/desk_numbers.py",
        "compliance/admin/review_desk/dialogs.py",
        "compliance/admin/review_desk/pages.py",
        "compliance/review_desk/review_queue.py",
        "config/processes/beat.py",
        "config/metrics/figures.py",
        "invitations/tasks.py",
        "payments/workflow/advancing.py",
        "payments/workflow/claims.py",
        "platforms/backoffice/lists/days.py",
        "platforms/http/batched.py",
        "platforms/http/idempotency.py",
        "platforms/operations/idempotency_keys.py",
        "webhooks/delivery/alerts.py",
        "webhooks/delivery/sender.py",
    },
    "leases: how long another process may be at work": {
        "compliance/bulk/bulk_imports.py",
        "banks/rail/long_leases.py",
        "payments/workflow/leases.py",
        "payments/workflow/staff_actions.py",
        "webhooks/delivery/claim_statements.py",
        "webhooks/delivery/outcome_statements.py",
        "webhooks/outbox/retention.py",
    },
    "heartbeats and spans, which monitoring compares with its own clock": {
        "config/processes/heartbeats.py",
        "platforms/base/tracing.py",
    },
    "files on a real disk": {
        "compliance/api/bulk_imports.py",
        "compliance/api/documents.py",
        "compliance/hosted/files.py",
        "compliance/management/commands/sweep_document_files.py",
        "payments/reporting/statement_runs.py",
        "compliance/verification/documents.py",
    },
    "days of signed roots, which are the same for all platforms": {
        "payments/proofs/sealing.py",
    },
    "rates of exchange, which age in the world": {
        "payments/admin/rate_effects.py",
        "payments/admin/rates.py",
        "payments/rates/feed.py",
    },
    "lists that the world publishes, shared by all platforms": {
        "compliance/management/commands/load_sanctions_list.py",
        "payments/handlers.py",
        "payments/management/commands/load_institutions.py",
    },
    "people at their desks: sessions, second factors, accounts of staff, proposals, cases, the start page": {
        "config/backoffice/dashboard.py",
        "compliance/admin/customer_file/taking.py",
        "banks/admin/rail/by_hand.py",
        "banks/admin/rail/effects.py",
        "banks/admin/rail/files.py",
        "banks/admin/statements/comparison.py",
        "banks/admin/statements/pages.py",
        "compliance/admin/verifications.py",
        "payments/admin/descriptions.py",
        "payments/admin/facts/case_facts.py",
        "payments/admin/operations_cases.py",
        "payments/admin/payment_files.py",
        "payments/admin/month_end/statement_runs.py",
        "payments/admin/month_end/general_ledger.py",
        "payments/admin/reports/forms.py",
        "payments/admin/reports/pages.py",
        "payments/admin/suspense_ageing.py",
        "payments/admin/transactions.py",
        "payments/reporting/dashboard_metrics.py",
        "platforms/admin/proposals.py",
        "platforms/admin/sign_in.py",
        "platforms/backoffice/dialogs.py",
        "platforms/backoffice/lists/exports.py",
        "platforms/backoffice/lists/views.py",
        "platforms/backoffice/reveal.py",
        "platforms/backoffice/search.py",
        "platforms/backoffice/sign_in/sessions.py",
        "platforms/backoffice/sign_in/passwords.py",
        "config/sign_on/pages.py",
        "config/sign_on/tokens.py",
        "config/management/commands/set_staff_password.py",
        "config/superusers/management/commands/createsuperuser.py",
    },
    "nightly and periodic work: checks, sweeps, forgetting what is old": {
        "banks/tasks.py",
        "compliance/tasks.py",
        "banks/statements/incoming/importing.py",
        "payments/ledger/check.py",
        "payments/tasks.py",
        "payments/transfers/files.py",
        "payments/transfers/payee_fill.py",
        "platforms/encryption/seals.py",
        "platforms/management/commands/audit_verify.py",
        "platforms/handlers.py",
        "platforms/operations/audit_seals.py",
        "platforms/operations/nightly_checks.py",
        "platforms/tasks.py",
        "webhooks/tasks.py",
    },
    "keys (UUIDv7), which hold the real time of their making": {
        "payments/reporting/transaction_counts.py",
        "platforms/forcing/outcomes.py",
        "payments/queries.py",
        "payments/migrations/sql/0062_unused_quotes.sql",
    },
    "a platform that is being made: its clock begins as the real one": {
        "practice/bank_demo/play.py",
        "practice/bank_demo/sides.py",
        "practice/management/commands/bank_demo.py",
        "platforms/management/commands/bootstrap_demo.py",
        "platforms/management/commands/create_platform.py",
        "config/management/commands/make_probe.py",
    },
    "backups, which are no platform's": {"platforms/management/commands/backup_made.py"},
    "the doctor, who compares clocks, the end of a certificate, a backup's age, and the packet for support": {
        "config/management/commands/support_packet.py",
        "config/support/database_facts.py",
        "config/doctor/contents.py",
        "config/doctor/database.py",
        "config/doctor/running.py",
    },
    "events for a developer from now on, found by their keys": {"webhooks/api/sandbox.py"},
    "SQL that adds the platform's offset itself": {
        "platforms/forcing/asked.py",
        "banks/rail/answers.py",
        "banks/rail/batches.py",
        "payments/ledger/chart.py",
    },
    "when the migrations of a new database were applied": {"config/database/structure.sql"},
    "when superusers were found that no row of the audit log tells of": {
        "platforms/migrations/sql/0007_superusers.sql",
    },
    "a name that landed migrations import": {"platforms/kit/clock.py"},
}
_LISTED = {name for names in REASONS.values() for name in names}
_SQL_PRESENT = re.compile(
    r"(?<!\.)\b(now\(\)|(?:clock|statement|transaction)_timestamp\(\)|current_(?:timestamp|date))", re.IGNORECASE
)
_OWNERS = {"datetime", "date", "timezone"}
_READINGS = {"now", "utcnow", "today", "localtime", "localdate"}


def _name(path: pathlib.Path) -> str:
    return str(path.relative_to(_ROOT))


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _reads_machine_clock(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        owner = _last(node.value)
        return (owner in _OWNERS and node.attr in _READINGS) or (owner == "time" and node.attr in {"time", "time_ns"})
    if isinstance(node, ast.ImportFrom):
        names = {alias.name for alias in node.names}
        return bool(
            (node.module == "time" and names & {"time", "time_ns"})
            or (node.module == "django.utils.timezone" and names & _READINGS)
            or ((node.module or "").startswith("django.db.models") and "Now" in names)
        )
    return False


def _asks_for_real_time(tree: ast.AST) -> bool:
    return any(
        (isinstance(node, ast.Attribute) and node.attr == "real_now" and _last(node.value) == "clock")
        or (isinstance(node, ast.alias) and node.name == "real_now")
        or (isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL_PRESENT.search(node.value))
        for node in ast.walk(tree)
    )


def _uses(source: str) -> bool:
    return _asks_for_real_time(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "import datetime as dt\nx = dt.datetime.now(dt.UTC)",
        "import datetime\nx = datetime.date.today()",
        "from django.utils import timezone\nx = timezone.now()",
        "from django.utils.timezone import now",
        "from django.db.models.functions import Now",
        "import time\nx = time.time()",
    ],
)
def test_a_reading_of_the_machines_clock_is_recognised(source):
    assert any(_reads_machine_clock(node) for node in ast.walk(ast.parse(source)))


@pytest.mark.parametrize("source", ["x = clock.real_now()", "from platforms.base.clock import real_now", "x = 'now()'"])
def test_asking_for_real_time_is_recognised(source):
    assert _uses(source)


@pytest.mark.parametrize("source", ["x = call.now", "x = platform.now()", "x = time.monotonic()"])
def test_a_platforms_time_is_no_reading_of_the_machines(source):
    assert not _uses(source)
    assert not any(_reads_machine_clock(node) for node in ast.walk(ast.parse(source)))


def test_one_function_reads_the_machines_clock():
    found = {
        _name(path)
        for path in _FILES
        if path.suffix == ".py" and any(_reads_machine_clock(node) for node in ast.walk(ast.parse(path.read_text())))
    }

    assert found == {_CLOCK, _ELSEWHERE}


def test_real_time_is_asked_for_where_the_list_says_and_nowhere_else():
    found = {_name(path) for path in _FILES if path.suffix == ".py" and _uses(path.read_text())}
    found |= {_name(path) for path in _FILES if path.suffix == ".sql" and _SQL_PRESENT.search(path.read_text())}

    assert found - {_CLOCK} == _LISTED


def test_each_module_is_listed_for_one_reason():
    assert len(_LISTED) == sum(len(names) for names in REASONS.values())


def test_no_row_is_dated_in_passing():
    """A default would date what a moved platform made by another clock than everything beside it."""
    dated = [
        f"{_name(path)}:{node.lineno}"
        for path in _FILES
        if path.suffix == ".py" and "models" in _name(path)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and _last(node.func) in {"DateTimeField", "DateField"}
        and {keyword.arg for keyword in node.keywords} & {"default", "db_default", "auto_now", "auto_now_add"}
    ]

    assert dated == []


def _adds_an_offset(source: str) -> bool:
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Add | ast.Sub)
        and any(isinstance(side, ast.Attribute) and side.attr == "clock_offset" for side in (node.left, node.right))
        for node in ast.walk(ast.parse(source))
    )


def test_the_clock_alone_adds_how_far_a_platform_is_ahead():
    adding = {_name(path) for path in _FILES if path.suffix == ".py" and _adds_an_offset(path.read_text())}

    assert adding == {_CLOCK}

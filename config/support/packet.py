"""The packet for support: one archive with what the doctor, metrics, settings, database and nightly checks say.

Nothing in it is free text that somebody entered: settings are shown where they are numbers, flags or words of a list,
errors by their class, payments by their public id. Log lines are not in it; whoever sends the packet adds those of the
time in question, which hold no secret either.
"""

import datetime as dt
import io
import json
import os
import platform
import zipfile
from collections.abc import Callable, Mapping
from importlib import metadata
from typing import Any

from django.db import connection, transaction

from config.doctor import examination, findings
from config.metrics import endpoint
from config.processes import health
from config.support import database_facts
from config.variables.table import VARIABLES, Variable
from payments.models import LedgerCheckRun
from platforms import release
from platforms.base import clock
from platforms.models import AuditCheckRun, WorkFailure

_CHECKS, _FAULTS, _FAILURES = 7, 50, 200
"""The last nightly checks, faults of each, and the oldest failures of work."""


def make(*, now: clock.RealTime) -> bytes:
    """Return a zip archive. A part that can't be made says why, so that a broken installation has a packet too."""
    parts = {name: _part(make) for name, make in _PARTS.items()}
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _read_me(now))
        for name, content in parts.items():
            archive.writestr(name, content)
    return written.getvalue()


def _part(make: Callable[[], bytes | object]) -> bytes:
    try:
        made = make()
    except Exception as error:  # noqa: BLE001 - whatever is wrong, the other parts are made
        made = {"failed": type(error).__name__}
    return made if isinstance(made, bytes) else json.dumps(made, indent=2, default=str).encode()


def _read_me(now: dt.datetime) -> str:
    return (
        f"Packet for support of a payments platform, release {release.name()}, made at {clock.iso(now)}.\n"
        "It holds no secret and no personal data: read it before you send it. Add the log lines of the time in"
        " question.\n\n" + "".join(f"{name}: {make.__doc__}\n" for name, make in _PARTS.items())
    )


def _doctor() -> bytes:
    """What `manage.py doctor --json` says."""
    return findings.as_json(*examination.examine(), release.name()).encode()


def _readiness() -> object:
    """What /readyz says, asked of this process."""
    return health.results()


def _settings() -> object:
    """Which variables are set; values where they are numbers, flags or words of a list."""
    return {name: _shown(variable, os.environ.get(name, "").strip()) for name, variable in VARIABLES.items()}


def _shown(variable: Variable, given: str) -> str:
    if not given:
        return "not set"
    is_plain = given.isdecimal() or given in variable.values or given.lower() in _FLAGS
    return given if is_plain and not variable.shortest else "set"


def _machine() -> object:
    """System, Python and packages."""
    system = os.uname()
    packages = {each.metadata["Name"]: each.version for each in metadata.distributions()}
    return {
        "system": f"{system.sysname} {system.release} {system.machine}",
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "packages": dict(sorted(packages.items())),
    }


def _metrics() -> bytes:
    """What /metrics says of database, broker and disk."""
    return endpoint.text()


def _database() -> object:
    """Version, settings, sizes, connections by what they wait for, migrations."""
    with transaction.atomic(), connection.cursor() as cursor:
        return database_facts.ask(cursor)


def _work() -> object:
    """Failed work and the last nightly checks, by class and public id."""
    failures = WorkFailure.objects.order_by("since")[:_FAILURES]
    return {
        "failures": list(failures.values("work", "subject", "error", "failures", "since", "last_at")),
        "checksOfTheBooks": _runs(LedgerCheckRun),
        "checksOfTheAuditLog": _runs(AuditCheckRun),
    }


def _runs(model: Any) -> list[Mapping[str, object]]:
    return [
        {
            "startedAt": run.started_at,
            "finishedAt": run.finished_at,
            "faults": len(run.faults),
            "first": [{"kind": fault["kind"], "subject": fault["subject"]} for fault in run.faults[:_FAULTS]],
        }
        for run in model.objects.order_by("-id")[:_CHECKS]
    ]


_FLAGS = {"true", "false", "yes", "no", "on", "off"}
_PARTS: Mapping[str, Callable[[], bytes | object]] = {
    "doctor.json": _doctor,
    "readiness.json": _readiness,
    "settings.json": _settings,
    "machine.json": _machine,
    "metrics.txt": _metrics,
    "database.json": _database,
    "work.json": _work,
}

"""All checks of the doctor, in their order."""

import dataclasses
from collections.abc import Callable, Iterator

from config.doctor import contents, database, machine, running, sign_on
from config.doctor.findings import Finding, Level


@dataclasses.dataclass(frozen=True, slots=True)
class Check:
    """A check: the name of its findings, and its requirements."""

    name: str
    find: Callable[[], Iterator[Finding]]
    needs: frozenset[str] = frozenset()
    """Checks required to pass first: otherwise this one could read nothing, and is left out."""
    while_running: bool = False
    """Whether it needs what runs, and so is left out before the first start."""
    before_start_alone: bool = False
    """Whether it is for the time before a start alone."""


_DATABASE, _TABLES = frozenset({"database"}), frozenset({"database", "migrations"})
CHECKS = (
    Check("settings", machine.safe_settings),
    Check("settings", machine.named_files),
    Check("port", machine.port, before_start_alone=True),
    Check("disk", machine.folders),
    Check("files", machine.open_files),
    Check("database", database.answers),
    Check("commit", database.commit, needs=_DATABASE),
    Check("role", database.role, needs=_DATABASE),
    Check("clock", database.clocks, needs=_DATABASE),
    Check("connections", database.room, needs=_DATABASE),
    Check("locks", database.locks, needs=_DATABASE),
    Check("migrations", database.migrations, needs=_DATABASE),
    Check("keys", contents.encryption_keys, needs=_TABLES),
    Check("keys", contents.blind_index_key, needs=_TABLES),
    Check("keys", contents.token_hash_key, needs=_TABLES),
    Check("seals", contents.seal_keys, needs=_TABLES),
    Check("nightly checks", contents.nightly_checks, needs=_TABLES),
    Check("backups", contents.told_backups, needs=_TABLES, while_running=True),
    Check("sign-on", sign_on.provider),
    Check("sign-on", sign_on.accounts, needs=_TABLES),
    Check("broker", running.broker),
    Check("worker", running.worker, while_running=True),
    Check("beat", running.scheduler, needs=_DATABASE, while_running=True),
    Check("rails", running.rails, needs=_TABLES, while_running=True),
    Check("probe", running.probe, needs=_TABLES, while_running=True),
    Check("address", running.public_address, while_running=True),
)


def examine(*, before_start: bool = False) -> tuple[list[Finding], list[str]]:
    """Return the findings of all checks, and the names of the checks made."""
    found: list[Finding] = []
    asked: dict[str, None] = {}
    left_out: dict[str, None] = {}
    for check in CHECKS:
        if check.while_running if before_start else check.before_start_alone:
            continue
        failed = {each.check for each in found if each.level is Level.ERROR}
        if check.needs & failed:
            left_out[check.name] = None
        else:
            asked[check.name] = None
            found += _asked(check)
    if left_out:
        found.append(Finding("database", Level.NOTE, f"Not looked at without it: {', '.join(left_out)}."))
    return found, list(asked)


def _asked(check: Check) -> list[Finding]:
    try:
        return list(check.find())
    except Exception as error:  # noqa: BLE001 - whatever is wrong, the other checks are asked
        if isinstance(error.__cause__, database.TOO_LATE):
            message = "This could not be looked at in time: a table is locked, or the database is slow."
            return [Finding(check.name, Level.ERROR, message, "See what is said of locks, and the database's own log.")]
        message = f"This could not be looked at ({type(error).__name__})."
        return [Finding(check.name, Level.ERROR, message, "If the database answers, report it as a fault.")]

"""Checks of the database: its answer, role and rights, migrations, clock and connections."""

import re
from collections.abc import Iterator

import psycopg
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from config import checks
from config.database import commits, connections, database_role, grants, structure
from config.doctor.findings import Finding, Level
from platforms.base import clock

_OLDEST = 140_000
_SLIGHT_SKEW, _SEVERE_SKEW = 2.0, 30.0
"""Seconds. A wake-up lives for 30: behind a clock that is further off it ends before it is read."""
_SHOWN = 3
_STATEMENT_SECONDS = 10
_COMMIT_SECONDS = 5.0
TOO_LATE = (psycopg.errors.QueryCanceled, psycopg.errors.LockNotAvailable)
"""What ends a statement that takes too long, or waits too long for a lock."""
_REASONS = (
    (r"password", "refuses the password", "Correct the password in DATABASE_URL."),
    (r"pg_hba", "lets this machine or this role not in", "Add a line to its pg_hba.conf, and reload it."),
    (r"database .* does not exist", "has no database of this name", "Correct DATABASE_URL, or make the database."),
    (r"role .* does not exist", "has no role of this name", "Correct DATABASE_URL, or make the role."),
    (
        r"too many|remaining connection slots",
        "has no connection left",
        "Raise max_connections, or lower WEB_WORKERS, WEB_THREADS and WORKER_PROCESSES: docs/operator/deploy.md.",
    ),
    (r"translate host name|resolve", "has a host name that nobody knows", "Correct DATABASE_URL, or the name server."),
    (r"certificate|SSL", "can't be reached by TLS as asked", "Look at sslmode and sslrootcert in DATABASE_URL."),
    (r"refused|No such file", "does not listen at its address", "Start it, or correct DATABASE_URL."),
    (
        r"timeout|timed out",
        "did not answer in time",
        "Is the address right, and does a firewall let this machine through?",
    ),
    (r"starting up|shutting down|recovery", "is starting or ending", "Wait for it; its own log says more."),
)
"""Words in the driver's message, with meaning and remedy. The message itself may hold parts of the address."""


_CAUSES = {
    commits.STANDBY: (
        "takes no writes: it is a standby, which only follows another server",
        "Name the primary in DATABASE_URL, or promote this server: docs/operator/database.md.",
    ),
    commits.ROLE: (
        "takes no writes: it is set to be read-only, for all or for this role",
        "Look at default_transaction_read_only (`SHOW` it with psql), and reset it.",
    ),
    commits.SYNCHRONOUS: (
        "answers, but does not commit a small write: it waits for a standby of synchronous_standby_names that is away",
        "Start the standby, or take it out of synchronous_standby_names and reload: docs/operator/database.md.",
    ),
    commits.FULL: (
        "answers, but its disk is full: it does not commit a small write",
        "Free space on the disk of the database server, or enlarge it. The server's log names the file.",
    ),
    commits.REFUSED: (
        "answers, but does not commit a small write: it could not write to its disk",
        "May its user write to its folder, and is the disk sound? The server's log says more.",
    ),
    "": (
        "answers, but does not commit a small write in time: no payment can be made",
        "Is its disk full or slow? The server's log says more.",
    ),
}


def answers() -> Iterator[Finding]:
    """Report the cause of a database without an answer, or a version too old."""
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            if settings.PREPARE_THRESHOLD is None:
                # Behind a pooler the session is somebody else's next.
                connection.connection.answers_within = _STATEMENT_SECONDS
            else:
                cursor.execute(f"SET statement_timeout = '{_STATEMENT_SECONDS}s'")
            cursor.execute("SHOW server_version_num")
            version = int(cursor.fetchone()[0])
    except DatabaseError as error:
        yield _refusal(error)
        return
    if version < _OLDEST:
        message = f"PostgreSQL {version // 10_000} is too old; 14 is the oldest that will do."
        yield Finding("database", Level.ERROR, message, "Upgrade the server.")


def commit() -> Iterator[Finding]:
    """Report a database that answers and takes no write, or does not confirm one."""
    asked = commits.Commits()
    state = asked.state(seconds=_COMMIT_SECONDS)
    if state == commits.FAILED:
        remedy = "See the connections that are said below, and its log."
        yield Finding("commit", Level.ERROR, "The database lets no second connection in.", remedy)
    elif state != commits.OK:
        meaning, remedy = _CAUSES[asked.cause(state)]
        yield Finding("commit", Level.ERROR, f"The database {meaning}.", remedy)


def role() -> Iterator[Finding]:
    """Report a role with ownership of the tables, or with other rights than the service's."""
    try:
        is_owner = database_role.is_owner()
    except psycopg.Error as error:
        yield _refusal(error)
        return
    if is_owner:
        level = Level.ERROR if settings.IS_PRODUCTION else Level.NOTE
        yield Finding("role", level, database_role.REFUSAL)
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        found = grants.differences(cursor.fetchone()[0])
    if found:
        yield Finding(
            "role",
            Level.ERROR,
            f"The role of DATABASE_URL has {len(found)} rights too few or too many: {_some(found)}.",
            "`manage.py migrate` corrects them, as does `manage.py grants --apply`: docs/operator/database.md.",
        )


def migrations() -> Iterator[Finding]:
    """Report migrations missing in the database, or unknown to this release."""
    if checks.is_from_before_first_release():
        message = "The database was made before the first release, by migrations that are gone."
        yield Finding("migrations", Level.ERROR, message, "Name an empty one: docs/operator/running.md.")
        return
    missing = structure.missing()
    if missing:
        message = f"The database lacks {len(missing)} migrations of this release: {_some(_names(missing))}."
        yield Finding("migrations", Level.ERROR, message, "Run `migrate` (python -m config.launch migrate).")
    ours = {app for app, _ in structure.on_disk()}
    later = {key for key in MigrationRecorder(connection).applied_migrations() if key[0] in ours} - structure.on_disk()
    if later:
        message = f"The database has {len(later)} migrations of a later release: {_some(_names(later))}."
        yield Finding("migrations", Level.WARNING, message, "Start that release here too, once it has come to stay.")


def clocks() -> Iterator[Finding]:
    """Report a difference between the clocks of this machine and of the database."""
    with connection.cursor() as cursor:
        before = clock.real_now()
        cursor.execute("SELECT clock_timestamp()")
        theirs = cursor.fetchone()[0]
        after = clock.real_now()
    # The server read its clock at some moment between the two.
    skew = max((before - theirs).total_seconds(), (theirs - after).total_seconds())
    if skew >= _SLIGHT_SKEW:
        level = Level.ERROR if skew >= _SEVERE_SKEW else Level.WARNING
        message = f"The clocks of this machine and of the database's are {skew:.0f} s apart."
        yield Finding("clock", level, message, "Have both follow a time server (chrony, systemd-timesyncd).")


def room() -> Iterator[Finding]:
    """Report a server with fewer connections than the processes of one machine may open."""
    with connection.cursor() as cursor:
        cursor.execute(_LIMIT)
        limit, used = cursor.fetchone()
    wanted = connections.of_all()
    if wanted > limit:
        yield Finding(
            "connections",
            Level.WARNING,
            f"One machine with these settings may open {wanted} connections; the database takes {limit}.",
            "Raise max_connections, or lower WEB_WORKERS, WEB_THREADS and WORKER_PROCESSES: docs/operator/deploy.md.",
        )
    if used > limit * 0.9:
        message = f"{used} of the {limit} connections of the database are taken."
        yield Finding("connections", Level.WARNING, message, "`SELECT application_name, count(*)` in pg_stat_activity.")


def locks() -> Iterator[Finding]:
    """Report sessions of the database that hold a lock for which others have waited for a second."""
    with connection.cursor() as cursor:
        cursor.execute(_HOLDERS)
        for process, program, waiting, seconds in cursor.fetchall():
            message = (
                f"Process {process} ({program or 'no name'}) of the database holds a lock for which others wait: "
                f"{waiting}, the first for {seconds:.0f} s."
            )
            remedy = f"pg_stat_activity shows what it does; `SELECT pg_terminate_backend({process})` ends it."
            yield Finding("locks", Level.WARNING, message, remedy)


_HOLDERS = """
SELECT holder.pid, min(session.application_name), count(DISTINCT waiting.pid),
       max(extract(epoch FROM clock_timestamp() - waiting.waitstart))::float8
  FROM pg_locks waiting
 CROSS JOIN LATERAL unnest(pg_blocking_pids(waiting.pid)) holder (pid)
  JOIN pg_stat_activity session ON session.pid = holder.pid AND session.datname = current_database()
 WHERE waiting.waitstart < clock_timestamp() - interval '1 second'
   AND NOT EXISTS (SELECT FROM pg_locks behind WHERE behind.pid = holder.pid AND NOT behind.granted)
 GROUP BY holder.pid
 ORDER BY 3 DESC
 LIMIT 3
"""
"""Who waits behind another that waits is counted for the one that holds the lock."""
_LIMIT = """
SELECT least(
           (SELECT sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int) FROM pg_settings
             WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')),
           (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()),
           (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user)),
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')
"""


def _refusal(error: Exception) -> Finding:
    text = str(error)
    for pattern, meaning, remedy in _REASONS:
        if re.search(pattern, text):
            return Finding("database", Level.ERROR, f"The database {meaning}.", remedy)
    message = f"The database can't be used ({type(error).__name__})."
    return Finding("database", Level.ERROR, message, "Try DATABASE_URL with psql, which says more.")


def _names(migrations: set[structure.Name]) -> list[str]:
    return [".".join(each) for each in sorted(migrations)]


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more

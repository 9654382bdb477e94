"""`python -m bench.failover.restore [--gigabytes N]`: how long a restore to a moment takes, by docs/operator/backup.md.

A database of that size gets a base backup, then half as much of its log is written and archived; its files are removed,
and it is restored from both to its last moment. Rows are pgbench's: what counts here is bytes.
"""

import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable

import psycopg

from bench import programs
from config.launch import embedded_postgres, environment, processes

_ROWS_OF_A_GIGABYTE = 67
"""Of pgbench's scale, each 15 MB."""
_LOG_SHARE = 0.5
_UPDATES = "UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid BETWEEN %s AND %s"
_AT_ONCE = 20_000


def main() -> None:
    """Measure, and print a line for each part."""
    parser = argparse.ArgumentParser(prog="python -m bench.failover.restore")
    parser.add_argument("--gigabytes", type=float, default=1.0, help="size of the database")
    options = parser.parse_args()
    root = pathlib.Path(tempfile.mkdtemp(prefix="payments-restore-", dir="/tmp")).resolve()
    root.chmod(0o711)
    home = environment.Home(root=root)
    (root / "log").mkdir()
    (root / "wal").mkdir()
    (root / "wal").chmod(0o777)
    try:
        _measure(home, options.gigabytes)
    finally:
        processes.end(processes.marked(str(root)), politely=signal.SIGQUIT, patience=5)
        shutil.rmtree(root, ignore_errors=True)
        shutil.rmtree(home.sockets, ignore_errors=True)


def _measure(home: environment.Home, gigabytes: float) -> None:
    root = home.root
    archiving = {
        "archive_mode": "on",
        "archive_command": f"test ! -f {root}/wal/%f && cp %p {root}/wal/%f",
        "max_wal_size": "4GB",
    }
    server = embedded_postgres.cluster(home, archiving)
    process = embedded_postgres.start(server)
    address = ["-h", str(server.sockets), "-U", "postgres"]
    bin_ = server.runs_as.programs
    _run(bin_ / "pgbench", "-i", "-q", "-s", str(max(1, round(gigabytes * _ROWS_OF_A_GIGABYTE))), *address, "postgres")
    size = float(str(_one(server, "SELECT sum(pg_database_size(oid)) FROM pg_database"))) / 1e9
    base = _timed(
        lambda: _run(bin_ / "pg_basebackup", "--checkpoint=fast", f"--pgdata={root}/base", *address),
    )
    verified = _timed(lambda: _run(bin_ / "pg_verifybackup", f"{root}/base"))
    log = _write_log(server, size * _LOG_SHARE)
    process.send_signal(signal.SIGKILL)
    process.wait()
    processes.end_group(process.pid)
    shutil.rmtree(server.data)

    copied = _timed(lambda: shutil.copytree(root / "base", server.data))
    (server.data / "recovery.signal").touch()
    restoring = {"restore_command": f"cp {root}/wal/%f %p", "recovery_target_action": "promote"}
    restored = embedded_postgres.cluster(home, restoring)
    began = time.monotonic()
    process = embedded_postgres.start(restored)
    processes.wait_until(lambda: _one(restored, "SELECT pg_is_in_recovery()") is False)
    replayed = time.monotonic() - began
    process.send_signal(signal.SIGINT)
    process.wait()
    load = os.getloadavg()[1]
    print(f"database {size:.2f} GB, log since the base backup {log:.2f} GB; {os.cpu_count()} cores, load {load:.1f}")
    for what, seconds, amount in (
        ("base backup", base, size),
        ("pg_verifybackup", verified, size),
        ("restore: files copied", copied, size),
        ("restore: log replayed", replayed, log),
    ):
        print(f"{what}: {seconds:.0f} s, {seconds / 60 / amount:.2f} minutes a GB")


def _write_log(server: embedded_postgres.Cluster, gigabytes: float) -> float:
    """Change rows until so much log is written and archived; return its gigabytes."""
    with psycopg.connect(host=str(server.sockets), user="postgres", autocommit=True) as link:
        [begin] = link.execute("SELECT pg_current_wal_lsn()").fetchone() or [""]
        first, written = 1, 0.0
        while written < gigabytes:
            link.execute(_UPDATES, [first, first + _AT_ONCE])
            first += _AT_ONCE
            [told] = link.execute("SELECT pg_current_wal_lsn() - %s::pg_lsn", [begin]).fetchone() or [0]
            written = float(told) / 1e9
        [segment] = link.execute("SELECT pg_walfile_name(pg_current_wal_insert_lsn())").fetchone() or [""]
        link.execute("SELECT pg_switch_wal()")
        newest = "SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver"
        processes.wait_until(lambda: (link.execute(newest).fetchone() or [""])[0] >= segment)
    return written


def _one(server: embedded_postgres.Cluster, statement: str) -> object:
    with psycopg.connect(host=str(server.sockets), user="postgres", autocommit=True) as link:
        [found] = link.execute(statement.encode()).fetchone() or [None]
        return found


def _run(program: pathlib.Path, *words: str) -> None:
    done = subprocess.run([str(program), *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise programs.ProgramError(f"{program.name} failed:\n{done.stderr[-2000:]}")


def _timed(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


if __name__ == "__main__":
    main()

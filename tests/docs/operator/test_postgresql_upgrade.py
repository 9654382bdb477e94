"""The page on a newer PostgreSQL: its commands bring real payments from an older server to the embedded one."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from urllib.parse import quote

import pytest

from config.launch import environment, identity, processes
from payments import tasks
from platforms import tasks as platform_tasks
from tests.support import databases
from tests.support.payments import scenarios

pytestmark = [pytest.mark.beside, pytest.mark.django_db(transaction=True)]
PAGE = environment.PROJECT / "docs" / "operator" / "postgresql-upgrade.md"


def older_programs() -> pathlib.Path:
    """Where an older server is; without one the test is skipped, unless it has to be there."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("1[4-7]/bin/postgres"))
    if not found:
        if os.environ.get("REQUIRE_OLDER_POSTGRESQL"):
            pytest.fail("no PostgreSQL of 14 to 17 was found, and REQUIRE_OLDER_POSTGRESQL is set")
        pytest.skip("no older PostgreSQL on this machine; REQUIRE_OLDER_POSTGRESQL=1 makes that a failure")
    return found[-1].parent


def commands(name: str) -> str:
    """The commands that the page has under a name."""
    [found] = re.findall(rf"<!-- {name} -->\s+```sh\n(.*?)```", PAGE.read_text(), re.DOTALL)
    lines = found.splitlines()
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[indent:] for line in lines)


class Server:
    """A server of one version, with a folder of its data."""

    def __init__(self, programs: pathlib.Path, folder: pathlib.Path, user: identity.Identity) -> None:
        self.programs, self.data, self.user = programs, folder / "data", user
        self.sockets = folder

    def address(self, role: str = "postgres", database: str = "payments") -> str:
        return f"postgresql://{role}@/{database}?host={quote(str(self.sockets))}"

    def start(self) -> None:
        options = f"-k {self.sockets} -c listen_addresses="
        command = [str(self.programs / "pg_ctl"), "-D", str(self.data), "-w", "-o", options]
        run(self.user, " ".join([*map(repr, command), "-l", repr(str(self.sockets / "log")), "start"]))

    def stop(self) -> None:
        if (self.data / "postmaster.pid").exists():
            run(self.user, f'"{self.programs}/pg_ctl" -D "{self.data}" -w -m fast stop')


def run(user: identity.Identity, script: str, **variables: object) -> str:
    """Run commands as the user of the servers; any that fails ends them."""
    around = {name: str(value) for name, value in variables.items()}
    command = [*processes.prefix(options=user.options), "/bin/bash", "-euo", "pipefail", "-c", script]
    told = subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C", "PGHOST": around.get("PGHOST", ""), **around},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, f"{script}\n{told.stdout[-2000:]}\n{told.stderr[-2000:]}"
    return told.stdout


def manage(server: Server, *words: str) -> str:
    """A command of the service with the server's database, as the owner."""
    told = subprocess.run(
        [sys.executable, "manage.py", *words],
        env={**os.environ, "DATABASE_URL": server.address()},
        cwd=environment.PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, f"{words}\n{told.stdout[-2000:]}\n{told.stderr[-2000:]}"
    return told.stdout


@pytest.fixture
def folder():
    """Short, since a socket's path is; and of the user that runs the servers."""
    user = identity.choose()
    made = pathlib.Path(tempfile.mkdtemp(prefix="pg"))
    for place in (made, *(made / name for name in ("old", "new", "other", "work"))):
        place.mkdir(mode=0o700, exist_ok=True)
        os.chown(place, user.owner, -1)
    yield made
    shutil.rmtree(made, ignore_errors=True)


def _servers(folder: pathlib.Path) -> tuple[Server, Server, Server]:
    user, old = identity.choose(), older_programs()
    ours = user.programs
    return Server(old, folder / "old", user), Server(ours, folder / "new", user), Server(ours, folder / "other", user)


def _counted(server: Server, folder: pathlib.Path) -> str:
    script = f'cd "{folder / "work"}"; PATH="{server.user.programs}:$PATH"\n{commands("count")}\ncat counts.before'
    return run(server.user, script, DATABASE=server.address())


def test_payments_reach_the_newer_server_by_both_ways_and_the_old_one_can_be_started_again(api, alice, worker, folder):
    old, new, other = _servers(folder)
    user, work = old.user, folder / "work"
    for play in (scenarios.transfer_out(), scenarios.transfer_in(), scenarios.quoted()):
        play(api, alice)
    worker.run()
    tasks.seal_journal()
    platform_tasks.seal_audit_log()
    try:
        run(user, f'"{old.programs}/initdb" -D "{old.data}" -U postgres --encoding=UTF8 --locale=C.UTF-8 -A trust')
        old.start()
        _bring(old, user)
        seals = [manage(old, "journal_seal").split()[-1], manage(old, "audit_verify").strip()]
        before = _counted(old, folder)
        assert before.count("|") > 50
        assert re.search(r"^payments_transaction\|3$", before, re.MULTILINE)

        # Dump and restore needs the old server to run.
        run(user, f'"{new.programs}/initdb" -D "{other.data}" -U postgres --encoding=UTF8 --locale=C.UTF-8 -A trust')
        other.start()
        run(user, f'"{new.programs}/createdb" -h "{other.sockets}" -U postgres payments')
        names = {"NEW": new.programs, "WORK": work, "DATABASE": old.address(), "NEW_DATABASE": other.address()}
        run(user, commands("dump"), **names)
        assert _counted(other, folder) == before
        assert seals[0].split(":")[0] in manage(other, "ledger_check", "--expect", seals[0])
        other.stop()

        places = {"OLD": old.programs, "NEW": new.programs, "OLD_DATA": old.data, "NEW_DATA": new.data, "WORK": work}
        run(user, commands("upgrade"), **places)
        new.start()
        run(user, commands("after"), NEW=new.programs, PGHOST=new.sockets)
        assert "PostgreSQL 18" in run(user, f'"{new.programs}/psql" -AtX "{new.address()}" -c "SELECT version()"')
        assert _counted(new, folder) == before
        manage(new, "ledger_check", "--expect", seals[0])
        assert manage(new, "audit_verify").strip() == seals[1]
        manage(new, "grants", "--check", "--role", databases.SERVICE)
        new.stop()

        old.start()
        assert _counted(old, folder) == before
    finally:
        for server in (old, new, other):
            server.stop()


def _bring(old: Server, user: identity.Identity) -> None:
    """Bring what the API has written to an old server: it is as if it had always been there."""
    run(user, f'"{old.programs}/createdb" -h "{old.sockets}" -U postgres payments')
    programs, source = user.programs, databases.address("postgres")
    roles = f'"{programs}/pg_dumpall" --roles-only -d "{source}"'
    run(user, f'{roles} | "{programs}/psql" -qX "{old.address()}"')
    # Settings of newer versions are refused, and mean nothing there.
    rows = f'"{programs}/pg_dump" "{source}" | grep -v "^SET transaction_timeout"'
    run(user, f'{rows} | "{programs}/psql" -qX -v ON_ERROR_STOP=1 "{old.address()}"')

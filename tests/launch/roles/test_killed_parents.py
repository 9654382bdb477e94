"""The first process of a role is killed: those that it forked end too. One port is one web role's."""

import http.client
import os
import pathlib
import signal
import socket
import subprocess
import sys
import urllib.parse

import pytest
from django.db import connection

from bench import programs
from config.launch import environment, failures, ports, processes, roles
from tests.support import patience

pytestmark = [
    pytest.mark.service,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the web server starts its processes anew"),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def database(tmp_path, monkeypatch):
    """The address of this test's database; logs of the roles go to a folder of the test."""
    (tmp_path / "log").mkdir()
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    parts = urllib.parse.urlsplit(os.environ["DATABASE_URL"])
    return parts._replace(path=f"/{connection.settings_dict['NAME']}").geturl()


def children(pid: int) -> list[int]:
    return [int(each) for each in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def has_forked(pid: int, number: int) -> bool:
    return processes.is_alive(pid) and len(children(pid)) >= number


def is_answered(port: int) -> bool:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=patience.LONG)
    try:
        asked.request("GET", "/healthz", headers={"Host": "localhost"})
        return asked.getresponse().status == 200
    except OSError:
        return False
    finally:
        asked.close()


def is_free(port: int) -> bool:
    try:
        ports.require_free(address="127.0.0.1", port=port)
    except failures.LaunchError:
        return False
    return True


def test_web_processes_end_with_the_process_that_forked_them(database):
    with programs.web("killed-web", variables={"DATABASE_URL": database, "WEB_WORKERS": "2"}) as web:
        patience.until(lambda: has_forked(web.pid, 2) and is_answered(web.port))
        forked = children(web.pid)
        os.kill(forked[0], signal.SIGKILL)
        # Those that it starts later are no exception.
        patience.until(lambda: has_forked(web.pid, 2) and forked[0] not in children(web.pid))
        forked = children(web.pid)
        patience.until(lambda: is_answered(web.port))

        os.kill(web.pid, signal.SIGKILL)

        patience.until(lambda: not any(map(processes.is_alive, forked)))
        patience.until(lambda: is_free(web.port))


def test_processes_of_a_worker_end_with_the_process_that_forked_them(database):
    with programs.worker(database, WORKER_PROCESSES="2") as pid:
        patience.until(lambda: has_forked(pid, 2))
        forked = children(pid)

        os.kill(pid, signal.SIGKILL)

        patience.until(lambda: not any(map(processes.is_alive, forked)))


def test_a_second_web_role_on_a_port_refuses_to_start_unless_asked_to(database):
    with programs.web("first-web", variables={"DATABASE_URL": database, "WEB_WORKERS": "1"}) as web:
        variables = programs.as_service({**os.environ, "DATABASE_URL": database, "PORT": str(web.port)})
        second = subprocess.run(
            roles.command("web", variables),
            env=variables,
            cwd=environment.PROJECT,
            capture_output=True,
            text=True,
            timeout=patience.LONG,
            check=False,
        )
        patience.until(lambda: is_answered(web.port))
        shared = {**variables, "SHARE_PORT": "true"}
        with programs.running("shared-web", roles.command("web", shared), shared) as pid:
            patience.until(lambda: has_forked(pid, int(shared.get("WEB_WORKERS") or 2)))
            os.kill(web.pid, signal.SIGKILL)
            # Connections to the one that was killed are lost; then all go to the other one.
            patience.until(lambda: is_answered(web.port))
            assert processes.is_alive(pid)

    assert second.returncode == 1
    assert f"Port {web.port} on 127.0.0.1 is taken by another program." in second.stderr
    assert "End that program" in second.stderr


def test_of_two_that_start_at_once_one_gets_the_port():
    port = programs.free_port()
    with ports.claim(address="127.0.0.1", port=port):
        with pytest.raises(failures.LaunchError, match=f"Port {port} on 127.0.0.1 is taken"):
            ports.claim(address="127.0.0.1", port=port)
        with ports.claim(address="127.0.0.2", port=port):
            pass

    with ports.claim(address="127.0.0.1", port=port):
        pass


def test_a_port_of_another_kind_of_program_is_refused():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for is_shared in (False, True):
            with pytest.raises(failures.LaunchError, match="is taken by another program"):
                ports.claim(address="127.0.0.1", port=port, is_shared=is_shared)

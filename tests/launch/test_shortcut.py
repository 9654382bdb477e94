"""Small requests take the shortcut past the event loop: the web server still passes them on in the known form."""

import contextlib
import http.client
import os

import pytest

from bench import programs
from config.launch import roles
from tests.conftest import BASE
from tests.support import patience

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        root = tmp_path_factory.mktemp("var")
        (root / "log").mkdir()
        patch.setenv("VAR_DIR", str(root))
        found = programs.free_port()
        given = programs.as_service({**os.environ, "PORT": str(found), "WEB_WORKERS": "1"})
        command = [*roles.command("web", given)[:-1], "tests.launch.by_the_loop:application"]
        with programs.running("shortcut", command, given) as pid:
            programs._wait_for(found, "shortcut", pid)
            yield found


@pytest.mark.parametrize(
    ("method", "framing", "body", "status"),
    [
        ("GET", {}, b"", 404),
        ("POST", {"Content-Length": "2"}, b"{}", 404),
        ("POST", {"Content-Length": "60000"}, b"x" * 60_000, 404),
        ("POST", {"Content-Length": "70000"}, b"", 418),
        ("POST", {"Transfer-Encoding": "chunked"}, b"", 418),
    ],
)
def test_only_what_is_not_small_goes_by_the_loop(port, method, framing, body, status):
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=patience.LONG)) as line:
        line.putrequest(method, f"{BASE}/nothing-of-this-name")
        for name, value in framing.items():
            line.putheader(name, value)
        line.endheaders(body)

        with line.getresponse() as reply:
            assert reply.status == status

"""What an operator sees of a running service: `/readyz`, `manage.py doctor`, the start page of the back office.

The page docs/operator/outages.md prints it for each fault, and here the two are compared. What is seen is put into the
words of the page's cells: `nothing` for what is said of a service in order, and a semicolon between two findings.
"""

import abc
import dataclasses
import html
import http.client
import http.cookies
import json
import re
import urllib.parse
from collections.abc import Callable, Collection, Iterable

from django.contrib.auth.models import User
from django.test import Client

from config.doctor import examination
from config.doctor.findings import Finding, Level
from config.launch import embedded_valkey, environment
from config.processes import heartbeats
from tests.docs import named_tests
from tests.support import patience
from tests.support.processes import readiness
from tests.support.servers import paying
from tests.support.servers.services import Service

NOTHING, NO_REPLY = "nothing", "no reply"
PERSON = "watch"
"""The account of the member of staff who watches this process."""
HEADING = "## How each is seen"
"""Of the table in the page."""
_OR = " *or* "
_SECONDS = 20
_RUNNING = {"database", "commit", "broker", "worker", "beat", "address"}
"""Checks that find nothing of any service in order."""
_FOR_INFORMATION = {"books", "audit", "replica"}


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """What the page says of a fault, and the names of the tests that show it or how else it is known."""

    fault: str
    readyz: str
    doctor: str
    start_page: str
    known_by: str


def rows() -> dict[str, Row]:
    """Return the rows of the page by their faults, in lower case."""
    text = (named_tests.OPERATOR / "outages.md").read_text()
    found = [Row(*cells) for cells in named_tests.rows(text.partition(HEADING)[2])]
    return {row.fault.lower(): row for row in found}


def agrees(cell: str, seen: str) -> bool:
    """Tell whether a cell of the page says what was seen; `…` stands for any text, and *or* is between two."""
    patterns = [".*".join(map(re.escape, one.split("…"))) for one in cell.split(_OR)]
    return any(re.fullmatch(pattern, seen) for pattern in patterns)


def of_readyz(status: int, told: dict[str, object]) -> str:
    """Return what a reply of `/readyz` says, but for checks for information and those that fail with the database."""
    checks = told["checks"]
    assert isinstance(checks, dict)
    wrong = {name: result for name, result in checks.items() if result != "ok" and name not in _FOR_INFORMATION}
    if wrong.get("database") == "failed":
        wrong.pop("migrations", None)
    named = ", ".join(f"`{name}` `{result}`" for name, result in wrong.items())
    return f"{status} `{told['status']}`" + (f": {named}" if named else "")


def of_doctor(found: Iterable[Finding], *, but: Collection[str] = ()) -> str:
    """Return what the doctor finds, without notes and without checks that find something of any service here."""
    told = [one for one in found if one.level > Level.NOTE and one.check not in but]
    return "; ".join(f"`{one.check}`: {one.message.rstrip('.')}" for one in told) or NOTHING


def of_start_page(status: int, page: str) -> str:
    """Return the red figures of a start page, or the heading of the page that stands in its place."""
    if status != 200:
        return f"{status}, *{' '.join(re.findall('<h1>(.*?)</h1>', page))}*"
    red = re.findall(
        r'class="board-tile board-bad">.*?desk-caption">(.*?)</span>.*?board-value">(.*?)</span>', page, re.DOTALL
    )
    late = ["*Not loaded in time*"] if "Not loaded in time" in page else []
    return "; ".join([f"*{title}*: {html.unescape(value)}" for title, value in red] + late) or NOTHING


class Watch(abc.ABC):
    """Somebody with the three of them, who has looked at a service in order before."""

    def __init__(self) -> None:
        self._always = frozenset[str]()
        self._always = frozenset(re.findall(r"`([a-z -]+)`: ", self.doctor()))

    @abc.abstractmethod
    def readyz(self) -> str:
        """Ask one web process."""

    @abc.abstractmethod
    def doctor(self) -> str:
        """Look at everything, without what is found of the service in order too."""

    @abc.abstractmethod
    def start_page(self) -> str:
        """Load the page once."""

    def sees(self, name: str) -> None:
        """Compare the three with the row of a fault, until they agree or after so long."""
        row = rows()[name]
        for cell, look in ((row.readyz, self.readyz), (row.start_page, self.start_page), (row.doctor, self.doctor)):
            seen: list[str] = []

            def is_as_printed(cell: str = cell, look: Callable[[], str] = look, seen: list[str] = seen) -> bool:
                seen.append(look())
                return agrees(cell, seen[-1])

            try:
                patience.until(is_as_printed)
            except AssertionError as late:
                late.add_note(f"The page says {cell!r}, and last was seen {seen[-1]!r}.")
                raise


class OfService(Watch):
    """Somebody on the machine of a service that runs, signed in to its back office."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._cookie = self._sign_in()

        def is_in_order() -> bool:
            Watch.__init__(self)
            return self._always.isdisjoint(_RUNNING)

        # A service that has just started, or whose fault has just ended, is in order a moment later.
        patience.until(is_in_order)

    def readyz(self) -> str:
        try:
            status, told, _ = paying.ask(self._service, "GET", "/readyz", seconds=_SECONDS)
        except (OSError, http.client.HTTPException):
            return NO_REPLY
        return of_readyz(status, told)

    def doctor(self) -> str:
        broker = environment.broker_url(embedded_valkey.address(environment.Home(root=self._service.root)))
        public = f"http://127.0.0.1:{self._service.port}"
        done = self._service.manage("doctor", "--json", PUBLIC_BASE_URL=public, REDIS_URL=broker)
        assert done.stdout, done.stderr
        found = [
            Finding(one["check"], Level[one["level"]], one["message"]) for one in json.loads(done.stdout)["findings"]
        ]
        return of_doctor(found, but=self._always)

    def start_page(self) -> str:
        try:
            status, page, _ = self._load("GET", "/admin/", cookie=self._cookie)
        except (OSError, http.client.HTTPException):
            return NO_REPLY
        return of_start_page(status, page)

    def _sign_in(self) -> str:
        staff = json.loads((self._service.root / "sandbox.json").read_text())
        _, page, cookies = self._load("GET", "/admin/login/")
        [token] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        form = {"csrfmiddlewaretoken": token, "username": staff["adminUser"], "password": staff["adminPassword"]}
        status, page, cookies = self._load(
            "POST", "/admin/login/?next=/admin/", cookie=cookies, content=urllib.parse.urlencode(form)
        )
        assert status == 302, page
        return cookies

    def _load(self, method: str, path: str, *, cookie: str = "", content: str = "") -> tuple[int, str, str]:
        line = http.client.HTTPConnection("127.0.0.1", self._service.port, timeout=_SECONDS)
        headers = {"Cookie": cookie, "Accept": "text/html", "Content-Type": "application/x-www-form-urlencoded"}
        try:
            line.request(method, path, content or None, headers)
            reply = line.getresponse()
            given = http.cookies.SimpleCookie(cookie)
            for value in reply.headers.get_all("Set-Cookie") or []:
                given.load(value)
            kept = "; ".join(f"{name}={morsel.value}" for name, morsel in given.items())
            return reply.status, reply.read().decode(), kept
        finally:
            line.close()


class Here(Watch):
    """Somebody who asks this process and its database. No worker and no beat run, but their heartbeats are given."""

    def __init__(self) -> None:
        self._office = Client(raise_request_exception=False)
        person = User.objects.create_superuser(PERSON, "watch@example.com", "correct horse battery staple")
        self._office.force_login(person)
        super().__init__()

    def readyz(self) -> str:
        readiness.forget()
        reply = Client().get("/readyz")
        return of_readyz(reply.status_code, reply.json())

    def doctor(self) -> str:
        return of_doctor(examination.examine()[0], but=self._always)

    def start_page(self) -> str:
        for role in heartbeats.ROLES:
            heartbeats.give(role)
        reply = self._office.get("/admin/", headers={"Accept": "text/html"})
        return of_start_page(reply.status_code, reply.content.decode())

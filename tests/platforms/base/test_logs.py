"""Every named field of a log line arrives in it, in each process, and the operators' page lists them all."""

import ast
import json
import logging
import os
import pathlib
import re
import subprocess
import sys

import pytest
from celery import shared_task
from django.db import DataError, IntegrityError, connection, transaction

from config.celery import app
from config.launch import environment
from platforms import release
from platforms.base import logs
from tests.support import apps, patience

pytestmark = pytest.mark.service

_ALWAYS = {"time", "level", "logger", "release", "message", "exception", "sqlstate", "trace"}
_PAGE = pathlib.Path(environment.PROJECT) / "docs" / "operator" / "logs.md"


def _record(*, error=None, **extra):
    info = (type(error), error, error.__traceback__) if error else None
    return logging.getLogger("payments.tasks").makeRecord(
        "payments.tasks", logging.INFO, "tasks.py", 1, "said", (), info, extra=extra
    )


def _line(**fields):
    return json.loads(logs.JsonFormatter().format(_record(**fields)))


def _sources():
    for app_name in apps.EVERY:
        yield from (pathlib.Path(environment.PROJECT) / app_name).rglob("*.py")


def _given(call, tree):
    """The keys that a call gives as `extra=`; a variable is looked up in the same file."""
    for keyword in call.keywords:
        if keyword.arg == "extra":
            value = keyword.value
            if isinstance(value, ast.Name):
                value = _assigned(tree, value.id, before=call.lineno)
            assert isinstance(value, ast.Dict), f"not a literal: {ast.unparse(call)}"
            yield from value.keys


def _assigned(tree, name, *, before):
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        and node.lineno < before
        and ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target) == name
    ]
    return max(found, key=lambda node: node.lineno).value


def _written_by_code():
    keys = set()
    for path in _sources():
        tree = ast.parse(path.read_text())
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            for key in _given(call, tree):
                # `**fields`, of outages.warned, whose callers are looked at below.
                if key is not None:
                    assert isinstance(key, ast.Constant), f"{path}: {ast.unparse(call)}"
                    keys.add(key.value)
            if ast.unparse(call.func) == "outages.warned":
                keys |= {keyword.arg for keyword in call.keywords}
    return keys


def test_what_the_code_names_is_written_and_nothing_else_is_listed():
    # A request's line gets these when it is known who asks, and where the client has sent an id.
    assert _written_by_code() | {"platform", "token", "client_request_id"} == set(logs.FIELDS)


@pytest.mark.parametrize("name", logs.FIELDS)
def test_a_field_reaches_the_line(name):
    assert _line(**{name: "value"})[name] == "value"


def test_a_line_tells_which_release_wrote_it():
    assert _line()["release"] == release.name()


def test_what_a_library_adds_does_not():
    assert "request" not in _line(request="Zelda Quixote")


def test_the_page_lists_every_field():
    cells = re.findall(r"^\| (`.*?`) \|", _PAGE.read_text(), re.MULTILINE)

    assert set(re.findall(r"`([a-z_]+)`", " ".join(cells))) == _ALWAYS | set(logs.FIELDS)


def test_the_time_has_milliseconds():
    record = _record()
    record.created, record.msecs = 1_700_000_000.042, 42.0

    assert re.fullmatch(
        r"2023-11-1\dT\d\d:\d\d:20\.042[+-]\d{4}", json.loads(logs.JsonFormatter().format(record))["time"]
    )


@pytest.mark.django_db
@pytest.mark.parametrize(("statement", "kind", "state"), [
    ("SELECT 1 / 0", DataError, "22012"),
    ("INSERT INTO django_content_type (app_label, model) VALUES ('x', 'y'), ('x', 'y')", IntegrityError, "23505"),
])  # fmt: skip
def test_an_error_of_the_database_has_its_state(statement, kind, state):
    with pytest.raises(kind) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert _line(error=caught.value)["sqlstate"] == state
    assert _line(error=caught.value.__cause__)["sqlstate"] == state


def test_another_error_has_none():
    assert "sqlstate" not in _line(error=ValueError("x"))


@shared_task(name="tests.fail")
def _fail():
    raise ValueError("Zelda Quixote")


def test_a_task_that_fails_is_logged_without_the_text_of_its_error(caplog):
    app.conf.task_always_eager = True
    try:
        _fail.apply()
    finally:
        app.conf.task_always_eager = False

    (line,) = [logs.JsonFormatter().format(record) for record in caplog.records if record.name == "celery.app.trace"]
    told = json.loads(line)
    assert (told["message"], told["task"], told["exception"]) == ("task raised unexpected", "tests.fail", "ValueError")
    assert "Zelda" not in line


_SPEAK = """
import logging, sys
from celery.signals import worker_ready, beat_init
def speak(**_):
    logging.getLogger("payments.tasks").info("sealed", extra={"seal": 7, "digest": "d1"})
    logging.getLogger("payments.tasks").debug("small")
    print("printed", flush=True)
    raise SystemExit
worker_ready.connect(speak)
beat_init.connect(speak)
"""
_ROLES = {
    "worker": _SPEAK
    + "from config.launch import roles\nfrom config.celery import app\n"
    + "app.worker_main(roles.command('worker', {})[5:] + ['--pool=solo'])",
    "beat": _SPEAK
    + "import tempfile\nimport config.processes.beat\nsys.argv = ['beat', tempfile.mkdtemp() + '/schedule']\n"
    "config.processes.beat.main()",
}


@pytest.mark.parametrize("role", _ROLES)
@pytest.mark.parametrize(("level", "said"), [("INFO", ["sealed"]), ("DEBUG", ["sealed", "small"]), ("WARNING", [])])
def test_the_level_of_the_settings_holds(role, level, said):
    done = subprocess.run(
        [sys.executable, "-c", _ROLES[role]],
        cwd=environment.PROJECT,
        env={**os.environ, "LOG_LEVEL": level},
        capture_output=True,
        text=True,
        check=False,
        timeout=patience.LONG,
    )

    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    ours = [line for line in lines if line["logger"] == "payments.tasks"]
    assert [line["message"] for line in ours] == said, done.stderr
    assert all((line["seal"], line["digest"]) == (7, "d1") for line in ours if line["message"] == "sealed")
    assert "printed" in [line["message"] for line in lines]

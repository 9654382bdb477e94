"""What each role loads. A module that a role has no use for costs every one of its processes time and memory."""

import json
import subprocess
import sys

import pytest

from config.launch import environment
from payments.steps import STEPS

pytestmark = pytest.mark.service

_WEB = "import config.server.application"
_WORKER = "from config.celery import app; app.loader.import_default_modules()"
_WITH_FIRST_USE = {"uma", "ecies", "aiohttp", "PIL", "pypdf", "pypdfium2", "segno", "dns"}
_PAGES = {"payments.admin", "payments.uma.admin", "compliance.admin", "platforms.admin", "webhooks.admin"}
_UNWANTED = {
    "web": _WITH_FIRST_USE | _PAGES | {"celery.bin", "payments.tasks"},
    "worker": _WITH_FIRST_USE
    | _PAGES
    | {"config.urls", "payments.api", "payments.uma.api", "drf_spectacular.openapi", "granian"},
}


@pytest.mark.parametrize(("role", "story"), [("web", _WEB), ("worker", _WORKER)])
def test_a_role_loads_only_what_it_uses(role, story):
    loaded = _loaded(story)

    assert "payments.workflow.transactions" in loaded, "it loads the service"
    assert not loaded & _UNWANTED[role]


def test_the_names_are_right():
    """Once each of them is imported, the test above would see it."""
    pages = "import config.backoffice.urls, config.urls, payments.tasks, drf_spectacular.openapi, granian, uma"
    loaded = _loaded(f"{_WEB}; {pages}; import PIL, pypdf, pypdfium2, segno, dns, celery.bin")

    assert set.union(*_UNWANTED.values()) <= loaded


def _loaded(story):
    shown = "import sys, json; print(json.dumps(sorted(sys.modules)))"
    return set(json.loads(_printed(f"{story}; {shown}")))


def _printed(story):
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", story],
        cwd=environment.PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.splitlines()[-1]


def test_the_web_role_is_loaded_once_before_its_processes_are_forked():
    """No connection is open by then: two processes must not share one."""
    open_ones = "[each for each in connections.all(initialized_only=True) if each.connection]"
    story = f"{_WEB}; from django.db import connections; assert not {open_ones}"

    assert "payments.api.transfers" in _loaded(story)


@pytest.mark.parametrize("story", [_WEB, _WORKER, "import django; django.setup()"], ids=["web", "worker", "command"])
def test_every_process_knows_what_each_step_does(story):
    """A step that asks a rail has two functions for its answer; one that talks, or asks nobody, has one."""
    of_step = "{name: step_functions.functions_of(name) for name in STEPS}"
    kinds = "[kind for kind in ('settled', 'failed', 'talk', 'own') if getattr(functions, kind)]"
    tell = f"print(json.dumps({{name: {kinds} for name, functions in {of_step}.items()}}))"
    imports = "import json; from payments.steps import STEPS; from payments.workflow import step_functions"
    known = json.loads(_printed(f"{story}; {imports}; {tell}"))

    answered, talks, own = ["settled", "failed"], ["talk"], ["own"]
    expected = {"RAIL": answered, "NODE": talks, "COUNTERPARTY": talks, "NOBODY": own}
    assert known == {name: expected[step.asks] for name, step in STEPS.items()} | {"PAY_INVOICE": answered + talks}

"""A home for one instance, in a folder short enough for sockets and open to the user a database may run as."""

import os
import pathlib
import shutil
import signal
import tempfile
import urllib.parse

import pytest
from django.db import connection

from config.launch import environment, processes, supervisor
from tests.support.servers.services import service  # noqa: F401 - fixtures


@pytest.fixture
def home(monkeypatch):
    root = pathlib.Path(tempfile.mkdtemp(prefix="payments-launch-", dir="/tmp"))
    root.chmod(0o711)
    for name in ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "ENVIRONMENT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VAR_DIR", str(root))
    opened = environment.open_home()
    yield opened
    processes.end(processes.marked(str(opened.root)), politely=signal.SIGINT, patience=5)
    shutil.rmtree(root, ignore_errors=True)
    shutil.rmtree(opened.sockets, ignore_errors=True)


@pytest.fixture
def on_test_database(transactional_db, settings):
    """Let what reads DATABASE_URL itself use the test's own database; return its address."""
    parts = urllib.parse.urlsplit(os.environ["DATABASE_URL"])
    settings.DATABASE_URL = parts._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    return settings.DATABASE_URL


@pytest.fixture
def supervising():
    """A supervisor, without the handlers of signals that it leaves behind."""
    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    made = supervisor.Supervisor()
    yield made
    made.stop()
    for each, handler in handlers.items():
        signal.signal(each, handler)

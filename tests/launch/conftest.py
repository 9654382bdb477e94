"""A home for one instance, in a folder short enough for sockets and open to the user a database may run as."""

import pathlib
import shutil
import signal
import tempfile

import pytest

from config.launch import environment, processes


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

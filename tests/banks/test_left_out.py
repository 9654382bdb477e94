"""The app of banks left out of INSTALLED_APPS: the service runs without bank files."""

import json
import os
import subprocess
import sys

import pytest

from config.launch import environment
from tests.support import databases, patience

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


def test_a_service_without_the_app_pays_checks_its_books_and_shows_its_pages(acme):
    variables = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.banks.left_out",
        "DATABASE_URL": databases.address("postgres"),
    }

    command = [sys.executable, "-m", "tests.banks.without_banks", acme.client_id, acme.client_secret]
    run = subprocess.run(
        command,
        cwd=environment.PROJECT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=patience.LONG,
    )

    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout.splitlines()[-1]) == {
        "status": "COMPLETED",
        "faults": [],
        "pages": {"/admin/": 200, "/admin/payments/transaction/": 200, "/admin/banks/": 404},
        "menu": ["Suspense"],
        "tables": ["TRANSFER_OUT_SENT"],
        "jobs": [],
        "rights": [],
        "models": [],
    }

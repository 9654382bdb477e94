"""The page about debugging is pasted into a shell, on a payment whose rail fails: it shows what the page says."""

import json
import logging
import re
import subprocess

import pytest

from payments import tasks
from payments.models import OperationsCase, Transaction
from platforms.base import logs
from tests.docs.contributor import copies
from tests.support import databases, patience
from tests.support.faulty_rails import MoodyRail, break_down
from tests.support.payments import scenarios

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]

_TEXT = (copies.PROJECT / "docs" / "contributor" / "debugging.md").read_text()
_BLOCKS = re.findall(r"```sh\n(.*?)```", _TEXT.split("<!-- tested:")[1].split("## What to conclude")[0], re.DOTALL)


@pytest.fixture
def stuck(api, alice, worker, adapters, caplog):
    """A payment whose rail fails, worked on once; then twenty minutes pass. Its id, and the worker's log."""
    adapters(rail="tests.support.faulty_rails.MoodyRail")
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    MoodyRail.moods[payment.sent_amount] = break_down
    with caplog.at_level(logging.ERROR):
        worker.run()
        patience.until(lambda: Transaction.objects.filter(id=payment.id, attempts__gt=0).exists())
        patience.until(lambda: "payment not advanced" in caplog.text)
    assert api.post("/sandbox/clock/advance", {"seconds": 20 * 60}).status_code == 200
    yield str(payment.pk), [logs.JsonFormatter().format(record) for record in caplog.records]
    MoodyRail.moods.clear()


def _paste(payment: str, **variables: str) -> str:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(_BLOCKS)],
        cwd=copies.PROJECT,
        env={"PATH": "/usr/bin:/bin", "PAYMENT": payment, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_the_commands_show_where_a_stuck_payment_is_and_why(stuck, tmp_path):
    payment, lines = stuck
    tasks.open_cases()
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "worker.log").write_text("".join(f"{line}\n" for line in lines))

    told = _paste(payment, DATABASE_URL=databases.address("payments_service"), VAR_DIR=str(tmp_path))

    rows = [[cell.strip() for cell in line.split("|")] for line in told.splitlines() if "|" in line]
    assert [(row[0], row[1], row[3]) for row in rows if row[1] == "TRANSFER" and len(row) == 5] == [
        ("PENDING", "TRANSFER", "1")
    ]
    assert [row[1:4] for row in rows if "TRANSFER_OUT_SENT" in row] == [
        ["TRANSFER_OUT_SENT", "CUSTOMER_FUNDS", "D"],
        ["TRANSFER_OUT_SENT", "PAYOUT_CLEARING", "C"],
    ]
    assert [row[:3] for row in rows if row[1] == "ZeroDivisionError"] == [
        ["payments.advance_due_payments", "ZeroDivisionError", "1"]
    ]
    assert [row[2] for row in rows if "OPEN" in row] == [OperationsCase.objects.get().cause]
    logged = json.loads(told.splitlines()[-1])
    assert (logged["message"], logged["subject"]) == ("payment not advanced", f"Transaction:{payment}")
    assert "break_down" in json.dumps(logged)


def test_without_an_address_the_commands_ask_the_service_of_this_folder(tmp_path):
    script = f'{_BLOCKS[0]}\necho "$DATABASE_URL"'
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=copies.PROJECT,
        env={"PATH": "/usr/bin:/bin", "VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert re.fullmatch(r"postgresql://\w+@/\w+\?host=\S+pg\n", done.stdout), done.stdout

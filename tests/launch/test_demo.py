"""`make demo` beside the whole service: every state that it promises is there, and nothing failed."""

import json
import pathlib
import subprocess
import sys
from collections import Counter
from typing import Any, LiteralString

import psycopg
import pytest

from bench import programs
from config.launch import environment
from payments.account_types import encodings
from practice.demo import accounts
from tests.launch import demo_questions
from tests.support import patience
from tests.support.payments import reconciliation
from tests.support.servers.programs import BYTE_CODE
from tests.support.servers.services import Service, read_all

pytestmark = pytest.mark.beside

CUSTOMERS = {
    ("INDIVIDUAL", "APPROVED"): 42,
    ("INDIVIDUAL", "PENDING"): 8,
    ("INDIVIDUAL", "REJECTED"): 2,
    ("INDIVIDUAL", "UNVERIFIED"): 2,
    ("BUSINESS", "APPROVED"): 6,
    ("BUSINESS", "PENDING"): 2,
    ("BUSINESS", "REJECTED"): 1,
    ("BUSINESS", "UNVERIFIED"): 1,
}
VERIFICATIONS = {"APPROVED": 7, "PENDING_MANUAL_REVIEW": 8, "REJECTED": 1, "RESOLVE_ERRORS": 2}
INVITATIONS = {"CANCELLED": 1, "CLAIMED": 2, "EXPIRED": 1, "PENDING": 2}
SUSPENSE = {"PAID_AGAIN": 2, "PAYOUT_NOT_GIVEN_BACK": 3}
CASES = {"HOLDER_REJECTED": 2, "MONEY_IN_SUSPENSE": 5}
PAYMENTS = {
    ("INCOMING", "COMPLETED", "", ""): 11,
    ("INCOMING", "EXPIRED", "QUOTE_EXPIRED", ""): 1,
    ("INCOMING", "FAILED", "ACCOUNT_INVALID", ""): 1,
    ("INCOMING", "FAILED", "INSUFFICIENT_FUNDS", ""): 1,
    ("INCOMING", "FAILED", "LNURLP_FAILED", ""): 1,
    ("INCOMING", "FAILED", "MISSING_MANDATORY_PAYEE_DATA", ""): 1,
    ("INCOMING", "FAILED", "OFFRAMP_FAILED", ""): 1,
    ("INCOMING", "FAILED", "PAYMENT_APPROVAL_TIMED_OUT", ""): 1,
    ("INCOMING", "FAILED", "PAYMENT_APPROVAL_WEBHOOK_ERROR", ""): 1,
    ("INCOMING", "FAILED", "PAY_REQUEST_FAILED", ""): 3,
    ("INCOMING", "FAILED", "TIMED_OUT", ""): 1,
    ("INCOMING", "REJECTED", "", ""): 1,
    ("INCOMING", "REJECTED", "BANK_REJECTED", ""): 1,
    ("OUTGOING", "COMPLETED", "", ""): 129,
    ("OUTGOING", "EXPIRED", "QUOTE_EXPIRED", ""): 1,
    ("OUTGOING", "EXPIRED", "QUOTE_EXPIRED", "COMPLETED"): 1,
    ("OUTGOING", "FAILED", "ACCOUNT_INVALID", ""): 1,
    ("OUTGOING", "FAILED", "COUNTERPARTY_POST_TX_FAILED", "COMPLETED"): 4,
    ("OUTGOING", "FAILED", "FUNDING_AMOUNT_MISMATCH", "COMPLETED"): 2,
    ("OUTGOING", "FAILED", "INSUFFICIENT_FUNDS", ""): 2,
    ("OUTGOING", "FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED"): 2,
    ("OUTGOING", "FAILED", "QUOTE_EXECUTION_FAILED", "FAILED"): 3,
    ("OUTGOING", "FAILED", "TIMED_OUT", ""): 1,
    ("OUTGOING", "PROCESSING", "", ""): 3,
    ("OUTGOING", "REFUNDED", "", "COMPLETED"): 1,
    ("OUTGOING", "REJECTED", "BANK_REJECTED", ""): 2,
    ("OUTGOING", "REJECTED", "COUNTERPARTY_POST_TX_FAILED", "COMPLETED"): 1,
}
"""Payments by type, status, reason and the status of the refund."""


def played(root) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "practice.demo"],
        cwd=environment.PROJECT,
        env={"PATH": "/nowhere", "HOME": "/nonexistent", "VAR_DIR": str(root), **BYTE_CODE},
        capture_output=True,
        text=True,
        check=False,
    )


def reconciled(root: pathlib.Path) -> str:
    """What the script of the guide prints, with nothing but the API of the sandbox."""
    made = json.loads((root / "sandbox.json").read_text())
    known = {"BASE_URL": made["baseUrl"], "CLIENT_ID": made["clientId"], "CLIENT_SECRET": made["clientSecret"]}
    names = {f"PAYMENTS_{name}": value for name, value in known.items()}
    script = [sys.executable, "-c", reconciliation.text()]
    return subprocess.run(script, env=names, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("ending", ["002", "007", "031"])
def test_a_clabe_has_its_ending_and_the_right_check_digit(ending):
    number = accounts.clabe(f"00042{ending}")

    assert number.endswith(ending)
    assert number == encodings.clabe(number[:6], number[6:17])


def test_without_a_service_the_demo_says_what_to_start(tmp_path):
    told = played(tmp_path)

    assert told.returncode == 1
    assert told.stderr.strip().endswith("Start it with `make run` in another terminal.")


def test_a_service_that_has_ended_is_named(tmp_path):
    port = programs.free_port()
    made = {"baseUrl": f"http://127.0.0.1:{port}/v", "clientId": "a", "clientSecret": "b"}
    (tmp_path / "sandbox.json").write_text(json.dumps(made))

    told = played(tmp_path)

    assert told.returncode == 1
    assert f"Nothing answers at http://127.0.0.1:{port}/v" in told.stderr


def test_the_demo_leaves_every_state_and_work_to_do(service):
    told = played(service.root)

    assert told.returncode == 0, told.stdout + told.stderr
    assert Counter(map(state_of, read_all(service))) == PAYMENTS
    customers = all_of(service, "/customers?isIncludingDeleted=true")
    assert Counter((one["customerType"], one.get("kycStatus") or one["kybStatus"]) for one in customers) == CUSTOMERS
    assert len({one["region"] for one in customers}) >= 25
    assert [one["fullName"] for one in customers if one["isDeleted"]] == ["Hannah Weiß"]
    assert [one["fullName"] for one in customers if one.get("fullName", "").startswith("Noor")] == [
        "Noor Rahman-Whitlock 001"
    ]
    assert Counter(one["verificationStatus"] for one in all_of(service, "/verifications?")) == VERIFICATIONS
    with service.database() as database:
        # What comes by itself, of invitations and cases, comes with the next sweep.
        patience.until(
            lambda: counted(database, "SELECT status, count(*) FROM invitations_invitation GROUP BY 1") == INVITATIONS
        )
        assert counted(database, "SELECT reason, count(*) FROM payments_suspenseitem GROUP BY 1") == SUSPENSE
        assert counted(database, "SELECT state, count(*) FROM compliance_screeninghit GROUP BY 1") == {"OPEN": 4}
        patience.until(
            lambda: counted(database, "SELECT kind, count(*) FROM payments_operationscase GROUP BY 1") == CASES
        )
        [[failures]] = database.execute("SELECT consecutive_failures FROM webhooks_endpointhealth").fetchall()
        assert failures >= 3
    assert len(demo_questions.QUESTIONS) == 40
    assert demo_questions.unanswered(service) == {}
    assert reconciled(service.root) == "Every account agrees to the unit.\n"
    checked = service.manage("ledger_check")
    assert checked.returncode == 0, checked.stdout
    assert faults_in_the_logs(service.root) == []

    again = played(service.root)

    assert again.returncode == 0, again.stderr
    assert "The month was played here before; nothing is changed." in again.stdout
    assert "Played in" not in again.stdout
    assert len(all_of(service, "/customers?isIncludingDeleted=true")) == len(customers)


def state_of(payment: dict[str, Any]) -> tuple[str, str, str, str]:
    refund = payment.get("refund", {}).get("status", "")
    return payment["type"], payment["status"], payment.get("failureReason", ""), refund


def all_of(service: Service, path: str) -> list[dict[str, Any]]:
    page = service.call("GET", f"{path}&limit=100")
    assert not page["hasMore"]
    return list(page["data"])


def counted(database: psycopg.Connection[Any], statement: LiteralString) -> dict[str, int]:
    # Each look sees what was committed meanwhile.
    database.rollback()
    return dict(database.execute(statement).fetchall())


def faults_in_the_logs(root: pathlib.Path) -> list[dict[str, Any]]:
    """Return what the service's own processes logged as an error, and requests answered with 500 or more."""
    logs = [(root / "log" / f"{role}.log").read_text() for role in ("web", "worker", "beat")]
    lines = [line for log in logs for line in log.splitlines()]
    entries = [json.loads(line) for line in lines if line.startswith("{")]
    assert any(entry.get("status") == 201 for entry in entries), "the log names requests"
    return [entry for entry in entries if entry["level"] in {"ERROR", "CRITICAL"} or entry.get("status", 0) >= 500]

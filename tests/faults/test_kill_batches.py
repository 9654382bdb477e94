"""Web server, worker and database are killed with -9 while many connections send the same batches of transfers.

Each transfer is made once, and a batch of mode `ALL` never in part. `BATCHES=200 CONNECTIONS=10 TRANSFERS=50 KILLS=9`
makes it a hundred thousand attempts.
"""

import json
import os
import random
import sys
import threading
import time
from typing import Any

import pytest

from tests.support import factories
from tests.support.servers.services import Service

pytestmark = pytest.mark.service

_BANKS = "/customers/external-accounts"
CONNECTIONS = int(os.environ.get("CONNECTIONS", "5"))
BATCHES = int(os.environ.get("BATCHES", "12"))
TRANSFERS = int(os.environ.get("TRANSFERS", "20"))
KILLS = int(os.environ.get("KILLS", "3"))
PLENTY = 10**9
KILLED = ("config.processes.web", "postgres", "celery")


def test_killing_everything_makes_each_transfer_once_and_all_never_in_part(service):
    accounts = funded(service)
    bodies = {f"batch-{number}": body(number, accounts) for number in range(BATCHES)}

    replies, killed = sent_under_fire(service, bodies)

    first = replies[0]
    assert killed == KILLS
    assert all(others == first for others in replies), "a repeated batch was answered otherwise"
    made = [result["transaction"]["id"] for reply in first.values() for result in reply["results"] if made_of(result)]
    for key, reply in first.items():
        assert [reply["mode"], len(reply["results"])] == [bodies[key]["mode"], TRANSFERS]
        assert reply["mode"] == "EACH" or len({made_of(result) for result in reply["results"]}) == 1
    assert {reply["mode"]: True for reply in first.values() if all(map(made_of, reply["results"]))}.keys() >= {"ALL"}
    assert not all(made_of(result) for reply in first.values() for result in reply["results"])
    with service.database() as connection:
        rows = connection.execute(
            "SELECT payment.id, count(entry.id) FROM payments_transaction payment"
            "  LEFT JOIN payments_journalentry entry"
            "         ON entry.transaction_id = payment.id AND entry.purpose = 'TRANSFER_OUT_SENT'"
            " WHERE payment.internal_account_id = ANY(%s::uuid[]) GROUP BY payment.id",
            [[account.partition(":")[2] for account in accounts[:2]]],
        ).fetchall()
    assert len(made) == len(set(made))
    assert {f"Transaction:{key}": entries for key, entries in rows} == dict.fromkeys(made, 1)
    checked = service.manage("ledger_check")
    assert checked.returncode == 0, checked.stdout
    sys.stdout.write(f"{CONNECTIONS * BATCHES * TRANSFERS} attempts, {len(made)} transfers, {killed} kills\n")


def made_of(result: dict[str, Any]) -> bool:
    return bool(result["status"] == 201)


def funded(service: Service) -> tuple[str, str, str]:
    """Make an internal account with plenty of money, one with too little, and an external one."""
    key = os.urandom(4).hex()
    customer = service.call("POST", "/customers", factories.individual(), key=f"customer {key}")["id"]
    other = service.call("POST", "/customers", factories.individual(), key=f"other {key}")["id"]
    internal = []
    for holder, amount in ((customer, PLENTY), (other, BATCHES * TRANSFERS * 5)):
        listed = service.call("GET", f"/customers/internal-accounts?customerId={holder}&currency=USD")["data"]
        internal.append(listed[0]["id"])
        path = f"/sandbox/internal-accounts/{internal[-1]}/fund"
        service.call("POST", path, {"amount": amount}, key=f"fund {internal[-1]}")
    made = service.call("POST", _BANKS, factories.us_bank_of(customer, "789"), key=f"external {key}")
    return internal[0], internal[1], made["id"]


def body(number: int, accounts: tuple[str, str, str]) -> dict[str, Any]:
    """Return a batch; every fourth debits the account whose money does not suffice for all of them."""
    rich, poor, outside = accounts
    chosen = random.Random(number)
    transfers = [
        {
            "type": "OUT",
            "source": {"accountId": chosen.choice([rich, poor]) if number % 4 > 1 else rich},
            "destination": {"accountId": outside},
            "amount": chosen.randint(1, 60),
        }
        for _ in range(TRANSFERS)
    ]
    return {"mode": "ALL" if number % 2 else "EACH", "transfers": transfers}


def sent_under_fire(service: Service, bodies: dict[str, dict[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """Send every batch over every connection while one role after the other is killed; return the replies of each."""
    replies: list[dict[str, Any]] = [{} for _ in range(CONNECTIONS)]
    broken: list[BaseException] = []
    run = os.urandom(4).hex()

    def send(connection: int) -> None:
        keys = list(bodies)
        # Half go through the list together, so that they meet; the others in orders of their own.
        if connection % 2:
            random.Random(connection).shuffle(keys)
        try:
            for key in keys:
                reply = service.call("POST", "/transfers/batch", bodies[key], key=f"{run}-{key}")
                replies[connection][key] = json.loads(json.dumps(reply))
        except BaseException as error:  # noqa: BLE001 - shown by the test's own thread
            broken.append(error)

    threads = [threading.Thread(target=send, args=(number,)) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    killed = 0
    while any(thread.is_alive() for thread in threads):
        # Only once more was answered than before, so that what was killed has come back.
        answered = sum(map(len, replies))
        if killed < KILLS and answered >= (killed + 1) * CONNECTIONS * BATCHES // (KILLS + 1):
            assert service.kill(KILLED[killed % len(KILLED)]) > 0
            killed += 1
        time.sleep(0.05)
    for thread in threads:
        thread.join()
    assert not broken, broken
    return replies, killed

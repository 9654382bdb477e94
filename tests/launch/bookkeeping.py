"""A program that pays and checks the books of the database that its variables name, as its standard input says.

`pay N` makes N payments, settles and seals them; `check JOURNAL AUDIT` compares the logs with two seals that were kept.
Each answer is a line of JSON.
"""

import io
import json
import sys
from typing import Any

import django


def main() -> None:
    """Answer line by line."""
    django.setup()
    for line in sys.stdin:
        command, *words = line.split()
        answer = pay(int(words[0])) if command == "pay" else check(*words)
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


def pay(number: int) -> dict[str, Any]:
    """Make payments by the API; return them, the balance that is left, and the newest seals."""
    from payments.ledger import seals
    from platforms.operations import audit_seals
    from tests.support import factories

    api, account, target, worker = _payer()
    paid = [api.transfer_out(account, target, 1).json()["id"] for _ in range(number)]
    worker.run()
    for log in (seals.LOG, audit_seals.LOG):
        log.seal_all()
    return {
        "account": account,
        "payments": paid,
        "statuses": [api.get(f"/transactions/{payment}").json()["status"] for payment in paid],
        "balance": factories.balance_of(account),
        "journal": "{}:{}".format(*(seals.LOG.head() or ())),
        "audit": "{}:{}".format(*(audit_seals.LOG.head() or ())),
    }


def _payer() -> Any:
    """Return the demo platform's client, an account with money of a customer of its own, whom it pays, and a worker."""
    from django.conf import settings

    from tests.conftest import Api
    from tests.support.processes.worker import Worker

    made = json.loads((settings.VAR_DIR / "sandbox.json").read_text())
    api = Api(made["clientId"], made["clientSecret"])
    customer = api.customer()
    account, target = api.internal_account(customer), api.external_account(customer)
    api.fund(account, 1000)
    return api, account, target, Worker()


def check(journal: str, audit: str) -> dict[str, Any]:
    """Run both checks against two seals that were kept; return what each has printed, and whether all is well."""
    return {"journal": _run("ledger_check", journal), "audit": _run("audit_verify", audit)}


def _run(command: str, seal: str) -> list[Any]:
    from django.core.management import CommandError, call_command

    told = io.StringIO()
    try:
        call_command(command, f"--expect={seal}", stdout=told)
    except CommandError:
        return [False, told.getvalue()]
    return [True, told.getvalue()]


if __name__ == "__main__":
    main()

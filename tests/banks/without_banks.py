"""`python -m tests.banks.without_banks CLIENT_ID SECRET`: a payment and the back office of a service without banks."""

import base64
import io
import json
import sys
from typing import Any

import django


def main() -> None:
    """Pay by the API, look around as a member of staff, and say what there is as JSON."""
    django.setup()
    from django.apps import apps
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    from config.database import grants
    from config.processes import schedule
    from payments import tasks
    from payments.ledger import check
    from tests.support import factories

    sent = {"Authorization": f"Basic {base64.b64encode(':'.join(sys.argv[1:3]).encode()).decode()}"}
    client = Client()

    def ask(method: str, path: str, body: Any = None) -> Any:
        content = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        reply = getattr(client, method)(f"/2025-10-13{path}", headers=sent, **content)
        assert reply.status_code < 300, (path, reply.status_code, reply.content)
        return reply.json()

    customer = ask("post", "/customers", factories.individual("Grace Hopper"))["id"]
    account = ask("get", f"/customers/internal-accounts?customerId={customer}&currency=USD")["data"][0]["id"]
    ask("post", f"/sandbox/internal-accounts/{account}/fund", {"amount": 50_00})
    outside = {"currency": "USD", "customerId": customer, "accountInfo": factories.usd_account()}
    payee = ask("post", "/customers/external-accounts", outside)["id"]
    order = {"source": {"accountId": account}, "destination": {"accountId": payee}, "amount": 20_00}
    payment = ask("post", "/transfer-out", order)["id"]
    tasks.advance_due_payments()
    tasks.open_cases()

    desk = Client()
    desk.force_login(User.objects.create_superuser(username="root"))
    pages = {path: desk.get(path).status_code for path in ("/admin/", "/admin/payments/transaction/", "/admin/banks/")}
    menu = desk.get("/admin/payments/transaction/").content.decode()
    call_command("check")
    tables = io.StringIO()
    call_command("document_tables", stdout=tables)
    call_command("rotate_encryption_keys", blind_indexes=True, stdout=io.StringIO())
    told = {
        "status": ask("get", f"/transactions/{payment}")["status"],
        "faults": [fault.kind for fault in check.find()],
        "pages": pages,
        "menu": [title for title in ("Bank exceptions", "Bank files", "Claims", "Suspense") if title in menu],
        "tables": [word for word in ("NACHA, return", "BANK_FEE", "TRANSFER_OUT_SENT") if word in tables.getvalue()],
        "jobs": [job.name for job in schedule.declared() if "bank" in job.name],
        "rights": [str(right) for right in grants.privileges() if "bank" in right.table],
        "models": [model.__name__ for model in apps.get_models() if model.__module__.startswith("banks")],
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()

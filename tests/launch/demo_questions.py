"""Forty questions of callers over what the demo has left: type, press Enter, and the hit is on the first page."""

import contextlib
import datetime as dt
import json
import pathlib
import re
from typing import Any

import httpx
from anyascii import anyascii

from tests.support import patience
from tests.support.servers.services import Service

QUESTIONS: list[dict[str, str]] = json.loads(pathlib.Path(__file__).with_suffix(".json").read_text())
_ABOUT = "Jürgen Müller"
_REQUEST_OF = "SELECT request_id FROM platforms_auditentry WHERE subject = %s AND request_id <> '' ORDER BY id LIMIT 1"


def unanswered(service: Service) -> dict[str, str]:
    """Return the questions that the first page of a search does not answer, each with what was typed."""
    words, pages = known(service)
    found = {}
    with contextlib.closing(_signed_in(service)) as back_office:
        for question in QUESTIONS:
            typed = question["typed"].format(**words)
            reply = back_office.get("/admin/search", params={"q": typed})
            assert reply.status_code == 200, typed
            answer = question.get("says") or f'href="{pages[question["finds"]]}"'
            if answer not in reply.text:
                found[question["asks"]] = typed
    return found


def _signed_in(service: Service) -> httpx.Client:
    made = json.loads((service.root / "sandbox.json").read_text())
    back_office = httpx.Client(
        base_url=f"http://127.0.0.1:{service.port}", follow_redirects=True, timeout=patience.LONG
    )
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', back_office.get("/admin/login/").text)
    assert token is not None
    entered = {"csrfmiddlewaretoken": token[1], "username": made["adminUser"], "password": made["adminPassword"]}
    reply = back_office.post("/admin/login/?next=/admin/", data=entered)
    assert reply.url.path == "/admin/", reply.text
    return back_office


def known(service: Service) -> tuple[dict[str, str], dict[str, str]]:
    """Return the words that questions have gaps for, and the pages of what they ask for, by their names."""
    customers = service.call("GET", "/customers?limit=100&isIncludingDeleted=true")["data"]
    pages = {_name(one): _page("compliance/customer", one["id"]) for one in customers}
    muller = next(one for one in customers if _name(one) == _ABOUT)
    payments = service.call("GET", f"/transactions?limit=100&customerId={muller['id']}&status=FAILED")["data"]
    payment = next(one for one in payments if one.get("failureReason") == "INSUFFICIENT_FUNDS")
    account = service.call("GET", f"/customers/external-accounts/{payment['destination']['accountId']}")
    pages |= {
        "payment": _page("payments/transaction", payment["id"]),
        "account": _page("payments/externalaccount", account["id"]),
    }
    with service.database() as database:
        [(reference,)] = database.execute(
            "SELECT reference FROM payments_transaction WHERE id = %s", [_key(payment["id"])]
        ).fetchall()
        [(request_id,)] = database.execute(_REQUEST_OF, [payment["id"]]).fetchall()
        [(invitation, code)] = database.execute(
            "SELECT id, code FROM invitations_invitation ORDER BY id LIMIT 1"
        ).fetchall()
    pages["invitation"] = _page("invitations/invitation", f":{invitation}")
    asked = {"reference": reference, "request_id": request_id, "code": code.lower(), "uma": muller["umaAddress"]}
    return {**_of_payment(payment), **_of_account(account), **asked}, pages


def _of_payment(payment: dict[str, Any]) -> dict[str, str]:
    sent = payment["sentAmount"]
    plain = f"{sent['amount'] / 10 ** sent['currency']['decimals']:.2f}"
    day = dt.datetime.fromisoformat(payment["createdAt"]).astimezone(dt.UTC)
    key = _key(payment["id"])
    return {
        "id": payment["id"],
        "key": key,
        "head": f"Transaction:{key[:18]}…",
        "tail": key[-12:],
        "plain": plain,
        "comma": plain.replace(".", ","),
        "amount": f"{plain} {sent['currency']['code']}",
        "iso": f"{day:%Y-%m-%d}",
        "dotted": f"{day:%d.%m.%Y}",
        "american": f"{day:%m/%d/%Y}",
        "spoken": f"{day.day} {day:%B}",
    }


def _of_account(account: dict[str, Any]) -> dict[str, str]:
    iban, payee = account["accountInfo"]["iban"], account["accountInfo"]["beneficiary"]["fullName"]
    return {
        "iban": iban,
        "iban_in_groups": " ".join(re.findall(".{1,4}", iban)),
        "iban_part": iban[8:14],
        "last_four": iban[-4:],
        "payee_plain": anyascii(payee),
    }


def _name(customer: dict[str, Any]) -> str:
    return str(customer.get("fullName") or customer["businessInfo"]["legalName"])


def _key(public_id: str) -> str:
    return public_id.partition(":")[2]


def _page(table: str, public_id: str) -> str:
    return f"/admin/{table}/{_key(public_id)}/change/"

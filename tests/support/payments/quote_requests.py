"""What tests ask quotes for: bodies, destinations, limits."""

from typing import Any

from tests.support import factories

REALTIME = "REALTIME_FUNDING"


def clabe(suffix: str = "789", name: str = "Ada Lovelace") -> dict[str, Any]:
    """A Mexican bank account whose number ends in `suffix`, which selects the sandbox scenario."""
    return {
        "accountType": "MXN_ACCOUNT",
        "clabeNumber": f"002010077777777{suffix}",
        "beneficiary": factories.beneficiary(name),
    }


def body(source: dict[str, Any] | str, destination: str, *, side="SENDING", amount=100_00, **fields) -> dict[str, Any]:
    """The body of a quote; a `source` that is a text is an account's id."""
    return {
        "source": {"sourceType": "ACCOUNT", "accountId": source} if isinstance(source, str) else source,
        "destination": {"destinationType": "ACCOUNT", "accountId": destination},
        "lockedCurrencySide": side,
        "lockedCurrencyAmount": amount,
        **fields,
    }


def quote(api, source, destination, **fields):
    """Ask for a quote."""
    return api.post("/quotes", body(source, destination, **fields))


def realtime(currency: str, customer: str | None = None, **fields: str) -> dict[str, Any]:
    """A source that the customer pays in real time."""
    holder = {"customerId": customer} if customer else {}
    return {"sourceType": REALTIME, "currency": currency, **holder, **fields}


def change_currency(api, code: str, **fields: Any) -> None:
    """Change what the platform says about a currency of its."""
    currencies = api.get("/config").json()["supportedCurrencies"]
    next(currency for currency in currencies if currency["currencyCode"] == code).update(fields)
    reply = api.patch("/config", {"supportedCurrencies": currencies})
    assert reply.status_code == 200, reply.content


def add_currencies(api, *codes: str) -> None:
    """Have the platform pay in further currencies."""
    configured = api.get("/config").json()["supportedCurrencies"]
    limits = {
        "minAmount": 1,
        "maxAmount": 10**12,
        "enabledTransactionTypes": ["OUTGOING"],
        "requiredCounterpartyFields": [],
    }
    known = {currency["currencyCode"] for currency in configured}
    more = [{"currencyCode": code, **limits} for code in codes if code not in known]
    reply = api.patch("/config", {"supportedCurrencies": [*configured, *more]})
    assert reply.status_code == 200, reply.content


def code_of(reply) -> tuple[int, str]:
    return reply.status_code, reply.json()["code"]


def fields_of(reply) -> list[str]:
    """The fields that a refusal names."""
    return sorted(error["field"] for error in reply.json()["details"]["errors"])

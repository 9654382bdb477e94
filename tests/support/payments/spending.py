"""Tokens with limits, and every way in which one pays."""

import dataclasses
from typing import Any

from platforms.base import clock, identifiers
from platforms.models import ApiToken, Recurrence, TokenSpending
from tests.conftest import Api
from tests.support.payments import quote_requests
from tests.support.uma.paying import sandbox


class Agent(Api):
    """A client with a token that has limits."""

    token: str
    """The token's id."""


def limited(api: Api, *, permissions: tuple[str, ...] = ("TRANSACT",), **limits: Any) -> Agent:
    """A client with a token that has these limits."""
    body = {"name": "agent", "permissions": list(permissions), "spendingLimits": limits}
    reply = api.post("/tokens", body)
    assert reply.status_code == 201, reply.content
    agent = Agent(reply.json()["clientId"], reply.json()["clientSecret"])
    agent.token = reply.json()["id"]
    return agent


def dollars(**terms: Any) -> list[dict[str, Any]]:
    """Limits of US dollars alone."""
    return [{"currency": "USD", **terms}]


def a_day(most: int) -> list[dict[str, Any]]:
    """A budget of so many cents a day."""
    return dollars(budget={"max": most, "recurrence": "DAY"})


def budget_of(api: Api, agent: Agent) -> dict[str, Any]:
    """What the API tells of the first budget of a token."""
    told: dict[str, Any] = api.get(f"/tokens/{agent.token}").json()["spendingLimits"]["currencies"][0]["budget"]
    return told


def traces(api: Api) -> None:
    """Leave a token with limits behind, and what it has spent."""
    terms = dollars(amountRange={"max": 500_00}, budget={"max": 2000_00, "recurrence": "NONE"})
    agent = limited(api, currencies=terms, allowedPayees=["$carol.jones@vasp.example"])
    TokenSpending.objects.create(
        token=ApiToken.objects.get(id=identifiers.parse("Token", agent.token)),
        currency="USD",
        recurrence=Recurrence.NONE,
        began_at=Recurrence.NONE.window(clock.real_now())[0],
        spent=750_00,
    )


@dataclasses.dataclass
class Ways:
    """The ways of a payer with dollars: each tries to pay an amount by a token, and returns status and refusal."""

    api: Api
    customer: str
    source: str
    bank: str
    own: str
    """Another internal account in dollars."""

    def transfer(self, agent: Api, amount: int, key: str | None = None) -> tuple[int, Any]:
        return _outcome(agent.transfer_out(self.source, self.bank, amount, key=key), 201)

    def batch(self, agent: Api, amount: int, key: str | None = None) -> tuple[int, Any]:
        sides = {"source": {"accountId": self.source}, "destination": {"accountId": self.bank}}
        reply = agent.post(
            "/transfers/batch", {"mode": "EACH", "transfers": [{"type": "OUT", **sides, "amount": amount}]}, key=key
        )
        assert reply.status_code == 200, reply.content
        [result] = reply.json()["results"]
        return result["status"], result.get("error")

    def quote(self, agent: Api, amount: int, key: str | None = None) -> tuple[int, Any]:
        quote = quote_requests.quote(agent, self.source, self.own, amount=amount).json()
        return _outcome(agent.post(f"/quotes/{quote['id']}/execute", key=key), 200)

    def at_once(self, agent: Api, amount: int, key: str | None = None) -> tuple[int, Any]:
        body = quote_requests.body(self.source, self.own, amount=amount, immediatelyExecute=True)
        return _outcome(agent.post("/quotes", body, key=key), 201)

    def address(
        self, agent: Api, amount: int, key: str | None = None, *, is_immediate: bool = False
    ) -> tuple[int, Any]:
        address = sandbox("success.usd")
        looked_up = agent.get(f"/receiver/uma/{address}", customerId=self.customer).json()
        body = quote_requests.body(self.source, "", amount=amount, lookupId=looked_up["lookupId"])
        body["destination"] = {"destinationType": "UMA_ADDRESS", "umaAddress": address, "currency": "USD"}
        if is_immediate:
            return _outcome(agent.post("/quotes", body | {"immediatelyExecute": True}, key=key), 201)
        quote = agent.post("/quotes", body).json()
        return _outcome(agent.post(f"/quotes/{quote['id']}/execute", key=key), 200)

    def address_at_once(self, agent: Api, amount: int, key: str | None = None) -> tuple[int, Any]:
        return self.address(agent, amount, key, is_immediate=True)

    def payee(self, way: str) -> str:
        """Whom a way pays."""
        if way in {"address", "address_at_once"}:
            return sandbox("success.usd")
        return self.bank if way in {"transfer", "batch"} else self.own


WAYS = ("transfer", "batch", "quote", "at_once", "address", "address_at_once")


def _outcome(reply: Any, made: int) -> tuple[int, Any]:
    return (201, None) if reply.status_code == made else (reply.status_code, reply.json())

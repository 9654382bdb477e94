"""The steps that stories of invitations begin with."""

from typing import Any

from tests.conftest import Api


def address(api: Api, customer: str) -> str:
    return str(api.get(f"/customers/{customer}").json()["umaAddress"])


def invite(api: Api, inviter: str, **fields: Any) -> dict[str, Any]:
    reply = api.post("/invitations", {"inviterUma": inviter, **fields})
    assert reply.status_code == 201, reply.content
    shown: dict[str, Any] = reply.json()
    return shown


def claim(api: Api, code: str, invitee: str, **options: Any) -> Any:
    return api.post(f"/invitations/{code}/claim", {"inviteeUma": invitee}, **options)


def cancel(api: Api, code: str, **options: Any) -> Any:
    return api.post(f"/invitations/{code}/cancel", **options)


def path(invitation: dict[str, Any]) -> str:
    """The path of an invitation's page."""
    return "/" + str(invitation["url"]).split("/", 3)[3]

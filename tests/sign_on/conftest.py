"""A provider that runs, and a service whose staff sign on by it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.sign_on import provider as providers
from tests.sign_on.provider import Provider, Visitor

ANNA = {"email": "anna@example.com", "email_verified": True, "groups": ["pay-support", "canteen"]}
BERT = {"email": "bert@example.com", "email_verified": True, "groups": ["pay-leads"]}
ROLES = {"pay-support": ["support"], "pay-leads": ["lead reviewer", "reviewer"], "pay-admins": ["administrator"]}


@pytest.fixture(scope="session")
def _provider() -> Iterator[Provider]:
    with providers.serving() as running:
        yield running


@pytest.fixture
def provider(_provider: Provider, settings: Any, db: None) -> Provider:
    _provider.say(people={"anna": ANNA, "bert": BERT}, lie=None)
    use(_provider, settings)
    return _provider


def use(provider: Provider, settings: Any) -> None:
    """Have staff sign on by a provider."""
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    settings.OIDC_ISSUER = provider.issuer
    settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = providers.CLIENT_ID, providers.CLIENT_SECRET
    settings.OIDC_SCOPES = ["openid", "email", "groups"]
    settings.OIDC_ROLES = ROLES


class Person:
    """Somebody with a browser: our pages, and the provider's."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ours, self.theirs = Client(), Visitor()

    def sent(self, query: str = "") -> str:
        """Begin; return the address of the provider to which our page sends the browser."""
        reply = self.ours.get(f"/admin/sign-on/{query}")
        assert reply.status_code == 302, reply.content.decode()
        return str(reply["Location"])

    def back(self, query: str = "") -> str:
        """Go to the provider and return; what is returned is the path of our page with the provider's answer."""
        back = self.theirs.sign_on(self.sent(query), self.name)
        assert back.startswith(providers.BACK), back
        page = self.ours.get(back.removeprefix("http://testserver")).content.decode()
        assert 'http-equiv="refresh"' in page
        return back.removeprefix("http://testserver").replace("/back/", "/finish/")

    def sign_on(self, query: str = "") -> HttpResponse:
        return self.ours.get(self.back(query))  # type: ignore[return-value]

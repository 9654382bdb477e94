"""A customer who opens the identity page."""

import re
from typing import Any

import pytest
from django.test import Client

YOU = {"fullName": "Grace Hopper", "birthDate": "1986-12-09", "nationality": "US"}
HOME = {"line1": "1 Navy Yard", "city": "New York", "postalCode": "10001", "country": "US"}


class Visitor:
    """Somebody's browser."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)

    def get(self, path: str):
        return self.client.get(path)

    def post(self, path: str, data=None, *, seen: str | None = None, **environ: Any):
        """Fill in the form that the page shows."""
        page = self.client.get(seen or path).content.decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        return self.client.post(path, {**(data or {}), "csrfmiddlewaretoken": token[1] if token else ""}, **environ)


@pytest.fixture
def link(api) -> str:
    """The path of a new link."""
    made = api.get("/customers/kyc-link", platformCustomerId="user-7", redirectUri="https://acme.example.com/back?x=1")
    return str("/" + made.json()["kycUrl"].split("/", 3)[3])


@pytest.fixture
def visitor(link) -> Visitor:
    """A browser that has begun."""
    browser = Visitor()
    reply = browser.post(f"{link}/begin", seen=link)
    assert (reply.status_code, reply["Location"]) == (302, f"{link}/you")
    return browser

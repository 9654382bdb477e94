"""What operators do about platforms: make them, revoke tokens, replace keys, switch endpoints on again."""

import base64

import pytest
from django.urls import reverse

from payments.models import UmaKey
from payments.uma.identities import identities
from platforms.base import clock
from platforms.models import ApiToken, AuditEntry, Environment, Platform
from tests.backoffice.conftest import list_of, page_of
from tests.backoffice.operations.steps import do
from tests.conftest import Api
from webhooks.models import EndpointHealth, Event, SigningKey
from webhooks.signing import signing_keys

pytestmark = pytest.mark.django_db(transaction=True)
ENTRY = {
    "_form_submitted": "True",
    "name": "Globex",
    "environment": "SANDBOX",
    "uma_domain": "globex.example.com",
    "currencies": "usd, MXN",
    "contact_email": "ops@globex.example.com",
    "reason": "contract 18",
}


def create(office, **changes: str):
    return office.post(reverse("admin:platforms_platform_create"), **{**ENTRY, **changes})


def told(verb: str) -> tuple[str, object]:
    entry = AuditEntry.objects.get(verb=verb, actor_kind="STAFF")
    return entry.actor_id, entry.details.get("reason")


def test_a_platform_is_made_with_a_token_that_works_and_is_shown_once(olga):
    reply = create(olga)

    made = Platform.objects.get(name="Globex")
    token = ApiToken.objects.get(platform=made)
    words = reply.content.decode().split("<code>")
    client_id, secret = (word.partition("</code>")[0] for word in words[1:])
    assert client_id == token.client_id
    assert Api(client_id, secret).get("/config").json()["umaDomain"] == "globex.example.com"
    assert list(made.currencies.order_by("position").values_list("code", flat=True)) == ["USD", "MXN"]
    assert "no-store" in reply["Cache-Control"]
    assert told("platform.create") == ("olga", "contract 18")
    later = [olga.text(page_of(made)), olga.text(page_of(token)), olga.text(list_of(AuditEntry))]
    assert all(secret not in page for page in later)
    assert base64.b64encode(secret.encode()).decode() not in "".join(later)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"uma_domain": "no domain"}, "uma_domain"),
        ({"currencies": "XXX"}, "must be a currency of the service, such as USD"),
        ({"environment": ""}, "This field is required."),
        ({"reason": ""}, "This field is required."),
    ],
)
def test_a_platform_that_makes_no_sense_is_not_made(olga, change, said):
    reply = create(olga, **change)

    assert said in reply.content.decode()
    assert not Platform.objects.filter(name="Globex").exists()
    assert not ApiToken.objects.exists()


def test_the_environment_of_a_platform_can_not_be_changed_and_the_page_says_why(olga, acme):
    page = olga.text(page_of(acme.platform))

    assert "Test money and real money would stand in the same books" in page
    forged = olga.post(page_of(acme.platform), environment=Environment.PRODUCTION.value)
    assert forged.status_code in {302, 403}
    acme.platform.refresh_from_db()
    assert acme.platform.environment == Environment.SANDBOX


def test_a_revoked_token_opens_nothing(olga, acme, api):
    token = ApiToken.objects.get(client_id=acme.client_id)
    assert api.get("/config").status_code == 200

    reply = do(olga, ApiToken, "revoke", token, "it was posted in a forum")

    assert reply["HX-Redirect"] == page_of(token)
    assert api.get("/config").status_code == 401
    assert told("token.revoke") == ("olga", "it was posted in a forum")
    again = do(olga, ApiToken, "revoke", token)
    assert "There is no such API token." in again.content.decode()
    assert reverse("admin:platforms_apitoken_revoke", args=[token.pk]) not in olga.text(page_of(token))


def test_signing_keys_are_replaced_without_a_gap(olga, acme):
    from django.db import transaction

    with transaction.atomic():
        signing_keys.ensure(platform_id=acme.platform.id, now=clock.real_now())
    old = SigningKey.objects.filter(platform=acme.platform)[0]

    do(olga, SigningKey, "rotate", old, "once a year")

    old.refresh_from_db()
    assert old.published_until is not None
    assert SigningKey.objects.filter(platform=acme.platform, published_until=None).count() == 2
    assert told("signing_keys.rotate") == ("olga", "once a year")


def test_uma_keys_are_replaced_without_a_gap_and_not_twice_at_once(olga, acme):
    identities.ensure(platform_id=acme.platform.id, now=clock.real_now())
    old = UmaKey.objects.filter(platform=acme.platform)[0]

    do(olga, UmaKey, "rotate", old, "once a year")
    again = do(olga, UmaKey, "rotate", old)

    old.refresh_from_db()
    assert old.replaced_at is not None
    assert old.replaced_at > clock.real_now()
    assert UmaKey.objects.filter(platform=acme.platform).count() == 4
    assert "Their successors are made" in again.content.decode()
    assert told("uma_keys.rotate") == ("olga", "once a year")


def test_an_endpoint_that_was_switched_off_is_switched_on_again(olga, acme):
    url = "https://acme.example.com/hook"
    health = EndpointHealth.objects.create(platform=acme.platform, url=url, disabled_at=clock.real_now())
    Platform.objects.filter(id=acme.platform.id).update(webhook_endpoint="")
    assert "Switch on again" in olga.text(page_of(health))

    reply = do(olga, EndpointHealth, "enable", health, "they have repaired it")

    assert reply["HX-Redirect"] == page_of(health)
    acme.platform.refresh_from_db()
    assert acme.platform.webhook_endpoint == url
    assert Event.objects.filter(platform=acme.platform, type="TEST").count() == 1
    assert told("config.update") == ("olga", "they have repaired it")


def test_an_endpoint_that_the_platform_has_replaced_stays_as_it_is(olga, acme):
    health = EndpointHealth.objects.create(
        platform=acme.platform, url="https://old.example.com", disabled_at=clock.real_now()
    )
    Platform.objects.filter(id=acme.platform.id).update(webhook_endpoint="https://new.example.com")

    reply = do(olga, EndpointHealth, "enable", health)

    assert "has set another endpoint since" in reply.content.decode()
    acme.platform.refresh_from_db()
    assert acme.platform.webhook_endpoint == "https://new.example.com"

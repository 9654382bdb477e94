"""GET /uma-providers, and how staff keep the directory."""

import pytest
from django.contrib.auth.models import Permission, User
from django.db import transaction

from payments.handlers import load_directories
from payments.models import UmaProvider
from payments.uma.directory import providers
from platforms.base import clock, errors
from platforms.models import AuditEntry
from tests.backoffice.conftest import BackOffice
from tests.conftest import Api
from tests.support import factories

pytestmark = pytest.mark.django_db
_LEI = "5493001KJTIIGC8Y1R12"
_LIST = "/admin/payments/umaprovider/"


def entry(**changes) -> providers.Entry:
    facts = {
        "name": "Vega Pay",
        "domain": "vega.example.com",
        "lei": None,
        "logo_url": None,
        "regions": ("MX",),
        "currencies": ("MXN",),
        "is_blocked": False,
    }
    return providers.Entry(**{**facts, **changes})


def add(environment="SANDBOX", **facts) -> UmaProvider:
    with transaction.atomic():
        return providers.add(
            environment=environment,
            entry=entry(**facts),
            reason="signed the agreement",
            actor=factories.OPERATOR,
            now=clock.real_now(),
        )


def domains(reply) -> list[str]:
    assert reply.status_code == 200, reply.content
    return [row["domain"] for row in reply.json()["data"]]


def test_the_sandbox_has_its_counterparty_from_the_start(api, settings):
    reply = api.get("/uma-providers")

    assert reply.json() == {
        "data": [
            {
                "name": "Sandbox counterparty",
                "domain": settings.SANDBOX_UMA_DOMAIN,
                "supportedRegions": ["DE", "MX", "US"],
                "supportedCurrencies": [
                    {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2},
                    {"code": "EUR", "name": "Euro", "symbol": "€", "decimals": 2},
                    {"code": "MXN", "name": "Mexican Peso", "symbol": "MX$", "decimals": 2},
                ],
                "allowListStatus": True,
            }
        ],
        "hasMore": False,
        "totalCount": 1,
    }


def test_an_entry_shows_all_that_is_known(api):
    add(lei=_LEI.lower(), logo_url="https://vega.example.com/logo.svg")

    assert api.get("/uma-providers").json()["data"][0] == {
        "name": "Vega Pay",
        "domain": "vega.example.com",
        "supportedRegions": ["MX"],
        "supportedCurrencies": [{"code": "MXN", "name": "Mexican Peso", "symbol": "MX$", "decimals": 2}],
        "logoUrl": "https://vega.example.com/logo.svg",
        "lei": _LEI,
        "allowListStatus": True,
    }


def test_blocked_providers_are_listed_only_when_asked_for(api):
    add(is_blocked=True)

    listed, all_of_them = api.get("/uma-providers"), api.get("/uma-providers", hasBlockedProviders="true")

    assert "vega.example.com" not in domains(listed)
    assert all_of_them.json()["data"][0]["domain"] == "vega.example.com"
    assert all_of_them.json()["data"][0]["allowListStatus"] is False
    assert "vega.example.com" not in domains(api.get("/uma-providers", hasBlockedProviders="false"))


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"countryCode": "BR"}, ["one.example.com"]),
        ({"countryCode": "br"}, ["one.example.com"]),
        ({"currencyCode": "BRL"}, ["two.example.com", "one.example.com"]),
        ({"currencyCode": "brl", "countryCode": "AR"}, ["two.example.com"]),
        ({"currencyCode": "BRL", "countryCode": "MX"}, []),
        ({"currencyCode": "XYZ"}, []),
    ],
)
def test_filters_narrow_the_list_together(api, filters, found):
    add(domain="one.example.com", regions=("BR",), currencies=("BRL",))
    add(domain="two.example.com", regions=("AR",), currencies=("ARS", "BRL"))

    assert domains(api.get("/uma-providers", **filters)) == found


def test_the_list_is_paged_in_either_order(api, settings):
    for number in range(1, 4):
        add(domain=f"n{number}.example.com")

    first = api.get("/uma-providers", limit=3)
    second = api.get("/uma-providers", limit=3, cursor=first.json()["nextCursor"])

    assert domains(first) == ["n3.example.com", "n2.example.com", "n1.example.com"]
    assert domains(second) == [settings.SANDBOX_UMA_DOMAIN]
    assert domains(api.get("/uma-providers", sortOrder="asc", limit=2)) == [
        settings.SANDBOX_UMA_DOMAIN,
        "n1.example.com",
    ]
    assert api.get("/uma-providers", sortOrder="sideways").status_code == 400
    assert api.get("/uma-providers", countryCode="USA").status_code == 400


def test_environments_have_directories_of_their_own(api, settings):
    live = factories.tenant("live", environment="PRODUCTION")
    add(environment="PRODUCTION")

    assert domains(Api(live.client_id, live.client_secret).get("/uma-providers")) == ["vega.example.com"]
    assert domains(api.get("/uma-providers")) == [settings.SANDBOX_UMA_DOMAIN]


def test_listing_takes_page_and_total(api, costs):
    api.get("/config")

    with costs.of():
        api.get("/uma-providers", countryCode="MX")


def test_what_staff_made_of_the_counterparty_outlives_the_next_migrate(settings):
    UmaProvider.objects.filter(domain=settings.SANDBOX_UMA_DOMAIN).update(is_blocked=True)

    load_directories()

    assert UmaProvider.objects.get(domain=settings.SANDBOX_UMA_DOMAIN).is_blocked


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 256}, "name"),
        ({"domain": "vega"}, "domain"),
        ({"domain": "https://vega.example.com"}, "domain"),
        ({"lei": "5493001KJTIIGC8Y1R13"}, "lei"),
        ({"logo_url": "http://vega.example.com/logo.svg"}, "logo_url"),
        ({"logo_url": "https://[vega"}, "logo_url"),
        ({"regions": ()}, "regions"),
        ({"regions": ("MX", "XX")}, "regions"),
        ({"currencies": ()}, "currencies"),
        ({"currencies": ("MXN", "JPY")}, "currencies"),
    ],
)
def test_a_wrong_entry_is_refused(changes, field):
    with pytest.raises(errors.InvalidInput) as refusal:
        add(**changes)

    assert [problem["field"] for problem in refusal.value.problems] == [field]


def test_a_domain_is_in_a_directory_once():
    add()

    with pytest.raises(errors.InvalidInput, match="in the directory already"):
        add(domain="Vega.Example.COM")
    add(environment="PRODUCTION")


# --- the dialogs of the back office ---

_GOOD = {
    "_form_submitted": "True",
    "environment": "SANDBOX",
    "name": "Vega Pay",
    "domain": "Vega.Example.com",
    "lei": "",
    "logo_url": "",
    "regions": "mx, us",
    "currencies": "MXN USD",
    "reason": "signed the agreement",
}


@pytest.fixture
def backoffice() -> BackOffice:
    return BackOffice(User.objects.create_superuser(username="olga", password="correct horse battery staple"))


@pytest.fixture
def visitor() -> BackOffice:
    """Somebody who may look and not touch."""
    user = User.objects.create_user(username="vic", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_umaprovider"))
    return BackOffice(user)


def test_staff_add_a_provider_by_a_dialog(api, backoffice):
    assert "add_provider" in backoffice.text(_LIST)

    reply = backoffice.post(f"{_LIST}add_provider/", **_GOOD)

    provider = UmaProvider.objects.get(domain="vega.example.com")
    assert reply["HX-Redirect"] == f"{_LIST}{provider.id}/change/"
    assert (provider.regions, provider.currencies) == (["MX", "US"], ["MXN", "USD"])
    audit = AuditEntry.objects.get(subject=provider.public_id)
    assert (audit.verb, audit.actor_kind, audit.actor_id) == ("uma_provider.add", "STAFF", "olga")
    assert audit.details["reason"] == "signed the agreement"
    assert "Vega Pay was added." in backoffice.text(f"{_LIST}{provider.id}/change/")


def test_staff_block_a_provider_and_the_log_says_what_changed(api, backoffice):
    provider = add()
    dialog = f"{_LIST}{provider.id}/change_provider/"

    assert 'value="vega.example.com"' in backoffice.text(dialog)
    reply = backoffice.post(dialog, **_GOOD | {"regions": "MX", "currencies": "MXN", "is_blocked": "on"})

    assert "HX-Redirect" in reply
    assert domains(api.get("/uma-providers", countryCode="MX", currencyCode="MXN"))[:1] != ["vega.example.com"]
    details = AuditEntry.objects.get(verb="uma_provider.change").details
    assert details["changed"] == ["is_blocked"]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"reason": ""}, "This field is required."),
        ({"reason": "x"}, "must say why"),
        ({"domain": "vega"}, "must be a domain name"),
        ({"regions": "MX XX"}, "not XX"),
        ({"environment": "MOON"}, "Select a valid choice"),
    ],
)
def test_a_dialog_says_what_is_wrong_and_keeps_what_was_typed(backoffice, changes, complaint):
    reply = backoffice.post(f"{_LIST}add_provider/", **_GOOD | changes)

    assert reply.status_code == 200
    assert complaint in reply.content.decode()
    assert "Vega Pay" in reply.content.decode()
    assert UmaProvider.objects.count() == 1


def test_a_provider_that_is_not_there_can_not_be_changed(backoffice):
    for key in ("0197d6f0-0000-7000-8000-000000000001", "nonsense"):
        reply = backoffice.post(f"{_LIST}{key}/change_provider/", **_GOOD)

        assert "There is no such UMA provider." in reply.content.decode()


def test_who_may_only_look_is_offered_no_dialog(visitor):
    provider = add()

    assert "add_provider" not in visitor.text(_LIST)
    assert "change_provider" not in visitor.text(f"{_LIST}{provider.id}/change/")
    for path in (f"{_LIST}add_provider/", f"{_LIST}{provider.id}/change_provider/"):
        assert visitor.get(path).status_code == 403
        assert visitor.post(path, **_GOOD).status_code == 403
    assert UmaProvider.objects.count() == 2

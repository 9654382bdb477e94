"""GET and PATCH /config."""

import ipaddress
import threading

import pytest

from payments.models import InternalAccount
from platforms.models import AuditEntry, CounterpartyField, Platform
from platforms.operations import config
from tests.conftest import Api
from tests.support import factories

pytestmark = pytest.mark.django_db


def currency(code="USD", **overrides):
    return {
        "currencyCode": code,
        "minAmount": 1,
        "maxAmount": 1000,
        "requiredCounterpartyFields": [],
        "enabledTransactionTypes": ["OUTGOING", "INCOMING"],
        **overrides,
    }


@pytest.fixture
def small():
    """A platform with two currencies."""
    tenant = factories.tenant("small", currencies=("USD", "EUR"))
    return Api(tenant.client_id, tenant.client_secret)


def test_the_configuration_is_shown_whole(acme):
    tenant = factories.tenant("shop", currencies=("USD",))

    reply = Api(tenant.client_id, tenant.client_secret).get("/config")

    shown = reply.json()
    assert shown.pop("createdAt").endswith("Z")
    assert shown.pop("updatedAt").endswith("Z")
    verification = shown.pop("umaDomainVerification")
    assert verification.pop("checkedAt") == verification.pop("verifiedAt")
    assert len(verification.pop("proof")) == 32
    assert verification == {
        "status": "VERIFIED",
        "wellKnownUrl": f"https://{tenant.platform.uma_domain}/.well-known/payments-platform-verification",
        "dnsName": f"_payments-platform.{tenant.platform.uma_domain}",
    }
    assert shown == {
        "id": tenant.platform.public_id,
        "umaDomain": tenant.platform.uma_domain,
        "proxyUmaSubdomain": tenant.platform.uma_domain.split(".")[0],
        "webhookEndpoint": "",
        "supportedCurrencies": [
            {
                "currencyCode": "USD",
                "minAmount": 1,
                "maxAmount": 1_000_000_000_000_000,
                "enabledTransactionTypes": ["OUTGOING", "INCOMING"],
                "requiredCounterpartyFields": [],
                "providerRequiredCustomerFields": ["NATIONALITY", "BIRTH_DATE"],
                "providerRequiredCounterpartyCustomerFields": ["FULL_NAME", "COUNTRY_OF_RESIDENCE"],
            }
        ],
        "features": [],
        "isRegulatedFinancialInstitution": False,
    }


def test_what_a_patch_omits_stays(small):
    before = small.get("/config").json()

    after = small.patch("/config", {"umaDomain": "new.example.com"}).json()

    assert after["umaDomain"] == "new.example.com"
    assert after["proxyUmaSubdomain"] == "new"
    assert after["supportedCurrencies"] == before["supportedCurrencies"]
    assert after["createdAt"] == before["createdAt"]
    assert after["updatedAt"] > before["updatedAt"]


def test_an_empty_patch_is_allowed(small):
    assert small.patch("/config", {}).status_code == 200


def test_the_list_of_currencies_is_replaced(small):
    fields = [{"name": "FULL_NAME", "mandatory": True}, {"name": "BIRTH_DATE", "mandatory": False}]
    wanted = [currency("MXN", requiredCounterpartyFields=fields, enabledTransactionTypes=["OUTGOING"]), currency("USD")]

    reply = small.patch("/config", {"supportedCurrencies": wanted})

    assert reply.status_code == 200
    shown = reply.json()["supportedCurrencies"]
    assert [row["currencyCode"] for row in shown] == ["MXN", "USD"]
    assert shown[0]["requiredCounterpartyFields"] == fields
    assert shown[0]["enabledTransactionTypes"] == ["OUTGOING"]
    assert shown[0]["maxAmount"] == 1000
    assert reply.json() == small.get("/config").json()


def test_a_configuration_can_be_sent_back_as_it_is_shown(small):
    shown = small.get("/config").json()

    reply = small.patch("/config", {"supportedCurrencies": shown["supportedCurrencies"]})

    assert reply.status_code == 200
    assert reply.json()["supportedCurrencies"] == shown["supportedCurrencies"]


def test_a_new_currency_opens_an_account_for_the_platform_and_every_customer(small):
    customers = [small.customer(f"Customer {n}") for n in range(3)]

    small.patch("/config", {"supportedCurrencies": [currency("USD"), currency("EUR"), currency("KES")]})

    opened = InternalAccount.objects.filter(currency="KES")
    assert {account.customer and account.customer.public_id for account in opened} == {None, *customers}
    assert small.internal_account(customers[0], "KES")


def test_taking_a_currency_up_again_opens_no_second_account(small):
    customer = small.customer()
    before = small.internal_account(customer, "EUR")

    small.patch("/config", {"supportedCurrencies": [currency("USD")]})
    small.patch("/config", {"supportedCurrencies": [currency("USD"), currency("EUR")]})

    assert small.internal_account(customer, "EUR") == before


def test_a_currency_in_which_money_is_held_is_not_dropped(small):
    account = small.internal_account(small.customer(), "EUR")
    small.fund(account, 1)

    reply = small.patch("/config", {"supportedCurrencies": [currency("USD")], "umaDomain": "moved.example.com"})

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"][0]["field"] == "supportedCurrencies"
    assert "EUR" in reply.json()["details"]["errors"][0]["reason"]
    shown = small.get("/config").json()
    assert [row["currencyCode"] for row in shown["supportedCurrencies"]] == ["USD", "EUR"]
    assert shown["umaDomain"] != "moved.example.com"


def test_a_currency_in_which_money_is_moving_is_not_dropped(small):
    customer = small.customer()
    account = small.internal_account(customer, "USD")
    small.fund(account, 100)
    small.transfer_out(account, small.external_account(customer), 100)

    reply = small.patch("/config", {"supportedCurrencies": [currency("EUR")]})

    assert reply.status_code == 400


@pytest.mark.parametrize("code", ["XXX", "usd", "US", "EURO", "JPY", "€"])
def test_an_unsupported_currency_has_a_code_of_its_own(small, code):
    reply = small.patch("/config", {"supportedCurrencies": [currency("USD"), currency(code)]})

    assert reply.status_code == 400
    assert reply.json()["code"] == "INVALID_CURRENCY"
    assert reply.json()["details"]["errors"][0]["field"] == "supportedCurrencies.1.currencyCode"


def test_everything_wrong_with_the_currencies_is_said_at_once(small):
    wanted = [currency("XXX"), currency("USD"), currency("USD"), currency("YYY", minAmount=5, maxAmount=4)]

    reply = small.patch("/config", {"supportedCurrencies": wanted})

    assert reply.json()["code"] == "INVALID_CURRENCY"
    assert {problem["field"] for problem in reply.json()["details"]["errors"]} == {
        "supportedCurrencies.0.currencyCode",
        "supportedCurrencies.2.currencyCode",
        "supportedCurrencies.3.currencyCode",
        "supportedCurrencies.3.minAmount",
    }


def test_limits_must_be_ordered(small):
    assert small.patch("/config", {"supportedCurrencies": [currency(minAmount=5, maxAmount=5)]}).status_code == 200
    reply = small.patch("/config", {"supportedCurrencies": [currency(minAmount=6, maxAmount=5)]})

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"][0]["field"] == "supportedCurrencies.0.minAmount"


@pytest.mark.parametrize("wanted", [[], None, {}, "USD", [None], ["USD"], [currency()] * 201])
def test_a_list_of_currencies_that_is_none_is_refused(small, wanted):
    assert small.patch("/config", {"supportedCurrencies": wanted}).status_code == 400


def test_every_counterparty_field_of_the_reference_is_known(small):
    fields = [{"name": name, "mandatory": False} for name in CounterpartyField.values]

    reply = small.patch("/config", {"supportedCurrencies": [currency(requiredCounterpartyFields=fields)]})

    assert len(fields) == 17
    assert reply.json()["supportedCurrencies"][0]["requiredCounterpartyFields"] == fields


@pytest.mark.parametrize(
    "domain",
    [
        "",
        "localhost",
        "exa mple.com",
        "example",
        "-x.example.com",
        "example.com.",
        "ex_ample.com",
        "a" * 254,
        "é.com",
        "http://example.com",
        "127.0.0.1",
    ],
)
def test_a_domain_that_is_none_is_refused(small, domain):
    reply = small.patch("/config", {"umaDomain": domain})

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"][0]["field"] == "umaDomain"


def test_a_domain_is_kept_in_lower_case_and_unique_among_platforms_once_verified(small, api):
    small.patch("/config", {"umaDomain": "Pay.Example.COM"})
    factories.domain_checked("pay.example.com", of=Platform.objects.get(uma_domain="pay.example.com"))

    taken = api.patch("/config", {"umaDomain": "pay.example.com"})
    again = small.patch("/config", {"umaDomain": "PAY.example.com"})

    assert small.get("/config").json()["umaDomain"] == "pay.example.com"
    assert taken.status_code == 400
    assert again.status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/hook",
        "ftp://example.com",
        "//example.com",
        "example.com",
        "https://",
        "https:///path",
        "https://user:secret@example.com",
        "https://example.com/#part",
        "https://exa mple.com",
        "https://example.com/\nHost: evil",
        "https://exämple.com",
        "https://%31%30.0.0.1",
        "https://example.com:99999",
        "https://example.com:0",
        "https://[::1",
        "javascript:alert(1)",
        "https://example.com/" + "a" * 2048,
        5,
        None,
    ],
)
def test_an_endpoint_that_can_not_be_called_is_refused(small, url):
    reply = small.patch("/config", {"webhookEndpoint": url})

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"][0]["field"] == "webhookEndpoint"
    assert small.get("/config").json()["webhookEndpoint"] == ""


@pytest.mark.parametrize(
    "url", ["https://example.com/hook?a=1", "https://example.com:8443", "https://[2606:4700:4700::1111]/x"]
)
def test_an_endpoint_over_https_is_taken(small, url):
    assert small.patch("/config", {"webhookEndpoint": url}).json()["webhookEndpoint"] == url


@pytest.mark.parametrize(
    ("environment", "allowed", "status"),
    [("SANDBOX", True, 200), ("SANDBOX", False, 400), ("PRODUCTION", True, 400), ("PRODUCTION", False, 400)],
)
@pytest.mark.parametrize("url", ["http://127.0.0.1:9000/hook", "http://localhost/hook", "http://[::1]:80/"])
def test_plain_http_is_for_loopback_in_the_sandbox_where_the_setting_allows_it(
    settings, environment, allowed, status, url
):
    settings.ALLOW_LOOPBACK_WEBHOOKS = allowed
    tenant = factories.tenant("shop", environment=environment)

    reply = Api(tenant.client_id, tenant.client_secret).patch("/config", {"webhookEndpoint": url})

    assert reply.status_code == status


@pytest.mark.parametrize(
    "host",
    [
        "10.0.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "[::1]",
        "[::ffff:10.0.0.1]",
        "2130706433",
        "127.1",
        "10.0.0.1.",
        "localhost",
        "localhost.",
        "a.localhost",
        "intranet",
        "printer.local",
        "metadata.google.internal",
        "8.8.8.8:5432",
        "example.com:22",
        "inside.example.com",
        "half.example.com",
        "six.example.com",
    ],
)
def test_an_endpoint_that_nothing_would_be_sent_to_is_refused_at_once(small, names, host):
    names.knows("inside.example.com", "A", ["10.1.2.3"])
    names.knows("half.example.com", "A", ["8.8.8.8", "192.168.0.1"])
    names.knows("six.example.com", "AAAA", ["fd00::1"])
    names.knows("six.example.com", "A", ["8.8.8.8"])

    reply = small.patch("/config", {"webhookEndpoint": f"https://{host}/x"}, key="endpoint")

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"][0]["field"] == "webhookEndpoint"
    assert small.get("/config").json()["webhookEndpoint"] == ""
    names.records.clear()
    assert small.patch("/config", {"webhookEndpoint": f"https://{host}/x"}, key="endpoint").json() == reply.json()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *[("10.20.0.1", 200), ("hooks.internal", 200), ("hooks", 200), ("169082881", 200), ("8.8.8.8", 200)],
        *[("10.21.0.1", 400), ("both.internal", 400), ("elsewhere.internal", 400), ("169148417", 400)],
        *[("localhost", 400), ("a.localhost", 400), ("127.1", 400), ("[::1]", 400), ("[::ffff:10.20.0.1]", 400)],
    ],
)
def test_an_endpoint_may_be_in_a_network_that_the_operator_has_opened(small, names, settings, host, status):
    settings.WEBHOOK_ALLOWED_NETWORKS = (ipaddress.ip_network("10.20.0.0/16"),)
    names.knows("hooks.internal", "A", ["10.20.3.4"])
    names.knows("hooks", "A", ["10.20.3.4"])
    names.knows("both.internal", "A", ["10.20.3.4", "10.21.3.4"])
    names.knows("elsewhere.internal", "A", ["192.168.3.4"])

    assert small.patch("/config", {"webhookEndpoint": f"https://{host}/x"}).status_code == status


@pytest.mark.parametrize("host", ["public.example.com", "not-made-yet.example.com", "slow.example.com"])
def test_an_endpoint_that_may_be_public_is_taken(small, names, monkeypatch, host):
    """A name may be made later than the configuration that names it, and a name server be away."""
    monkeypatch.setattr("platforms.operations.config.LOOKUP_SECONDS", 0.2)
    names.knows("public.example.com", "A", ["8.8.8.8"])
    names.silent.add("slow.example.com")

    assert small.patch("/config", {"webhookEndpoint": f"https://{host}/x"}).status_code == 200
    assert names.asked or host.startswith("slow")


def test_few_requests_wait_for_name_servers_at_once(small, names, monkeypatch):
    names.knows("inside.example.com", "A", ["10.1.2.3"])
    monkeypatch.setattr(config, "_lookups", threading.BoundedSemaphore(1))

    with config._lookups:
        passed = small.patch("/config", {"webhookEndpoint": "https://inside.example.com/x"})

    assert passed.status_code == 200, "who would have to wait is told by the delivery"
    # A delivery of an earlier test may still ask for another name.
    assert [name for name, _ in names.asked if name == "inside.example.com"] == []
    assert small.patch("/config", {"webhookEndpoint": "https://inside.example.com/x"}).status_code == 400


def test_an_endpoint_can_be_taken_away(small):
    small.patch("/config", {"webhookEndpoint": "https://example.com/hook"})

    assert small.patch("/config", {"webhookEndpoint": ""}).json()["webhookEndpoint"] == ""


@pytest.mark.parametrize("field", ["isRegulatedFinancialInstitution", "id", "createdAt", "proxyUmaSubdomain", "name"])
def test_what_only_the_service_sets_can_not_be_changed(small, field):
    before = small.get("/config").json()

    reply = small.patch("/config", {field: True})

    assert reply.status_code == 200
    assert {**reply.json(), "updatedAt": ""} == {**before, "updatedAt": ""}


def test_a_change_is_audited_by_its_fields_and_not_its_values(acme, api):
    reply = api.patch("/config", {"webhookEndpoint": "https://hidden.example.com/secret-path"})

    entry = AuditEntry.objects.filter(verb="config.update").get()
    assert entry.platform_id == acme.platform.id
    assert entry.actor_kind == "TOKEN"
    assert entry.request_id == reply.headers["X-Request-Id"]
    assert entry.details == {"fields": ["webhookEndpoint"]}


def test_platforms_are_not_made_over_the_api(api):
    count = Platform.objects.count()

    assert api.post("/config", {"umaDomain": "x.example.com"}).status_code == 405
    assert api.post("/platforms", {}).status_code == 404
    assert Platform.objects.count() == count

"""Whose documents are answered: found by Host, for any domain a platform has, and for nobody else's."""

import pytest

from tests.support import factories

pytestmark = pytest.mark.django_db
CONFIGURATION = "/.well-known/uma-configuration"
KEYS = "/.well-known/lnurlpubkey"


@pytest.fixture
def ask(web):
    def call(host, path=CONFIGURATION, **headers):
        return web.get(path, headers={"Host": host, **headers})

    return call


def test_a_platforms_domain_is_answered_though_no_setting_names_it(ask, acme):
    reply = ask(acme.platform.uma_domain)

    assert reply.status_code == 200
    assert reply.json() == {"uma_major_versions": [1]}


@pytest.mark.parametrize("change", [str.upper, "{}:8443".format, "{}.".format])
def test_case_port_and_final_dot_of_a_host_do_not_matter(ask, acme, change):
    assert ask(change(acme.platform.uma_domain)).status_code == 200


def test_the_sandboxs_counterparty_is_answered(ask, db, settings):
    assert ask(settings.SANDBOX_UMA_DOMAIN).status_code == 200


@pytest.mark.parametrize(
    "host", ["nobody.example", "", "127.0.0.1", "a/b", "a b", "-", "." * 300, "a@b", "bücher.example", "[::1]", "a,b"]
)
def test_a_host_that_is_nobodys_is_a_404(ask, acme, host):
    reply = ask(host)

    assert reply.status_code == 404, reply.content
    assert reply.json()["status"] == "ERROR"


def test_a_platforms_domain_opens_nothing_else(ask, acme):
    assert ask(acme.platform.uma_domain, "/healthz").status_code == 400
    assert ask(acme.platform.uma_domain, "/admin/login/").status_code == 400
    assert ask(acme.platform.uma_domain, "/uma/callback/0197").status_code == 400
    assert ask(acme.platform.uma_domain, "/2025-10-13/config").status_code == 400


def test_the_proxy_subdomain_below_the_services_host_is_the_platforms_too(ask, acme, settings):
    settings.PUBLIC_BASE_URL = "https://pay.service.example"

    assert ask(f"{acme.platform.proxy_uma_subdomain}.pay.service.example").status_code == 200
    assert ask(f"{acme.platform.proxy_uma_subdomain}.service.example").status_code == 404
    assert ask(f"other.{acme.platform.proxy_uma_subdomain}.pay.service.example").status_code == 404


@pytest.mark.parametrize("name", ["{}.pay.service.example", "pay.service.example", "other.pay.service.example"])
def test_the_service_alone_gives_out_the_names_below_its_host(acme, rival_api, settings, name):
    settings.PUBLIC_BASE_URL = "https://pay.service.example"

    reply = rival_api.patch("/config", {"umaDomain": name.format(acme.platform.proxy_uma_subdomain)})

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"] == [
        {"field": "umaDomain", "reason": "must be a domain of your own: this is a name of this service"}
    ]


def test_a_domain_that_begins_like_anothers_takes_nothing_away(ask, acme, rival, rival_api, settings):
    settings.PUBLIC_BASE_URL = "https://pay.service.example"
    name = f"{acme.platform.proxy_uma_subdomain}.pay.service.example"
    before = ask(name, KEYS).json()["signingPubKey"]

    domain = f"{acme.platform.proxy_uma_subdomain}.rival.example"
    config = rival_api.patch("/config", {"umaDomain": domain}).json()
    factories.domain_checked(domain, of=rival.platform)

    assert config["proxyUmaSubdomain"].startswith(f"{acme.platform.proxy_uma_subdomain}-")
    assert ask(name, KEYS).json()["signingPubKey"] == before
    assert ask(f"{config['proxyUmaSubdomain']}.pay.service.example", KEYS).status_code == 200


def test_the_sandboxs_counterparty_keeps_its_domain(api, settings):
    reply = api.patch("/config", {"umaDomain": settings.SANDBOX_UMA_DOMAIN})

    assert reply.status_code == 400


def test_a_proxy_that_is_trusted_may_say_whose_domain_was_asked_for(ask, rival, settings):
    forwarded = {"X-Forwarded-Host": f"evil.example, {rival.platform.uma_domain}"}

    not_believed = ask("pay.service.example", **forwarded)
    settings.TRUST_FORWARDED_HOST = True
    believed = ask("pay.service.example", **forwarded)

    assert [not_believed.status_code, believed.status_code] == [404, 200]


def test_a_platform_that_changes_its_domain_keeps_its_keys_and_is_answered_at_both(ask, api, acme):
    before = ask(acme.platform.uma_domain, KEYS).json()

    assert api.patch("/config", {"umaDomain": "new.acme.example"}).status_code == 200
    unverified = ask("new.acme.example")
    factories.domain_checked("new.acme.example", of=acme.platform)

    assert unverified.status_code == 404
    for domain in (acme.platform.uma_domain, "new.acme.example"):
        assert ask(domain, KEYS).json()["signingPubKey"] == before["signingPubKey"]


def test_over_http_only_an_error_is_answered_where_https_is_required(web, acme, settings):
    settings.SECURE_SSL_REDIRECT = True

    plain = web.get(CONFIGURATION, headers={"Host": acme.platform.uma_domain})
    secure = web.get(CONFIGURATION, headers={"Host": acme.platform.uma_domain}, secure=True)

    assert (plain.status_code, secure.status_code) == (403, 200)


@pytest.mark.parametrize("method", ["post", "put", "delete", "options", "patch"])
def test_documents_are_only_read(web, acme, method):
    reply = getattr(web, method)(CONFIGURATION, headers={"Host": acme.platform.uma_domain})

    assert (reply.status_code, reply["Allow"]) == (405, "GET")


def test_an_unknown_path_of_the_protocol_is_a_404_in_its_form(ask, acme):
    reply = ask(acme.platform.uma_domain, "/.well-known/lnurlp/a/b")

    assert (reply.status_code, reply.json()["code"]) == (404, "REQUEST_NOT_FOUND")


def test_one_address_may_not_ask_too_often_another_still_may(web, acme, settings):
    settings.UMA_RATE_PER_SECOND, settings.UMA_RATE_BURST = 1, 3
    address = "198.51.100.77"

    replies = [
        web.get(CONFIGURATION, headers={"Host": acme.platform.uma_domain}, REMOTE_ADDR=address) for _ in range(5)
    ]
    other = web.get(CONFIGURATION, headers={"Host": acme.platform.uma_domain}, REMOTE_ADDR="198.51.100.78")

    assert [reply.status_code for reply in replies][:3] == [200, 200, 200]
    assert replies[-1].status_code == 429
    assert int(replies[-1]["Retry-After"]) >= 1
    assert other.status_code == 200

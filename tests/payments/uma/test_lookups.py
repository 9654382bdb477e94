"""GET /.well-known/lnurlp/<user>: the answers to other institutions about our customers."""

import datetime as dt
import json

import pytest
import uma

from payments.models import UmaNonce, UmaProvider
from payments.uma import messages
from platforms.models import PlatformCurrency
from tests.conftest import Api
from tests.support import factories
from tests.support.uma import institutions

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(web, acme, peer):
    """Return a function that asks about an address as the peer does, on acme's own domain."""

    def call(address, *, who=peer, host=acme.platform.uma_domain, **extra):
        return web.get(who.lookup_path(address), headers={"Host": host}, **extra)

    return call


def test_a_customer_of_ours_is_found_and_the_reply_is_signed(ask, address, web, alice):
    reply = ask(address)

    assert reply.status_code == 200, reply.content
    body = reply.json()
    assert body["tag"] == "payRequest"
    assert body["callback"] == f"http://127.0.0.1:8000/uma/payreq/{alice.partition(':')[2]}"
    assert json.loads(body["metadata"])[1] == ["text/identifier", address]
    assert [entry["code"] for entry in body["currencies"]] == list(factories.CURRENCIES)
    assert body["payerData"]["compliance"] == {"mandatory": True}
    assert body["compliance"]["kycStatus"] == "VERIFIED"
    assert body["compliance"]["receiverIdentifier"] == address
    # As the library, which the other side may use, checks it.
    keys = uma.PubkeyResponse.from_json(
        web.get("/.well-known/lnurlpubkey", headers={"Host": address.split("@")[1]}).content
    )
    uma.verify_uma_lnurlp_response_signature(
        uma.parse_lnurlp_response(reply.content),
        keys,
        uma.InMemoryNonceCache(dt.datetime.now(dt.UTC) - dt.timedelta(minutes=5)),
    )


def test_rates_and_bounds_are_of_the_smallest_unit(ask, address, acme):
    PlatformCurrency.objects.filter(platform=acme.platform, code="USD").update(min_amount=100, max_amount=250_000)

    entry = next(entry for entry in ask(address).json()["currencies"] if entry["code"] == "USD")

    assert entry["decimals"] == 2
    assert entry["convertible"] == {"min": 100, "max": 250_000}
    # A dollar costs 0.0000125 bitcoin in the sandbox, so a cent 12,500 thousandths of a satoshi.
    assert entry["multiplier"] == 12_500


def test_what_the_platform_must_know_of_payers_is_asked_for(ask, address, acme):
    PlatformCurrency.objects.filter(platform=acme.platform, code="USD").update(
        required_counterparty_fields=[{"name": "FULL_NAME", "mandatory": True}, {"name": "EMAIL", "mandatory": False}]
    )

    asked = ask(address).json()["payerData"]

    assert asked["name"] == {"mandatory": True}
    assert asked["email"] == {"mandatory": False}


def test_currencies_that_may_not_come_in_are_not_offered(ask, address, acme):
    PlatformCurrency.objects.filter(platform=acme.platform).exclude(code="EUR").update(
        enabled_transaction_types=["OUTGOING"]
    )

    assert [entry["code"] for entry in ask(address).json()["currencies"]] == ["EUR"]


def test_without_exchange_rates_nobody_is_ready(web, peer, settings, caplog):
    settings.ECB_RATES_URL = "https://127.0.0.1/"
    live = factories.tenant("live", environment="PRODUCTION", regulated=True)
    api = Api(live.client_id, live.client_secret)
    address = api.get(f"/customers/{api.customer('Lena Live')}").json()["umaAddress"]
    caplog.set_level("INFO", "payments.uma.api.protocol")

    reply = web.get(peer.lookup_path(address), headers={"Host": live.platform.uma_domain})

    assert (reply.status_code, reply.json()["code"]) == (403, "USER_NOT_READY")
    [record] = [record for record in caplog.records if record.name.startswith("payments.uma.api")]
    assert (record.message, record.code, record.reason) == ("refused", "USER_NOT_READY", reply.json()["reason"])


def test_an_unknown_user_is_not_found_and_no_keys_are_asked_for(ask, acme, peer):
    reply = ask(f"$nobody@{acme.platform.uma_domain}")

    assert reply.status_code == 404
    assert reply.json() == {"status": "ERROR", "reason": "Nobody has this address.", "code": "USER_NOT_FOUND"}
    assert peer.asked == 0


def test_a_customer_whose_identity_is_not_approved_is_not_ready(ask, api, bob):
    reply = ask(api.get(f"/customers/{bob}").json()["umaAddress"])

    assert (reply.status_code, reply.json()["code"]) == (403, "USER_NOT_READY")


def test_a_deleted_customer_is_not_found(ask, api, alice, address):
    assert api.delete(f"/customers/{alice}").status_code == 200

    assert ask(address).status_code == 404


def test_an_address_of_another_platform_is_not_answered_on_this_domain(ask, rival, rival_api, acme):
    customer = rival_api.customer("Rita Rival")
    user = rival_api.get(f"/customers/{customer}").json()["umaAddress"].split("@")[0]

    assert ask(f"{user}@{rival.platform.uma_domain}").status_code == 404


def test_a_blocked_institution_is_refused(ask, address, peer):
    now = dt.datetime.now(dt.UTC)
    UmaProvider.objects.create(
        environment="SANDBOX", name="Peer", domain=peer.domain, is_blocked=True, created_at=now, updated_at=now
    )

    reply = ask(address)

    assert (reply.status_code, reply.json()["code"]) == (403, "COUNTERPARTY_NOT_ALLOWED")
    assert peer.asked == 0


def test_play_money_never_meets_real_money(ask, web, address, settings):
    live = factories.tenant("live", environment="PRODUCTION").platform
    institution = institutions.Institution(live.uma_domain)

    reply = ask(address, who=institution)

    assert (reply.status_code, reply.json()["code"]) == (403, "COUNTERPARTY_NOT_ALLOWED")


def test_a_plain_lnurl_wallet_is_told_that_it_needs_uma(web, address):
    user, _, domain = address.partition("@")

    reply = web.get(f"/.well-known/lnurlp/{user}", headers={"Host": domain})

    assert (reply.status_code, reply.json()["code"]) == (403, "NON_UMA_LNURL_NOT_SUPPORTED")


def test_a_signature_of_somebody_else_is_refused_and_spends_no_nonce(ask, address, peer):
    outsider = institutions.Institution(peer.domain)

    reply = ask(address, who=outsider)

    assert (reply.status_code, reply.json()["code"]) == (401, "INVALID_SIGNATURE")
    assert not UmaNonce.objects.exists()


def test_a_request_is_answered_once(web, address, peer):
    path, domain = peer.lookup_path(address), address.partition("@")[2]

    first, second = (web.get(path, headers={"Host": domain}) for _ in range(2))

    assert first.status_code == 200
    assert (second.status_code, second.json()["code"]) == (400, "INVALID_NONCE")


@pytest.mark.parametrize(("seconds", "status"), [(-301, 400), (-270, 200), (30, 200), (90, 400)])
def test_a_request_is_good_from_five_minutes_ago_to_a_minute_ahead(web, address, peer, seconds, status):
    signed_at = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=seconds)
    url = messages.build_lookup_url(address, signer=peer.signer, is_subject_to_travel_rule=True, now=signed_at)

    reply = web.get(url.partition(address.partition("@")[2])[2], headers={"Host": address.partition("@")[2]})

    assert reply.status_code == status, reply.content
    if status == 400:
        assert reply.json()["code"] == "INVALID_TIMESTAMP"


def test_version_0_is_refused_with_the_versions_that_are_spoken(web, address, peer):
    url = uma.create_uma_lnurlp_request_url(
        institutions.raw(peer.signing), address, peer.domain, is_subject_to_travel_rule=True, uma_version_override="0.3"
    )

    reply = web.get("/.well-known" + url.partition("/.well-known")[2], headers={"Host": address.partition("@")[2]})

    assert reply.status_code == 412
    assert reply.json()["supportedMajorVersions"] == [1]


@pytest.mark.parametrize(
    "query",
    [
        "signature=&nonce=1&vaspDomain=peer.example&timestamp=1&umaVersion=1.0",
        "signature=ff&nonce=1&vaspDomain=peer.example&timestamp=&umaVersion=1.0",
        "signature=ff&nonce=1&vaspDomain=peer.example&timestamp=x&umaVersion=1.0",
        "signature=ff&nonce=1&vaspDomain=127.0.0.1&timestamp=1&umaVersion=1.0",
        "signature=ff&nonce=1&vaspDomain=peer.example&timestamp=99999999999999999999&umaVersion=1.0",
        "signature=zz&nonce=1&vaspDomain=peer.example&timestamp=1&umaVersion=1.0",
        "signature=ff&nonce=1&vaspDomain=peer.example&timestamp=1&umaVersion=one",
        "signature=ff&nonce=1&vaspDomain=peer.example&timestamp=1&umaVersion=" + "9" * 5000 + ".0",
        "nonce=" + "1" * 9000,
    ],
)
def test_a_malformed_request_is_a_400(web, address, query):
    user, _, domain = address.partition("@")

    reply = web.get(f"/.well-known/lnurlp/{user}?{query}", headers={"Host": domain})

    assert reply.status_code == 400, reply.content
    assert reply.json()["status"] == "ERROR"


def test_a_lookup_costs_few_statements(ask, address, costs):
    ask(address)  # makes the platform's keys, asks for the peer's, takes the rates

    # The host, the receiver, the peer's keys, the nonce, the rates, the fees, our key.
    with costs.of():
        assert ask(address).status_code == 200

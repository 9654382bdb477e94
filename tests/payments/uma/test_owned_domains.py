"""A domain counts once its platform has shown that it owns it: until then it takes nothing from anybody."""

import datetime as dt
import importlib

import pytest
from django.apps import apps
from django.db import transaction

from compliance.models import Customer
from payments import tasks
from payments.models import CaseKind, CaseState, OperationsCase, UmaCounterpartyKeys
from payments.uma.protocol import hosts, keys
from payments.workflow import monitor
from platforms.base import clock
from platforms.models import AuditEntry, UmaDomain
from platforms.operations import uma_domains
from tests.conftest import Api
from tests.payments.uma.owning import BANK, claim, found, owner, status
from tests.support import factories
from tests.support.servers.webhook_receiver import Answer, Receiver
from tests.support.uma import institutions

pytestmark = pytest.mark.django_db
PATH = "/.well-known/payments-platform-verification"
KEYS = "/.well-known/lnurlpubkey"
OTHER_BANK = "other-bank.example"


def verify():
    """Let the worker check every domain, as if its time had come."""
    UmaDomain.objects.exclude(next_check_at=None).update(next_check_at=clock.real_now())
    return tasks.verify_uma_domains()


def cases():
    with transaction.atomic():
        monitor.sweep(kind=CaseKind.DOMAIN_FAILING, now=clock.real_now())
    return list(OperationsCase.objects.filter(kind=CaseKind.DOMAIN_FAILING, state=CaseState.OPEN))


@pytest.fixture
def website(settings):
    """The web server of the domain, which the service reaches over the network."""
    with Receiver() as server:
        settings.UMA_LOOPBACK = {BANK: f"127.0.0.1:{server.port}"}
        server.default = Answer(404, b"")
        yield server


class TestAClaim:
    def test_takes_no_payment_of_others(self, api, alice, rival_api, settings):
        with institutions.served(BANK, settings) as bank:
            server = bank.server
            assert server is not None
            claim(rival_api)
            named = rival_api.post("/customers", factories.individual("Alice", umaAddress=f"$alice@{BANK}"))
            reply = api.get(f"/receiver/uma/$alice@{BANK}", customerId=alice)

            assert [request.path.partition("?")[0] for request in server.received] == ["/.well-known/lnurlp/$alice"]
        assert named.status_code == 400
        assert reply.json()["code"] == "PARSE_LNURLP_RESPONSE_ERROR", "the bank's answer counts: a document of keys"

    def test_is_not_served_and_gives_nobody_keys(self, web, rival_api, website):
        config = claim(rival_api)

        assert hosts.of_domain(BANK) is None
        for host in (BANK, f"{config['proxyUmaSubdomain']}.testserver"):
            assert web.get(KEYS, headers={"Host": host}).status_code == 404

    def test_blocks_nobody_in_either_environment(self, api, rival_api, production):
        bank = Api(production.client_id, production.client_secret)
        claimed = [claim(each) for each in (rival_api, api, bank)]

        assert len({config["proxyUmaSubdomain"] for config in claimed}) == 3
        found(BANK, production)
        assert status(bank) == "VERIFIED"
        assert claim(rival_api)["umaDomainVerification"]["status"] == "UNVERIFIED"

    def test_gives_no_names_to_customers(self, acme, api, rival, rival_api):
        before = acme.platform.uma_domain
        claim(api)

        refused = api.post("/customers", factories.individual(umaAddress=f"$alice@{BANK}"))
        former = api.post("/customers", factories.individual(umaAddress=f"$alice@{before}"))
        generated = api.get(f"/customers/{api.customer()}").json()["umaAddress"]
        found(BANK, acme)
        named = api.post("/customers", factories.individual(umaAddress=f"$alice@{BANK}"))

        assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_UMA_ADDRESS")
        assert "GET /config" in refused.json()["details"]["errors"][0]["reason"]
        assert (former.status_code, named.status_code) == (201, 201)
        assert generated.endswith(f"@{before}")
        assert api.get(f"/customers/{api.customer()}").json()["umaAddress"].endswith(f"@{BANK}")

    def test_keeps_no_name_from_the_owner(self, acme, api, rival):
        """Also a platform that owned the domain once: its customers keep their addresses, which lead nowhere."""
        shop = factories.tenant("shop")
        former = Api(shop.client_id, shop.client_secret)
        claim(former)
        found(BANK, shop)
        first = former.customer(umaAddress=f"$alice@{BANK}")
        found(BANK, shop, problem="gone")
        claim(api)
        found(BANK, acme)

        second = api.customer(umaAddress=f"$alice@{BANK}")

        assert status(former) == "UNVERIFIED"
        assert Customer.objects.filter(uma_address=f"$alice@{BANK}").count() == 2
        asked = {
            "senderUmaAddress": f"$success.usd@{hosts.counterpart().domain}",
            "receivingCurrencyCode": "USD",
            "receivingCurrencyAmount": 2500,
        }
        paid = api.post("/sandbox/uma/receive", {**asked, "customerId": second})
        lost = former.post("/sandbox/uma/receive", {**asked, "customerId": first})
        assert paid.status_code == 200, paid.content
        assert (lost.status_code, lost.json()["code"]) == (400, "INVALID_UMA_ADDRESS")

    def test_that_is_the_fifty_first_is_refused(self, api, acme):
        # One more than the platform was made with.
        UmaDomain.objects.bulk_create(
            UmaDomain(
                platform=acme.platform,
                environment="SANDBOX",
                domain=f"d{number}.example",
                subdomain=f"d{number}",
                proof="x",
                created_at=clock.real_now(),
            )
            for number in range(uma_domains.MOST_NAMED - 1)
        )

        assert api.patch("/config", {"umaDomain": BANK}).status_code == 400
        assert api.patch("/config", {"umaDomain": "d7.example"}).status_code == 200

    @pytest.mark.parametrize("sandbox", ["uma.sandbox.localhost", "uma.pay.service.example"])
    def test_of_a_name_of_the_sandbox_is_verified_at_once_and_refused_in_production(
        self, api, rival_api, production, settings, sandbox
    ):
        settings.PUBLIC_BASE_URL, settings.SANDBOX_UMA_DOMAIN = "https://pay.service.example", sandbox
        name = f"shop.{settings.SANDBOX_UMA_DOMAIN}"

        assert claim(api, name)["umaDomainVerification"]["status"] == "VERIFIED"
        assert rival_api.patch("/config", {"umaDomain": name}).status_code == 400
        refused = Api(production.client_id, production.client_secret).patch("/config", {"umaDomain": name})
        assert (
            refused.json()["details"]["errors"][0]["reason"]
            == "must be a domain of your own: this is a name of the sandbox"
        )
        assert UmaDomain.objects.get(domain=name, state="VERIFIED").next_check_at is None


class TestTheProof:
    def test_is_found_at_the_domains_web_server(self, acme, api, website):
        config = claim(api)
        website.default = Answer(200, config["umaDomainVerification"]["proof"].encode() + b"\n")

        verify()

        shown = api.get("/config").json()["umaDomainVerification"]
        assert (shown["status"], "problem" in shown) == ("VERIFIED", False)
        assert {request.path for request in website.received} == {PATH}
        assert owner(BANK) == acme.platform.id

    def test_is_found_in_dns(self, api, website, names):
        config = claim(api)
        names.knows(f"_payments-platform.{BANK}", "TXT", ["v=spf1 -all", config["umaDomainVerification"]["proof"]])

        verify()

        assert status(api) == "VERIFIED"

    @pytest.mark.parametrize(
        "answer",
        [
            Answer(404, b""),
            Answer(200, b"another"),
            Answer(200, b""),
            Answer(302, b"", {"Location": "https://elsewhere.example/"}),
            Answer(500, b"{proof}"),
            Answer(200, b"<html>{proof}</html>"),
            Answer(200, b"{proof of rival}"),
        ],
        ids=lambda answer: f"{answer.status} {answer.body.decode()}",
    )
    def test_is_nothing_else(self, api, rival_api, website, names, answer):
        proofs = {"{proof}": claim(api), "{proof of rival}": claim(rival_api)}
        body = answer.body.decode()
        for name, config in proofs.items():
            body = body.replace(name, config["umaDomainVerification"]["proof"])
        website.default = Answer(answer.status, body.encode(), answer.headers)
        names.knows(f"_payments-platform.{BANK}", "TXT", ["another", ""])

        verify()

        shown = api.get("/config").json()["umaDomainVerification"]
        assert shown["status"] == "UNVERIFIED"
        assert shown["problem"].startswith("https: ")
        assert shown["problem"].endswith("DNS: another text")
        assert hosts.of_domain(BANK) is None or "rival" in answer.body.decode()

    def test_is_served_to_the_web_server_that_trusts_the_platform_and_to_no_other(self, web, api, rival_api, settings):
        settings.PUBLIC_BASE_URL = "https://pay.service.example"
        config, rivals = claim(api), claim(rival_api)

        def ask(host):
            return web.get(PATH, headers={"Host": host})

        for each in (config, rivals):
            reply = ask(f"{each['proxyUmaSubdomain']}.pay.service.example")
            assert reply.content.decode() == each["umaDomainVerification"]["proof"]
        for host in (BANK, "pay.service.example", f"x.{config['proxyUmaSubdomain']}.pay.service.example", "no", ""):
            assert ask(host).status_code == 404

    def test_is_not_taken_from_the_service_itself(self, api, acme, website, settings):
        """In process the service would find its own answer."""
        claim(api)
        found(BANK, acme)

        verify()

        assert status(api) == "FAILING"
        assert website.received

    def test_of_the_first_one_counts_until_a_check_of_it_fails(self, acme, api, rival, rival_api):
        claim(api)
        claim(rival_api)
        found(BANK, acme)

        second = found(BANK, rival)
        assert (second.state, "another platform" in second.problem) == ("UNVERIFIED", True)
        assert rival_api.patch("/config", {"umaDomain": BANK}).status_code == 400

        found(BANK, acme, problem="gone")
        assert found(BANK, rival).state == "VERIFIED"
        assert (status(api), status(rival_api)) == ("UNVERIFIED", "VERIFIED")
        assert owner(BANK) == rival.platform.id


class TestChecks:
    def test_are_repeated_daily_and_a_domain_ends_after_the_grace_period(self, acme, api):
        claim(api)
        states = []
        for day, problem in ((0, ""), (1, ""), (2, "gone"), (8.9, "gone"), (9.1, "gone"), (9.2, "")):
            domain = found(BANK, acme, days=day, problem=problem)
            states.append((domain.state, domain.counts, domain.next_check_at - domain.checked_at))

        daily, hourly = dt.timedelta(days=1), dt.timedelta(hours=1)
        assert states == [
            ("VERIFIED", True, daily),
            ("VERIFIED", True, daily),
            ("FAILING", True, hourly),
            ("FAILING", True, hourly),
            ("UNVERIFIED", False, dt.timedelta(seconds=120)),
            ("VERIFIED", True, daily),
        ]
        verbs = AuditEntry.objects.filter(subject=domain.public_id).order_by("id").values_list("verb", flat=True)
        assert [verb.partition(".")[2] for verb in verbs] == ["verify", "doubt", "end", "verify"]

    def test_that_fail_are_a_case_until_the_proof_is_found_again(self, acme, api):
        claim(api)
        found(BANK, acme)
        assert cases() == []

        domain = found(BANK, acme, problem="https: status 404")
        [case] = cases()
        assert (case.subject, case.platform_id) == (domain.public_id, acme.platform.id)
        assert case.cause == f"{BANK} is not shown to be the platform's own any more: https: status 404."
        found(BANK, acme, days=8, problem="https: status 404")
        assert cases() == [case], "also once it has ended"

        found(BANK, acme, days=8)
        assert cases() == []

    def test_of_a_domain_that_was_left_unverified_end(self, acme, api):
        claim(api)
        claim(api, OTHER_BANK)

        assert found(BANK, acme, problem="gone").next_check_at is None
        assert found(OTHER_BANK, acme, problem="gone").next_check_at is not None

    def test_are_asked_for_by_the_scheduler(self, api, website):
        from tests.support.processes.schedule import QUESTIONS, is_asked_for

        UmaDomain.objects.update(next_check_at=None)
        assert "payments.verify_uma_domains" in QUESTIONS
        assert not is_asked_for("payments.verify_uma_domains")
        claim(api)
        assert is_asked_for("payments.verify_uma_domains")
        assert tasks.verify_uma_domains() == 1
        assert not is_asked_for("payments.verify_uma_domains")
        assert tasks.verify_uma_domains() == 0

    def test_make_forget_whose_keys_signed_before(self, acme, api, settings):
        with institutions.served(BANK, settings):
            keys.of_domain(BANK, environment="SANDBOX", now=clock.real_now())
        assert UmaCounterpartyKeys.objects.filter(domain=f"sandbox:{BANK}").exists()

        claim(api)
        found(BANK, acme)

        assert not UmaCounterpartyKeys.objects.filter(domain=f"sandbox:{BANK}").exists()

    def test_begin_with_grace_for_domains_that_stood_before(self, acme, api, rival, settings):
        UmaDomain.objects.all().delete()
        type(rival.platform).objects.filter(id=rival.platform.id).update(uma_domain=f"r.{settings.SANDBOX_UMA_DOMAIN}")

        importlib.import_module("platforms.migrations.0004_uma_domains").note_domains(apps, None)

        now = clock.real_now()
        before = UmaDomain.objects.get(platform=acme.platform)
        assert (before.state, before.subdomain) == ("FAILING", acme.platform.proxy_uma_subdomain)
        assert abs(before.failing_since - now) < dt.timedelta(minutes=10)
        assert before.next_check_at <= now
        assert UmaDomain.objects.get(platform=rival.platform).state == "VERIFIED"
        assert cases() == []

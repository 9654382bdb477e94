"""Domains in the two environments, and of platforms that go on to another one."""

import pytest

from payments.uma import messages
from payments.uma.directory import counterparties
from payments.uma.protocol import hosts, keys
from platforms.base import clock
from tests.conftest import Api
from tests.payments.uma.owning import BANK, claim, found, owner
from tests.support.uma import institutions

pytestmark = pytest.mark.django_db
KEYS = "/.well-known/lnurlpubkey"


class TestTheTwoEnvironments:
    @pytest.fixture
    def both(self, acme, api, production):
        """A domain that platforms of both own: one leads its web server here, the other has a TXT record."""
        claim(api)
        claim(Api(production.client_id, production.client_secret))
        found(BANK, acme)
        found(BANK, production)
        return acme.platform.id, production.platform.id

    def test_have_names_of_their_own(self, both, web):
        sandbox, production = both
        now = clock.real_now()

        assert owner(BANK, environment="SANDBOX") == sandbox
        assert owner(BANK, environment="PRODUCTION") == production
        seen = {each: keys.of_domain(BANK, environment=each, now=now).signing_key for each in ("SANDBOX", "PRODUCTION")}
        assert seen["SANDBOX"] != seen["PRODUCTION"]
        # Somebody outside finds the real one.
        outside = messages.read_public_keys(web.get(KEYS, headers={"Host": BANK}).content, now=now)
        assert outside.signing_key == seen["PRODUCTION"]

    def test_a_sandbox_platform_changes_nothing_for_production(self, acme, api, production, settings):
        claim(api)
        found(BANK, acme)
        with institutions.served(BANK, settings) as bank:
            seen = keys.of_domain(BANK, environment="PRODUCTION", now=clock.real_now())

            assert bank.asked == 1, "production asks the world"
            assert seen.signing_key == bank.keys.signing_key
        counterparties.require_allowed(environment="PRODUCTION", domain=BANK)

    def test_play_money_never_meets_real_money(self, production, settings):
        for environment, domain in (
            ("PRODUCTION", settings.SANDBOX_UMA_DOMAIN),
            ("PRODUCTION", f"shop.{settings.SANDBOX_UMA_DOMAIN}"),
            ("SANDBOX", production.platform.uma_domain),
        ):
            with pytest.raises(counterparties.CounterpartyNotAllowed):
                counterparties.require_allowed(environment=environment, domain=domain)


class TestAChangeOfTheDomain:
    def test_leaves_addresses_where_they_are_as_long_as_the_former_domain_is_owned(self, acme, api, rival_api):
        former = acme.platform.uma_domain
        ada = api.customer("Ada Lovelace", umaAddress=f"$ada@{former}")
        rita = rival_api.customer("Rita Rival")
        claim(api)
        found(BANK, acme)

        def paid():
            return rival_api.get(f"/receiver/uma/$ada@{former}", customerId=rita).status_code

        def pays():
            path = f"/receiver/uma/$success.usd@{hosts.counterpart().domain}"
            reply = api.get(path, customerId=ada)
            return reply.status_code, reply.json().get("code")

        assert api.get(f"/customers/{ada}").json()["umaAddress"] == f"$ada@{former}"
        assert (paid(), pays()) == (200, (200, None))

        found(former, acme, problem="gone")
        found(former, acme, days=8, problem="gone")

        assert paid() != 200
        assert pays() == (400, "INVALID_UMA_ADDRESS")
        moved = api.patch(f"/customers/{ada}", {"customerType": "INDIVIDUAL", "umaAddress": f"$ada@{BANK}"})
        assert (moved.status_code, pays()) == (200, (200, None))

    def test_gives_nobody_the_name_to_which_its_web_server_leads(self, acme, api, rival, rival_api):
        before = acme.platform.proxy_uma_subdomain
        claim(api)
        found(acme.platform.uma_domain, acme, problem="gone")
        found(acme.platform.uma_domain, acme, days=8, problem="gone")

        config = claim(rival_api, acme.platform.uma_domain)

        assert config["proxyUmaSubdomain"] != before
        assert config["proxyUmaSubdomain"].startswith(f"{before}-")

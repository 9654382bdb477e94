"""Tests of what the page about adding things adds: run by `test_adding.py`, in a copy of the code that has it.

Types are checked without it.
"""

import datetime as dt

import pytest

from invitations.tasks import forget_cancelled  # type: ignore[attr-defined]
from payments.directory import institutions
from payments.ledger import check
from payments.models import Transaction
from platforms.models import Platform
from tests.conftest import Api
from tests.support import api_document, factories, patience
from tests.support.compliance import screening_lists
from tests.support.payments import hosts
from tests.support.payments.account_examples import EXAMPLES
from tests.support.payments.arrivals import arrive
from tests.support.processes.schedule import EVERY, is_asked_for
from tests.support.servers.webhook_receiver import Receiver
from webhooks import tasks

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_customer_has_an_account_in_the_new_currency_and_is_paid_from_it(worker):
    tenant = factories.tenant("kiwis", currencies=["NZD"])
    api = Api(tenant.client_id, tenant.client_secret)
    customer = api.customer()
    [shown] = api.get("/customers/internal-accounts", customerId=customer, currency="NZD").json()["data"]
    [way] = shown["fundingPaymentInstructions"]
    api.fund(shown["id"], 100_00)

    sent = api.transfer_out(shown["id"], api.external_account(customer, EXAMPLES["NZD_ACCOUNT"][1], "NZD"), 25_00)
    worker.run()

    assert way["accountOrWalletInfo"]["accountType"] == "NZD_ACCOUNT"
    assert shown["balance"]["currency"] == {"code": "NZD", "name": "New Zealand Dollar", "symbol": "NZ$", "decimals": 2}
    assert api.get(f"/transactions/{sent.json()['id']}").json()["status"] == "COMPLETED"
    assert factories.balance_of(shown["id"]) == 75_00
    assert list(check.find()) == []


def test_both_types_of_a_currency_are_ways_to_pay_in_and_to_list_institutions_of(tmp_path):
    tenant = factories.tenant("manila", currencies=["PHP"])
    api = Api(tenant.client_id, tenant.client_secret)
    [shown] = api.get("/platform/internal-accounts", currency="PHP").json()["data"]
    file = tmp_path / "institutions.csv"
    file.write_text(institutions.FILE.read_text() + "PH,PHP,MOBILE_MONEY,Toy Pay,Toy Pay,MOBILE_MONEY,Register\n")

    ways = [each["accountOrWalletInfo"]["accountType"] for each in shown["fundingPaymentInstructions"]]
    assert sorted(ways) == ["PHP_ACCOUNT", "PHP_MOBILE_MONEY"]
    assert institutions.read(file)[-1].bank_name == "Toy Pay"


def test_the_rail_moves_money_of_production(worker):
    live = factories.tenant("live", environment="PRODUCTION", currencies=["NZD"])
    api = Api(live.client_id, live.client_secret)
    source = api.internal_account(None, "NZD")
    arrive(live.platform, named=source, currency="NZD")
    # Without a list to compare payees with nobody is paid.
    screening_lists.load(screening_lists.xml())
    given = {"currency": "NZD", "accountInfo": EXAMPLES["NZD_ACCOUNT"][1]}
    to = api.post("/platform/external-accounts", given).json()["id"]

    sent = api.transfer_out(source, to, 25_00).json()["id"]

    def is_settled():
        worker.run()
        return api.get(f"/transactions/{sent}").json()["status"] == "COMPLETED"

    patience.until(is_settled)
    key = sent.partition(":")[2]
    assert Transaction.objects.get(id=key).provider_reference == f"NZ-{key}"
    assert factories.balance_of(source) == 75_00
    assert list(check.find()) == []


def test_the_event_is_delivered(api, settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    with Receiver() as endpoint:
        api.patch("/config", {"webhookEndpoint": endpoint.url})
        invitation = hosts.invite(api, hosts.address(api, api.customer()))
        cancelled = hosts.cancel(api, invitation["code"]).json()
        tasks.deliver_due_events()
        told = [request.json for request in endpoint.received if request.json["type"] == "INVITATION.CANCELLED"]

    assert [each["data"] for each in told] == [cancelled]


def test_the_job_is_sent_while_there_is_work_and_may_do_it(api):
    invitation = hosts.invite(api, hosts.address(api, api.customer()))
    assert not is_asked_for("invitations.forget_cancelled")

    hosts.cancel(api, invitation["code"])
    assert is_asked_for("invitations.forget_cancelled")
    assert forget_cancelled() == 1

    assert EVERY["invitations.forget_cancelled"] == 24 * 3600
    assert not is_asked_for("invitations.forget_cancelled")
    assert api.get(f"/invitations/{invitation['code']}").status_code == 404


def test_the_endpoint_tells_the_platform_s_time(api, acme):
    assert api.post("/sandbox/clock/advance", {"seconds": 86_400}).status_code == 200
    platform = Platform.objects.get(id=acme.platform.id)
    before = platform.now().replace(microsecond=0)

    told = dt.datetime.fromisoformat(api.get("/config/clock").json()["now"])

    assert before <= told <= platform.now()


def test_the_document_shows_them():
    schemas = api_document.generated()["components"]["schemas"]

    assert {"NZD_ACCOUNT", "PHP_MOBILE_MONEY"} <= set(schemas["ExternalAccountInfo"]["discriminator"]["mapping"])
    assert "INVITATION.CANCELLED" in schemas["InvitationClaimedWebhookType"]["enum"]

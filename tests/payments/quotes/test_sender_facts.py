"""What a currency requires to be known about the sender, and who can say it."""

import pytest

from payments.models import Quote
from tests.support import factories
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db


@pytest.fixture
def require(api):
    """Return a function that makes facts mandatory for payments in pesos."""

    def change(*names: str, mandatory: bool = True) -> None:
        fields = [{"name": name, "mandatory": mandatory} for name in names]
        quote_requests.change_currency(api, "MXN", requiredCounterpartyFields=fields)

    return change


def test_missing_facts_are_named_all_at_once(require, ask, traces):
    require("TAX_ID", "EMAIL", "FULL_NAME", "PHONE_NUMBER", "PURPOSE_OF_PAYMENT")
    before = traces()

    reply = ask()

    assert quote_requests.code_of(reply) == (400, "MISSING_MANDATORY_USER_INFO")
    assert [error["field"] for error in reply.json()["details"]["errors"]] == [
        "senderCustomerInfo.TAX_ID",
        "senderCustomerInfo.EMAIL",
        "senderCustomerInfo.PHONE_NUMBER",
        "senderCustomerInfo.PURPOSE_OF_PAYMENT",
    ]
    assert traces() == before


def test_the_customers_record_says_what_it_holds(require, ask):
    require("FULL_NAME", "BIRTH_DATE", "NATIONALITY", "COUNTRY_OF_RESIDENCE", "POSTAL_ADDRESS", "USER_TYPE")

    assert ask().status_code == 201


def test_a_record_that_lacks_a_fact_does_not_say_it(api, require, pesos):
    require("BIRTH_DATE", "NATIONALITY")
    details = factories.individual("Carol Approved")
    del details["birthDate"], details["nationality"]
    account = api.internal_account(api.post("/customers", details).json()["id"])

    reply = quote_requests.quote(api, account, pesos)

    assert quote_requests.fields_of(reply) == ["senderCustomerInfo.BIRTH_DATE", "senderCustomerInfo.NATIONALITY"]


def test_the_platform_may_say_it_with_the_quote(require, ask):
    require("TAX_ID", "EMAIL")

    reply = ask(senderCustomerInfo={"TAX_ID": "X-17", "EMAIL": "ada@example.com"})

    assert reply.status_code == 201
    assert Quote.objects.get().sender_information == {"TAX_ID": "X-17", "EMAIL": "ada@example.com"}
    assert "X-17" not in reply.content.decode()


@pytest.mark.parametrize("empty", ["", "   "])
def test_nothing_said_is_not_enough(require, ask, empty):
    require("TAX_ID")

    assert quote_requests.fields_of(ask(senderCustomerInfo={"TAX_ID": empty})) == ["senderCustomerInfo.TAX_ID"]


def test_the_purpose_may_be_said_in_its_own_field(require, ask):
    require("PURPOSE_OF_PAYMENT")

    assert ask().status_code == 400
    assert ask(purposeOfPayment="EDUCATION").status_code == 201
    assert ask(senderCustomerInfo={"PURPOSE_OF_PAYMENT": "EDUCATION"}).status_code == 201
    assert {quote.purpose for quote in Quote.objects.all()} == {"EDUCATION", ""}


def test_facts_that_are_not_mandatory_may_be_missing(require, ask):
    require("TAX_ID", mandatory=False)

    assert ask().status_code == 201


def test_what_the_sending_currency_requires_does_not_matter(api, ask):
    quote_requests.change_currency(api, "USD", requiredCounterpartyFields=[{"name": "TAX_ID", "mandatory": True}])

    assert ask().status_code == 201


def test_the_platform_as_the_payer_says_everything_itself(api, require, pesos):
    require("FULL_NAME")
    own = api.internal_account(None)

    for source in (own, quote_requests.realtime("USD")):
        assert quote_requests.fields_of(quote_requests.quote(api, source, pesos)) == ["senderCustomerInfo.FULL_NAME"]
        assert quote_requests.quote(api, source, pesos, senderCustomerInfo={"FULL_NAME": "Acme Ltd"}).status_code == 201


def test_a_holder_of_an_external_source_is_asked_like_any_other(api, require, alice, pesos):
    require("FULL_NAME", "TAX_ID")

    reply = quote_requests.quote(api, api.external_account(alice, factories.usd_account()), pesos)

    assert quote_requests.fields_of(reply) == ["senderCustomerInfo.TAX_ID"]

"""What public clients do by habit is understood, and what is refused is said in the message, which many show alone."""

import pytest

from tests.support import factories
from tests.support.payments import account_examples, quote_requests

pytestmark = pytest.mark.django_db

_ADDRESS = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B"


def wallet(api, customer, account_type="BASE_WALLET", **more):
    info = {"accountType": account_type, "address": _ADDRESS}
    return api.post(
        "/customers/external-accounts", {"currency": "USDC", "accountInfo": info, "customerId": customer} | more
    )


class TestNetworks:
    """One vocabulary wherever `cryptoNetwork` is taken."""

    @pytest.mark.parametrize("name", ["BASE", "BASE_MAINNET", "base_mainnet", "BASE_SEPOLIA", "BASE_TESTNET"])
    def test_a_network_has_its_names_everywhere(self, api, alice, name):
        stored = wallet(api, alice, cryptoNetwork=name)
        account = api.internal_account(alice, "USDC")
        body = {"internalAccountId": account, "currency": "USDC", "amount": 10**9, "destinationAddress": _ADDRESS}
        estimated = api.post("/crypto/estimate-withdrawal-fee", body | {"cryptoNetwork": name})
        dollars = api.external_account(alice)
        quoted = quote_requests.quote(
            api, quote_requests.realtime("USDC", alice, cryptoNetwork=name), dollars, amount=10**6
        )

        assert (stored.status_code, stored.json()["cryptoNetwork"]) == (201, name)
        assert (estimated.status_code, quoted.status_code) == (200, 201)
        [way] = quoted.json()["paymentInstructions"]
        assert way["accountOrWalletInfo"]["accountType"] == "BASE_WALLET"

    @pytest.mark.parametrize("name", ["NONSENSE_NET", "BASE_NONSENSE", "SOLANA", "SOLANA_MAINNET", "MAINNET", "_"])
    def test_another_network_than_the_wallet_s_is_refused(self, api, alice, name):
        reply = wallet(api, alice, cryptoNetwork=name)

        assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
        assert reply.json()["message"].startswith("cryptoNetwork: ")

    def test_a_bank_account_is_on_no_network(self, api, alice):
        body = {"currency": "USD", "accountInfo": factories.usd_account(), "customerId": alice}

        assert api.post("/customers/external-accounts", body | {"cryptoNetwork": "BASE"}).status_code == 400

    def test_one_address_on_two_networks_is_two_accounts(self, api, alice):
        first, second = wallet(api, alice, "BASE_WALLET"), wallet(api, alice, "POLYGON_WALLET")
        again = wallet(api, alice, "BASE_WALLET")

        assert (first.status_code, second.status_code) == (201, 201)
        assert (again.status_code, again.json()["code"]) == (409, "EXTERNAL_ACCOUNT_EXISTS")


@pytest.mark.parametrize("named", ["EUR,MXN", "MXN,EUR"])
def test_a_list_in_a_query_may_have_commas(api, named):
    together = api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency=named)
    apart = api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency=named.split(","))

    assert together.json() == apart.json()
    assert together.status_code == 200
    assert {row["destinationCurrency"]["code"] for row in together.json()["data"]} == {"EUR", "MXN"}


@pytest.mark.parametrize(
    "path",
    [
        "/discoveries",
        "/exchange-rates",
        "/platform/internal-accounts",
        "/platform/external-accounts",
        "/webhook-endpoints",
        "/webhook-secrets",
    ],
)
def test_a_list_that_comes_whole_knows_what_paged_lists_know(api, path):
    whole = api.get(path)

    assert api.get(path, limit="1", cursor="x").json() == whole.json()
    assert whole.status_code == 200
    assert api.get(path, limit="0").status_code == 400


def test_a_change_without_a_type_is_of_the_customer_s_own(api, alice):
    changed = api.patch(f"/customers/{alice}", {"nationality": "MX"})
    other = api.patch(f"/customers/{alice}", {"customerType": "BUSINESS"})
    absent = api.patch("/customers/Customer:01a20000-0000-7000-8000-000000000000", {"nationality": "MX"})

    assert (changed.status_code, changed.json()["nationality"]) == (200, "MX")
    assert (other.status_code, absent.status_code) == (400, 404)


@pytest.mark.parametrize(
    "path", ["/customers", "/customers/internal-accounts", "/platform/internal-accounts", "/discoveries"]
)
def test_a_currency_to_filter_by_is_one_of_the_service_in_any_case(api, path):
    assert api.get(path, currency="usd").json() == api.get(path, currency="USD").json()
    refused = api.get(path, currency="XXX")

    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_CURRENCY")
    assert refused.json()["message"] == "currency: must be a currency of the service, such as USD"


class TestMessages:
    """A message names the field that is wrong."""

    def test_one_wrong_field_with_its_reason(self, api, alice):
        _, info = account_examples.EXAMPLES["MXN_ACCOUNT"]
        body = {"currency": "MXN", "accountInfo": info | {"clabeNumber": "1"}, "customerId": alice}

        reply = api.post("/customers/external-accounts", body)

        assert reply.json()["message"] == "accountInfo.clabeNumber: must be 18 digits"

    def test_several_by_their_names(self, api):
        reply = api.post("/transfer-out", {})

        assert reply.json()["message"] == "The request has invalid fields: source, destination, amount."

    def test_no_more_than_a_line(self, api):
        wrong = {f"x{number}": "1" for number in range(30)}

        message = api.get("/customers", **wrong).json()["message"]

        assert message.endswith("x9 and 20 more.")
        assert len(message) < 200

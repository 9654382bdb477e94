"""What is put into requests made from the document, so that they come further than to the first look-up."""

from collections.abc import Mapping
from typing import Any

from schemathesis.transport.serialization import Binary

from payments.account_types import networks
from platforms.base import countries, names
from tests.support import factories
from tests.support.compliance import bulk_files
from tests.support.payments import account_examples

_KNOWN = {
    "customerId": "customer_id",
    "documentHolder": "customer_id",
    "involving": "customer_id",
    "/beneficial-owners.customerId": "business",
    "inviterUma": "address",
    "receiverUmaAddress": "address",
    "senderUmaAddress": "address",
    "/sandbox/uma/receive.senderUmaAddress": "receiver_uma_address",
    "/sandbox/send.quoteId": "unpaid_quote_id",
    "/quotes.lookupId": "lookup_id",
    "/quotes.source.accountId": "internal",
    "/quotes.destination.accountId": "external",
    "/quotes.destination.umaAddress": "receiver_uma_address",
    "/transfer-in.source.accountId": "external",
    "/transfer-in.destination.accountId": "internal",
    "/transfer-out.source.accountId": "internal",
    "/transfer-out.destination.accountId": "external",
    "/transfers/batch.transfers.source.accountId": "internal",
    "/transfers/batch.transfers.destination.accountId": "external",
    "inviteeUma": "invitee",
    "/sandbox/outcomes.for.accountId": "external",
}
"""Field, or operation and field → the name of what exists."""
_FIXED: Mapping[str, Any] = {
    # Of the accounts above.
    "/transfer-in.currency": "USD",
    "/transfer-in.source.currency": "USD",
    "/transfer-in.destination.currency": "USD",
    "/transfer-out.currency": "USD",
    "/transfer-out.source.currency": "USD",
    "/transfer-out.destination.currency": "USD",
    "/transfers/batch.transfers.currency": "USD",
    "/transfers/batch.transfers.source.currency": "USD",
    "/transfers/batch.transfers.destination.currency": "USD",
    "/quotes.source.currency": "USD",
    "/quotes.destination.currency": "USD",
    "/quotes.destination.paymentRail": "ACH",
    "/sandbox/send.currencyCode": "USD",
    # Of the platform, with each list of currencies that a request gives it.
    "/config.feeConfigs.currency": "USD",
    "sourceCurrency": "USD",
    "/sandbox/uma/receive.receivingCurrencyCode": "USD",
    # Days and moments that are right today.
    "birthDate": "1990-02-28",
    "incorporatedOn": "2018-03-14",
    "expiresAt": "2199-01-01T00:00:00Z",
    # Reading a picture takes a process and a fifth of a second.
    "file": Binary(b"no picture"),
    "/customers/bulk/csv.file": Binary(bulk_files.people(1)),
    # Any number is right.
    "idType": "NON_US_TAX_ID",
    "countryOfIssuance": "GB",
}
"""Field, or operation and field → a value that fits its neighbours."""
_NAMES = {"fullName", "legalName", "firstName", "middleName", "lastName", "doingBusinessAs"}
_IN_CHECK = {
    *("accountNumber", "address", "bankCode", "bankName", "iban", "lightningAddress", "phoneNumber", "pixKey"),
    *("pixKeyType", "region", "routingNumber", "sortCode", "swiftCode", "taxId"),
}
"""What has check digits, is in a directory, or fits its neighbour."""
_WITHDRAWAL = {"BTC": "SPARK", "USDB": "SPARK", "USDC": "BASE", "USDT": "TRON"}


def lacks_what_may_be_lacking(value: Any) -> bool:
    """Tell whether a body lacks a field that the document requires and the service does not always.

    A postal code, where addresses have none; one of the two names of a person with one name.
    """
    if isinstance(value, list):
        return any(map(lacks_what_may_be_lacking, value))
    if not isinstance(value, dict):
        return False
    has_no_code = value.get("country") in tuple(countries.WITHOUT_POSTAL_CODES) and not value.get("postalCode")
    names_given = [bool(value.get(name)) for name in ("firstName", "lastName")]
    is_part = has_no_code or ("identifier" in value and names_given.count(True) == 1)
    return is_part or any(map(lacks_what_may_be_lacking, value.values()))


def filled(fields: Mapping[str, Any], known: Mapping[str, str], path: str) -> dict[str, Any]:
    """Return the fields of an object with what is known; `path`: the operation's, and where in its body it stands."""
    # It comes from a reply.
    found = {name: _value(value, known, f"{path}.{name}") for name, value in fields.items() if name != "cursor"}
    if "accountInfo" in found:
        _tie_account(found)
    if path == "/crypto/estimate-withdrawal-fee":
        network = _WITHDRAWAL[found["currency"]]
        address = account_examples.EXAMPLES[networks.NETWORKS[network].code][1]["address"]
        account = known["btc" if found["currency"] == "BTC" else "usdc"]
        found |= {"cryptoNetwork": network, "destinationAddress": address, "internalAccountId": account}
    if path == "/quotes" and found.get("destination", {}).get("destinationType") == "ACCOUNT":
        found.pop("lookupId", None)
    return found


def _value(value: Any, known: Mapping[str, str], path: str) -> Any:
    name = path.rpartition(".")[2]
    if isinstance(value, dict):
        return filled(value, known, path)
    if isinstance(value, list):
        return _list(value, known, path)
    values = {key: known[of] for key, of in _KNOWN.items()} | dict(_FIXED)
    found = values.get(path, values.get(name, value))
    if found is value and name == "umaAddress" and "@" in value:
        found = f"{value.partition('@')[0]}@{known['address'].partition('@')[2]}"
    if name in _NAMES:
        seen = "".join(character for character in value if not names.problem(f"A{character}"))
        found = f"A{seen}"[: len(value)]
    return found


def _list(items: list[Any], known: Mapping[str, str], path: str) -> list[Any]:
    """Fill the items, each once; currencies are those of the platform."""
    name = path.rpartition(".")[2]
    if name == "supportedCurrencies":
        return [_limits(item, code) for item, code in zip(items, factories.CURRENCIES, strict=False)]
    if path.endswith("spendingLimits.currencies"):
        return [item | {"currency": code} for item, code in zip(items, factories.CURRENCIES, strict=False)]
    if name in {"currencies", "destinationCurrency"}:
        return list(factories.CURRENCIES)[: len(items)]
    return list({str(item): _value(item, known, path) for item in items}.values())


def _limits(currency: dict[str, Any], code: str) -> dict[str, Any]:
    """Make a currency one that the platform has: money lies in the first one, which can't be dropped."""
    least, most = sorted((currency["minAmount"], currency["maxAmount"]))
    return currency | {"currencyCode": code, "minAmount": least, "maxAmount": most}


def _tie_account(body: dict[str, Any]) -> None:
    """Make the currency that of the account type, and take from an account that is right what can't be made up."""
    info = body["accountInfo"]
    body["currency"], example = account_examples.EXAMPLES[info["accountType"]]
    info |= {name: example[name] for name in _IN_CHECK & info.keys() & example.keys()}
    if body.pop("cryptoNetwork", None) and (network := networks.of_account_type(info["accountType"])):
        body["cryptoNetwork"] = network
    if "lightningAddress" in example:
        for name in ("invoice", "bolt12"):
            info.pop(name, None)
        info |= example

"""What must hold after the story: one line a check, by name. Each takes the story's facts and says whether it holds."""

from collections.abc import Callable
from typing import Any

from payments.providers.lightning_node import hash_of
from tests.foreign.story import Facts, refusal

Check = Callable[[Facts], Any]


def _codes(reply: dict[str, Any]) -> list[str]:
    return [entry["currency"]["code"] for entry in reply["supportedCurrencies"]]


def _fields(reply: dict[str, Any]) -> dict[str, bool]:
    return {entry["name"]: entry["mandatory"] for entry in reply["requiredPayerDataFields"]}


KEYS_AND_VERSIONS: dict[str, Check] = {
    "its signing key is read": lambda f: f.keys.signing_key == f.foreign.signing_key,
    "its encryption key is read": lambda f: f.keys.encryption_key == f.foreign.encryption_key,
    "its keys end when it says": lambda f: f.keys.expires_at is not None,
    "our keys are read": lambda f: f.learned == {},
    "our versions are told": lambda f: f.configuration == {"uma_major_versions": [1]},
}
LOOKED_UP: dict[str, Check] = {
    "its receiver is found": lambda f: f.status_carol == (200, ""),
    "currencies come in its order": lambda f: _codes(f.lookup_carol) == ["EUR", "USD"],
    "and in another's": lambda f: _codes(f.lookup_dana) == ["USD", "EUR"],
    "its bounds are kept": lambda f: f.lookup_carol["supportedCurrencies"][0]["max"] == 10_000_000,
    "what it must know is named": lambda f: _fields(f.lookup_carol)["FULL_NAME"] is True,
    "what it may be told is named": lambda f: _fields(f.lookup_carol)["BIRTH_DATE"] is False,
    "satoshis are bitcoin": lambda f: _codes(f.lookup_sam) == ["BTC"],
    "their bounds are satoshis": lambda f: f.lookup_sam["supportedCurrencies"][0]["max"] == 100_000_000,
    "unknown currencies alone are refused": lambda f: f.status_gus == (400, "INVALID_CURRENCY"),
    "nobody there is nobody": lambda f: f.status_nobody == (404, "USER_NOT_FOUND"),
    "it hears that the travel rule applies": lambda f: f.told["isSubjectToTravelRule"] is True,
}
PAID_THERE: dict[str, Check] = {
    "a quote locks what is sent": lambda f: f.sent["totalSendingAmount"] == 100_00,
    "and says what is received": lambda f: f.sent["totalReceivingAmount"] == 83_33,
    "in the currency asked for": lambda f: f.sent_asked["convert"] == "EUR",
    "millisatoshis are asked for": lambda f: f.sent_asked["amount"] == "125000000",
    "it is told the name": lambda f: f.sent_asked["payerData"]["name"] == "Alice Approved",
    "it opens the travel rule": lambda f: f.sent_asked["travelRule"]["FULL_NAME"] == "Alice Approved",
    "with the address": lambda f: f.sent_asked["travelRule"]["ACCOUNT_IDENTIFIER"] == f.address,
    "the comment arrives": lambda f: f.sent_asked["comment"] == "Zoë & Søn <thanks>",
    "who is paid is told": lambda f: f.sent["counterpartyInformation"] == {"FULL_NAME": "Carol Foreign"},
    "its hashes name their pay requests": lambda f: f.unnamed == 0,
    "its node has signed": lambda f: f.invoice.payee == f.foreign.node_id,
    "the payment completes": lambda f: f.sent_payment["status"] == "COMPLETED",
    "the proof is kept": lambda f: hash_of(bytes.fromhex(f.sent_session.preimage)).hex() == f.sent_session.payment_hash,
    "the customer has paid": lambda f: f.sent_spent == 100_00,
    "the books have it": lambda f: f.sent_entries == ["PAYOUT_SETTLED", "QUOTE_EXECUTED"],
    "its node has the money": lambda f: f.paid == 1,
    "it hears of it": lambda f: [said["vaspDomain"] for said in f.heard] == [f.domain],
    "it may call back": lambda f: f.called_back.status_code == 200,
    "but once": lambda f: refusal(f.called_back_again)[1] == "INVALID_NONCE",
    "a quote locks what is received": lambda f: f.received["totalReceivingAmount"] == 83_34,
    "its currency is asked for": lambda f: f.received_asked["amount"] == "8334.EUR",
    "no currency is its first": lambda f: f.preferred["receivingCurrency"]["code"] == "USD",
    "satoshis are asked for by name": lambda f: f.satoshis_asked["convert"] == "SAT",
    "and arrive as bitcoin": lambda f: (
        (f.satoshis["totalReceivingAmount"], f.satoshis_payment["status"]) == (125_000, "COMPLETED")
    ),
}
PAID_HERE: dict[str, Check] = {
    "our receiver is found, and it verifies who says so": lambda f: f.read["compliance"]["kycStatus"] == "VERIFIED",
    "in version 1.0": lambda f: f.read["umaVersion"] == "1.0",
    "a lookup is answered once": lambda f: refusal(f.asked_twice)[1] == "INVALID_NONCE",
    "a forged lookup is not": lambda f: refusal(f.asked_falsely)[1] == "INVALID_SIGNATURE",
    "nobody here is nobody": lambda f: refusal(f.asked_in_vain) == (404, "USER_NOT_FOUND"),
    "version 2 is refused": lambda f: (
        (f.asked_newer.status_code, f.asked_newer.json()["supportedMajorVersions"]) == (412, [1])
    ),
    "version 0 is refused": lambda f: refusal(f.asked_older) == (412, "UNSUPPORTED_UMA_VERSION"),
    "it verifies what is promised": lambda f: (
        (f.promise["converted"]["amount"], f.promise["converted"]["currencyCode"]) == (10_00, "USD")
    ),
    "the invoice asks for it": lambda f: f.promise["invoice"]["msat"] == 10_00 * f.promise["converted"]["multiplier"],
    "the invoice names what it sent": lambda f: f.promise["invoice"]["descriptionHash"] == f.hash_expected,
    "a pay request is answered once": lambda f: refusal(f.promised_twice)[1] == "INVALID_NONCE",
    "a forged one is not": lambda f: refusal(f.forged)[1] == "INVALID_SIGNATURE",
    "millisatoshis can be fixed": lambda f: f.promise_in_msat["invoice"]["msat"] == 12_500_000,
    "the payment completes here": lambda f: (
        (f.incoming["status"], f.incoming["receivedAmount"]["amount"]) == ("COMPLETED", 10_00)
    ),
    "its travel rule is read": lambda f: f.incoming["counterpartyInformation"]["FULL_NAME"] == "Paula Foreign",
    "its word is heard, and ours": lambda f: (f.word.status_code, len(f.incoming_heard)) == (200, 1),
}
CHECKS = {
    f"{part}: {name}": check
    for part, checks in (
        ("keys and versions", KEYS_AND_VERSIONS),
        ("looked up there", LOOKED_UP),
        ("paid there", PAID_THERE),
        ("paid here", PAID_HERE),
    )
    for name, check in checks.items()
}

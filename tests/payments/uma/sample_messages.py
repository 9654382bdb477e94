"""Messages of two institutions, made by our own code: what tests change, misuse and compare."""

import datetime as dt
import functools
import uuid
from decimal import Decimal
from typing import Any

from payments.uma import messages
from tests.support.uma.institutions import Institution

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
PAYER, PAYEE = "$ann@payer.example", "$bob@payee.example"
CENT = messages.Currency("USD", "US Dollar", "$", 2, Decimal("12500.25"), 1, 10**9)


@functools.cache
def payer() -> Institution:
    return Institution("payer.example")


@functools.cache
def payee() -> Institution:
    return Institution("payee.example")


def lookup_query() -> str:
    url = messages.build_lookup_url(PAYEE, signer=payer().signer, is_subject_to_travel_rule=True, now=NOW)
    return url.partition("?")[2]


def lookup_request() -> messages.LookupRequest:
    found = messages.read_lookup_request(receiver=PAYEE, query=lookup_query())
    assert found is not None
    return found


def lookup_reply(**changes: Any) -> bytes:
    facts: dict[str, Any] = {
        "signer": payee().signer,
        "callback": f"https://service.example/uma/payreq/{uuid.UUID(int=7)}",
        "metadata": messages.build_metadata(PAYEE),
        "min_sendable_msat": 1000,
        "max_sendable_msat": 10**12,
        "currencies": [CENT],
        "required_payer_data": {"FULL_NAME": True, "EMAIL": False},
        "kyc_status": messages.KycStatus.VERIFIED,
        "is_subject_to_travel_rule": True,
        "comment_limit": 100,
        "now": NOW,
    }
    return messages.build_lookup_reply(lookup_request(), **(facts | changes))


def pay_request(**changes: Any) -> messages.BuiltPayRequest:
    facts: dict[str, Any] = {
        "payer": PAYER,
        "payer_data": {"FULL_NAME": "Ann Payer", "BIRTH_DATE": "1990-01-31"},
        "payer_kyc_status": messages.KycStatus.VERIFIED,
        "amount": 1_000,
        "is_amount_in_msat": False,
        "receiving_currency": "USD",
        "requested_payee_data": {"FULL_NAME": True},
        "utxo_callback": "https://payer.example/uma/callback/1",
        "travel_rule": '{"FULL_NAME":"Ann Payer"}',
        "receiver_keys": payee().keys,
        "signer": payer().signer,
        "now": NOW,
        "comment": "for lunch",
    }
    return messages.build_pay_request(**(facts | changes))


def pay_reply(**changes: Any) -> bytes:
    facts: dict[str, Any] = {
        "payee": PAYEE,
        "payee_data": {"FULL_NAME": "Bob Payee"},
        "invoice": "lnbcrt125m1something",
        "amount": 1_000,
        "currency": "USD",
        "decimals": 2,
        "multiplier": CENT.multiplier,
        "fee_msat": 500,
        "utxo_callback": "https://payee.example/uma/callback/1",
        "signer": payee().signer,
        "now": NOW,
    }
    return messages.build_pay_reply(messages.read_pay_request(pay_request().body), **(facts | changes))


def callback(**changes: Any) -> bytes:
    facts: dict[str, Any] = {
        "status": messages.CallbackStatus.COMPLETED,
        "signer": payer().signer,
        "now": NOW,
    }
    return messages.build_callback(**(facts | changes))

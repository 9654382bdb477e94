"""GET /proofs/roots, and the proofs of payments and balances that lead to them."""

import datetime as dt

from django.db.models import F
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import queries
from payments.accounts import internal_accounts
from payments.proofs import proving
from payments.workflow.transactions import TransactionNotFound
from platforms.base import clock, identifiers
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import EndField, MomentField, PageQuery, Query

_BASE64 = "In base64."


class BalanceProofQuery(Query):
    """A moment."""

    at = EndField(
        required=False,
        help_text="The balance at the end of the last sealed day, in UTC, that was over by then. Left out: the last.",
    )


class _OfRoot(serializers.Serializer[Json]):
    number = serializers.IntegerField(help_text="The signed root that it leads to.")
    day = serializers.DateField(help_text="The day of that root, in UTC.")


class _Leaf(_OfRoot):
    index = serializers.IntegerField(help_text="Its place among the leaves of its tree, from 0.")
    salt = serializers.CharField(help_text=f"What its hash begins with, so that nobody finds it by trying. {_BASE64}")
    path = serializers.CharField(help_text=f"The nodes beside the way from its leaf to the root of its tree. {_BASE64}")


@extend_schema_serializer(component_name="EntryProofLine")
class LineRepresentation(serializers.Serializer[Json]):
    """One side of a journal entry."""

    side = serializers.ChoiceField(choices=["DEBIT", "CREDIT"], help_text="A credit adds to what a holder has.")
    amount = serializers.IntegerField(min_value=1, help_text="The amount, in the smallest unit of the currency.")
    currency = serializers.CharField(help_text="The currency.")
    account = serializers.CharField(
        help_text="The internal account, or the kind of an account that payments share, such as `PAYOUT_CLEARING`."
    )


@extend_schema_serializer(component_name="EntryProof")
class EntryProofRepresentation(_Leaf):
    """A journal entry of a payment, with the path to a signed root."""

    transactionId = serializers.CharField(help_text="The payment.")
    purpose = serializers.CharField(help_text="Why the money moved, such as `TRANSFER_OUT_SENT`.")
    time = MomentField(help_text="When it was booked, by the platform's clock.")
    lines = LineRepresentation(many=True, help_text="Its sides: debits and credits are equal in each currency.")


@extend_schema_serializer(component_name="TransactionProof")
class TransactionProofRepresentation(serializers.Serializer[Json]):
    """The proofs of a payment's journal entries."""

    transactionId = serializers.CharField(help_text="The payment.")
    entries = EntryProofRepresentation(many=True, help_text="A proof of each entry in a signed root, oldest first.")
    unsealedEntries = serializers.IntegerField(help_text="How many of its entries no signed root has yet.")


@extend_schema_serializer(component_name="BalanceProof")
class BalanceProofRepresentation(_Leaf):
    """An account's balance at the end of a day, with the path to a signed root."""

    accountId = serializers.CharField(help_text="The internal account.")
    currency = serializers.CharField(help_text="The currency.")
    balance = serializers.IntegerField(help_text="The balance, in the smallest unit of the currency.")
    lastEntryTime = MomentField(help_text="When the newest entry that the balance contains was booked.")


@extend_schema_serializer(component_name="RootSignature")
class SignatureRepresentation(serializers.Serializer[Json]):
    """A signature of a root."""

    publicKey = serializers.CharField(help_text=f"The key that checks it: Ed25519, 32 bytes. {_BASE64}")
    signature = serializers.CharField(help_text=f"The signature of the statement: Ed25519, 64 bytes. {_BASE64}")


@extend_schema_serializer(component_name="SignedRoot")
class RootRepresentation(_OfRoot):
    """The signed root of a day, the same for all platforms."""

    number = serializers.IntegerField(help_text="1, 2, 3 and so on without gaps.")
    day = serializers.DateField(help_text="The day, in UTC.")
    statement = serializers.CharField(help_text="What is signed: a text, whose lines say what the root binds.")
    digest = serializers.CharField(help_text="SHA-256 of the statement, in hexadecimal; the next statement names it.")
    signatures = SignatureRepresentation(many=True, help_text="One; two while a key follows another.")


@extend_schema_serializer(component_name="SignedTotal")
class TotalRepresentation(serializers.Serializer[Json]):
    """What the platform's accounts in one currency have, with the path to a signed root."""

    currency = serializers.CharField(help_text="The currency.")
    accounts = serializers.IntegerField(help_text="How many accounts there are: those with an entry.")
    total = serializers.IntegerField(help_text="What their balances add up to, in the smallest unit of the currency.")
    treeRoot = serializers.CharField(help_text="The root of the tree of their balances, in hexadecimal.")
    index = serializers.IntegerField(help_text="Its place among the totals, from 0.")
    salt = serializers.CharField(help_text=f"What its hash begins with. {_BASE64}")
    path = serializers.CharField(help_text=f"The nodes beside the way from it to the root of all totals. {_BASE64}")


@extend_schema_serializer(component_name="SignedRootWithTotals")
class RootWithTotalsRepresentation(RootRepresentation):
    """The signed root of a day, with the totals of the platform."""

    platformId = serializers.CharField(help_text="The platform.")
    totals = TotalRepresentation(many=True, help_text="One for each currency in which an account had an entry.")


@Endpoint(
    "GET",
    "transactions/<str:transaction_id>/proof",
    response=TransactionProofRepresentation,
    errors=("TRANSACTION_NOT_FOUND", "NOT_SEALED_YET", "RECORD_DAMAGED"),
)
def get_transaction_proof(call: Call, transaction_id: str) -> Json:
    """Prove the journal entries of a payment.

    Each entry that a signed root has, with the path to it; `/docs/verify_proof.py` checks it. A day is sealed soon
    after midnight UTC by real time, whatever the sandbox's clock says.

    Returns:
        The proofs.
    """
    payment = queries.transaction(platform_id=call.platform_id, key=identifiers.parse("Transaction", transaction_id))
    if payment is None:
        raise TransactionNotFound
    return proving.of_payment(payment.pk, now=_real_now(call))


@Endpoint(
    "GET",
    "customers/internal-accounts/<str:account_id>/proof",
    query=BalanceProofQuery,
    response=BalanceProofRepresentation,
    errors=("INTERNAL_ACCOUNT_NOT_FOUND", "NOT_SEALED_YET", "RECORD_DAMAGED"),
)
def get_customer_internal_account_proof(call: Call, account_id: str) -> Json:
    """Prove the balance of a customer's internal account.

    The balance at the end of a sealed day, with the path to the total of all accounts in the currency.

    Returns:
        The proof.
    """
    return _of_account(call, account_id, is_platforms=False)


@Endpoint(
    "GET",
    "platform/internal-accounts/<str:account_id>/proof",
    query=BalanceProofQuery,
    response=BalanceProofRepresentation,
    errors=("INTERNAL_ACCOUNT_NOT_FOUND", "NOT_SEALED_YET", "RECORD_DAMAGED"),
)
def get_platform_internal_account_proof(call: Call, account_id: str) -> Json:
    """Prove the balance of an internal account of the platform.

    The balance at the end of a sealed day, with the path to the total of all accounts in the currency.

    Returns:
        The proof.
    """
    return _of_account(call, account_id, is_platforms=True)


@Endpoint(
    "GET",
    "proofs/roots",
    query=PageQuery,
    response=list_of("SignedRootListResponse", RootRepresentation(many=True)),
)
def list_signed_roots(call: Call) -> Json:
    """List the signed roots.

    One for each sealed day, newest first. Keep them: a root that was replaced later differs from yours.

    Returns:
        A page of signed roots.
    """
    rows = proving.signed().annotate(created_at=F("sealed_at"), id=F("number"))
    return pagination.page(rows, query=call.query, scope="roots", represent=proving.shown, is_key_secret=True)


@Endpoint(
    "GET",
    "proofs/roots/<str:day>",
    response=RootWithTotalsRepresentation,
    errors=("NOT_FOUND", "RECORD_DAMAGED"),
)
def get_signed_root(call: Call, day: str) -> Json:
    """Read the signed root of a day.

    What `verify_proof.py` needs beside a proof: the root, and what your accounts have in each currency.

    Returns:
        The signed root with the totals of the platform.
    """
    root = proving.root_of(_day(day))
    return {
        **proving.shown(root),
        "platformId": identifiers.public("PlatformConfig", call.platform_id),
        "totals": proving.totals(root, platform_id=call.platform_id),
    }


def _of_account(call: Call, account_id: str, *, is_platforms: bool) -> Json:
    account = internal_accounts.of_platform(
        platform_id=call.platform_id, account_id=account_id, is_platforms=is_platforms
    )
    day = _last_over(call.query["at"]) if "at" in call.query else None
    return proving.of_account(account, day=day, now=_real_now(call))


def _last_over(moment: dt.datetime) -> dt.date:
    """Return the last day that is over at a moment; its last instant is the end of a day."""
    if moment.time() == dt.time.max:
        return moment.date()
    return dt.date.fromordinal(max(1, moment.toordinal() - 1))


def _day(text: str) -> dt.date:
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        raise proving.RootNotFound from None
    if day.isoformat() != text:
        raise proving.RootNotFound
    return day


def _real_now(call: Call) -> clock.RealTime:
    return clock.real(call.caller, call.now)

"""What cases of banks say: the account that they are about, how much it is, and what to do."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from banks.admin import our_accounts
from banks.admin.statements import claim_effects, claims, desk
from banks.models import (
    BankAnswer,
    BankBatch,
    BankConnection,
    BankException,
    BankIncomingFile,
    BankPayment,
    BankStatement,
    Claim,
)
from payments.admin.facts import case_facts
from payments.admin.facts.case_facts import Facts

Found = Mapping[uuid.UUID, Facts]
case_facts.say({**desk.REASONS, **claims.REASONS})
# Who owes it may be unknown, as may be what a line is: these words hold for claims alone.
case_facts.say({f"owed by: {code}": f"owed by {who}" for code, who in claim_effects.DEBTORS.items()})


@case_facts.of_type(
    "BankIncomingFile",
    to_do="Open the file: it says what is wrong, and at which place. If the file is damaged, ask the bank to send it "
    "again. If it is right, have it read: Read, on its page.",
)
def _of_files(keys: Sequence[uuid.UUID]) -> Found:
    return _by_connection(BankIncomingFile, keys)


@case_facts.of_type(
    "BankStatement",
    to_do="Ask the bank for the statement that is missing before this one. The case ends by itself when it has come.",
)
def _of_statements(keys: Sequence[uuid.UUID]) -> Found:
    return _by_connection(BankStatement, keys)


@case_facts.of_type("BankBatch", to_do="Ask the bank which of its reports about these payments is true.")
def _of_batches(keys: Sequence[uuid.UUID]) -> Found:
    rows = BankBatch.objects.select_related("connection").filter(id__in=keys)
    return {row.pk: Facts(row.total, row.currency, account=our_accounts.named(row.connection)) for row in rows}


@case_facts.of_type("BankConnection", to_do="Open the connection: its terms, and what the bank has to be asked for.")
def _of_connections(keys: Sequence[uuid.UUID]) -> Found:
    return {row.pk: Facts(account=our_accounts.named(row)) for row in BankConnection.objects.filter(id__in=keys)}


@case_facts.of_type("BankException", to_do="Open the line, and say what it is. The case ends by itself then.")
def _of_exceptions(keys: Sequence[uuid.UUID]) -> Found:
    rows = BankException.objects.select_related("line", "connection").filter(id__in=keys)
    return {
        row.pk: Facts(row.line.amount, row.line.currency, account=our_accounts.named(row.connection)) for row in rows
    }


@case_facts.of_type("BankPayment", to_do="Ask the bank which of its reports about this payment is true.")
def _of_payments(keys: Sequence[uuid.UUID]) -> Found:
    rows = BankPayment.objects.filter(id__in=keys).values_list("id", "amount", "currency")
    return {key: Facts(amount, currency) for key, amount, currency in rows}


@case_facts.of_type(
    "BankAnswer", to_do="Open the answer: approve or refuse the corrected account, and tell the platform."
)
def _of_answers(keys: Sequence[uuid.UUID]) -> Found:
    rows = BankAnswer.objects.select_related("file__connection").defer("content").filter(id__in=keys)
    return {row.pk: Facts(row.amount, row.currency, account=our_accounts.named(row.file.connection)) for row in rows}


@case_facts.of_type("Claim")
def _of_claims(keys: Sequence[uuid.UUID]) -> Found:
    rows = Claim.objects.filter(id__in=keys).values_list("id", "open_amount", "currency")
    return {key: Facts(amount, currency) for key, amount, currency in rows}


def _by_connection(model: Any, keys: Sequence[uuid.UUID]) -> Found:
    rows = model.objects.select_related("connection").filter(id__in=keys)
    return {row.pk: Facts(account=our_accounts.named(row.connection)) for row in rows}

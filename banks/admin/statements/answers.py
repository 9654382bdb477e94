"""Pages of answers of banks that moved nothing, and of corrected accounts."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import admin

from banks.admin.statements.dialogs import TWO
from banks.models import BankAnswer, BankAnswerKind
from banks.rail import corrections
from platforms.backoffice import columns, masking
from platforms.backoffice.actions import Action
from platforms.backoffice.effects import Effect
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.encryption import encryption

_KINDS = {"UNKNOWN": "warning", "AMOUNT_DIFFERS": "warning", "DISHONOURED": "danger", "CORRECTION": "info"}


def _waits(row: BankAnswer, _: Any) -> bool:
    is_correction = row.kind == BankAnswerKind.CORRECTION and row.account_digest is not None
    return is_correction and row.in_force_at is None and row.refused_at is None


def _approve(*, answer: uuid.UUID | None) -> Effect:
    row = corrections.find(answer)
    return Effect(
        does=f"Payments to the account of {row.end_to_end_id} go out with the number that the bank says is right.",
        target=_corrected(row.content),
        booked="Nothing.",
        sent="Payments that wait for it go out with the next file.",
        more={"Code of the bank": row.code, "Account": _account(row)},
    )


def _refuse(*, answer: uuid.UUID | None) -> Effect:
    row = corrections.find(answer)
    return Effect(
        does=f"Payments to the account of {row.end_to_end_id} go out with the number as it was entered.",
        booked="Nothing.",
        sent="Payments that wait for it go out with the next file. The bank may charge for correcting them.",
        more={"Code of the bank": row.code, "Account": _account(row)},
    )


def _corrected(fields: Mapping[str, Any]) -> str:
    """Return what is right, account numbers masked."""
    shown = []
    if "clearingNumber" in fields:
        shown.append(f"routing number {fields['clearingNumber']}")
    if "number" in fields:
        shown.append(f"account number {masking.masked(fields['number'])}")
    if "isSavings" in fields:
        shown.append("an account of savings" if fields["isSavings"] else "a current account")
    return ", ".join(shown)


def _account(row: BankAnswer) -> str:
    account = row.external_account
    return account.public_id if account else "one that was not entered as an external account"


APPROVE = Action(
    "bank_answer.approve",
    **TWO,
    on=BankAnswer,
    path="approve",
    button="Approve the number",
    icon="check",
    is_main=True,
    offered=_waits,
    title="Approve a corrected account number",
    text="A second person approves it. Ask the payee or the platform first: the number may be another person's.",
    key="answer",
    perform=corrections.approve,
    effect=_approve,
    proposed_as="Approve a corrected account number",
    message="The next payment to the account goes out with it.",
)
REFUSE = Action(
    "bank_answer.refuse",
    **TWO,
    on=BankAnswer,
    path="refuse",
    button="Keep the old number",
    icon="block",
    offered=_waits,
    title="Refuse a corrected account number",
    text="A second person approves it. Payments to the account go out as they were entered.",
    key="answer",
    perform=corrections.refuse,
    effect=_refuse,
    proposed_as="Refuse a corrected account number",
    message="The next payment to the account goes out as it was entered.",
)


def _content(row: BankAnswer) -> str:
    try:
        return _corrected(row.content)
    except encryption.Unreadable:
        return "unreadable"


@admin.register(BankAnswer)
class BankAnswerAdmin(ReadOnlyAdmin):
    """Answers about no payment of ours or by another amount, disputes about returns, and corrected accounts."""

    through = {
        "BankIncomingFile": "file_id",
        "BankPayment": "payment_id",
        "ExternalAccount": "external_account_id",
    }
    exact = ("end_to_end_id", "trace_number")
    search_help_text = "end-to-end id, trace number, BankAnswer:…, BankIncomingFile:… or ExternalAccount:…"
    list_display = ("public_id", "received_at", "connection_name", "kind", "code", "end_to_end_id", "amount", "file")
    list_filter = ("kind",)
    loads = ("file", "payment", "external_account")
    has_personal_data = True
    hidden = ("account_digest",)
    titles = {"connection_name": "connection", "number": "answer of the file", "content": "corrected data"}
    shown = (
        columns.label("kind", _KINDS),
        columns.money("amount", currency="currency"),
        columns.column("content", _content, title="corrected data"),
    )
    groups = (
        ("Answer", ("public_id", "kind", "code", "connection_name", "end_to_end_id", "trace_number", "amount")),
        ("About", ("payment", "external_account", "content", "in_force_at", "refused_at")),
        ("File", ("file", "number", "place", "currency", "received_at")),
    )

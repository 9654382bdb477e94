"""Rights of the service's database role on each table. The owner migrates; the service may do this, and no more.

A table is named by its model. Any right includes reading. After every `migrate` the service's role has exactly these
privileges; `manage.py grants` shows them and compares them with the database. Why: decision 33.

Journal and balances are missing on purpose: `payments_post` writes them with the owner's rights.
"""

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence

from django.apps import apps
from django.db import connection, models
from psycopg import sql

EVERY = ("*",)
"""All columns but the key."""


@dataclasses.dataclass(frozen=True, slots=True)
class Grant:
    """The service's rights on a table beside reading it."""

    insert: bool = False
    update: tuple[str, ...] = ()
    """Columns that may change. Locking a row requires the right to at least one."""
    delete: bool = False


READ = Grant()
APPEND = Grant(insert=True)
KEEP = Grant(insert=True, update=EVERY)
ALL = Grant(insert=True, update=EVERY, delete=True)


def _change(*columns: str) -> Grant:
    """Rows are added, and these of their columns change."""
    return Grant(insert=True, update=columns)


def _pass(*columns: str) -> Grant:
    """Rows are added and deleted; meanwhile these columns change."""
    return Grant(insert=True, update=columns, delete=True)


TABLE: Mapping[str, Grant] = {
    # Staff: roles, permissions and kinds of objects are made by migrations.
    "admin.LogEntry": READ,
    "auth.Group": READ,
    "auth.Group_permissions": READ,
    "auth.Permission": READ,
    "auth.User": _change("password", "last_login", "is_active"),
    "auth.User_groups": Grant(insert=True, delete=True),
    "auth.User_user_permissions": READ,
    "axes.AccessAttempt": ALL,
    "axes.AccessAttemptExpiration": ALL,
    "axes.AccessFailureLog": READ,
    "axes.AccessLog": READ,
    "contenttypes.ContentType": READ,
    "sessions.Session": ALL,
    # Tenants and what all API views share.
    "platforms.Platform": _change(
        "uma_domain", "proxy_uma_subdomain", "webhook_endpoint", "clock_offset", "updated_at"
    ),
    "platforms.UmaDomain": KEEP,
    "platforms.PlatformCurrency": ALL,
    "platforms.ApiToken": _change("revoked_at", "last_used_at", "secret_hash", "updated_at"),
    "platforms.AuditEntry": APPEND,
    "platforms.AuditSeal": APPEND,
    "platforms.AuditCheckRun": APPEND,
    # A key that moved money is kept by a trigger.
    "platforms.IdempotencyKey": _pass("body", "is_sealed"),
    "platforms.Proposal": _change(
        "status", "decided_by", "decided_at", "decision_reason", "last_refusal", "refused_at"
    ),
    "platforms.SecondFactor": ALL,
    "platforms.WorkFailure": _pass("error", "failures", "last_at"),
    # Outgoing events.
    "webhooks.Event": ALL,
    "webhooks.Delivery": _pass("reply"),
    "webhooks.EndpointHealth": KEEP,
    "webhooks.EndpointShare": _pass("places", "held_until"),
    "webhooks.EventStream": _change("last_sequence", "claimed_by", "claimed_until"),
    "webhooks.SigningKey": _change("published_until", "sealed_private_key"),
    "webhooks.SigningSecret": _pass("secret", "signs_until"),
    # Customers and facts about them.
    "compliance.Customer": KEEP,
    "compliance.CustomerStatusChange": APPEND,
    "compliance.BeneficialOwner": KEEP,
    "compliance.BeneficialOwnerStatusChange": APPEND,
    "compliance.BulkImport": KEEP,
    "compliance.BulkImportPart": Grant(insert=True, delete=True),
    "compliance.BulkImportError": _change("correlation_id", "code", "message", "details"),
    "compliance.FormerUmaAddress": _change("address", "digest"),
    "compliance.Document": KEEP,
    "compliance.UploadDay": _change("files", "size"),
    "compliance.RetiredFile": _change("due_at", "erased_at"),
    "compliance.KycLink": _change(
        "redirect_uri", "session_hash", "answers", "verification_id", "started_at", "completed_at", "uploads"
    ),
    "compliance.Verification": KEEP,
    "compliance.VerificationStatusChange": APPEND,
    "compliance.ReviewAssignment": _change("assigned_to", "assigned_at", "escalated_by", "escalated_at"),
    "compliance.ReviewNote": _change("text"),
    "compliance.ScreeningListVersion": _change("is_current", "entry_count"),
    "compliance.ScreeningListEntry": Grant(insert=True, delete=True),
    "compliance.Screening": APPEND,
    "compliance.ScreeningHit": KEEP,
    "compliance.ScreeningSweep": KEEP,
    # The books.
    "payments.LedgerAccount": _change("held_at", "closed_until"),
    "payments.JournalEntry": READ,
    "payments.Posting": READ,
    "payments.JournalSeal": APPEND,
    "payments.LedgerCheckRun": APPEND,
    "payments.LedgerDay": _change("debit", "credit", "first_posting", "last_posting"),
    "payments.RailDay": _change("begun", "completed", "failed", "amount"),
    "payments.SandboxRailDay": _change("begun", "completed", "failed", "amount"),
    "payments.DayMark": _change("up_to"),
    "payments.TransactionTally": _change("count"),
    "payments.TransactionTallyMark": _change("up_to"),
    # Accounts and payments.
    "payments.InternalAccount": APPEND,
    "payments.ExternalAccount": _change(
        *("account_info", "primary_identifier", "primary_identifier_digest", "last_four_digest"),
        *("platform_account_id", "default_uma_deposit_account", "beneficiary_verified_data", "warnings"),
        *("status", "updated_at", "deleted_at", "refused_at", "latin_name", "entered_latin_name"),
    ),
    "payments.FeeSchedule": _change("effective_until"),
    "payments.RateSnapshot": APPEND,
    "payments.RateFeed": KEEP,
    "payments.StaffRate": APPEND,
    "payments.Transaction": _change(
        *("status", "failure_reason", "settled_at", "updated_at", "refund"),
        *("next_action", "next_action_at", "attempts", "provider_reference", "invoice_hash"),
        # Erasure of a person.
        *("counterparty_information", "description", "platform_customer_id", "receiver", "sender"),
    ),
    "payments.TransactionStatusChange": APPEND,
    "payments.Quote": _change("counterparty_information", "sender_information"),
    "payments.FundingReceipt": APPEND,
    "payments.SuspenseItem": _change(
        *("way", "resolved_at", "entry_id", "credited_id"),
        *("next_attempt_at", "movement", "attempts", "provider_reference"),
    ),
    "payments.Deposit": APPEND,
    "payments.Institution": KEEP,
    "payments.Lookup": Grant(insert=True, delete=True),
    "payments.OperationsCase": _change(
        "since", "assigned_to", "assigned_at", "state", "closed_at", "closed_by", "resolution"
    ),
    "payments.OperationsCaseStep": APPEND,
    "payments.ProviderMessage": APPEND,
    "payments.SandboxInvoice": _change("state", "paid_at", "ended_at", "preimage"),
    # Payments by files to banks.
    "payments.BankConnection": _change("ended_at"),
    "payments.RailRoute": _change("ended_at"),
    "payments.BankBatch": _change(
        *("state", "count", "total", "digest", "problem", "closed_at", "closed_by", "released_at", "released_by"),
        *("modifier", "part_name", "leased_until", "delivered_at"),
    ),
    "payments.BankPayment": _change(
        *("connection_name", "batch_id", "state", "reason", "bank_code", "failure_reason", "answered_at", "content"),
        "unconfirmed_since",
    ),
    "payments.BankFile": APPEND,
    # Files from banks, and what their lines are.
    "payments.BankIncomingFile": _change(
        "format", "state", "position", "unknown", "place", "problem", "leased_until", "finished_at"
    ),
    "payments.BankAnswer": _change("in_force_at", "refused_at", "content"),
    "payments.BankStatement": APPEND,
    "payments.BankStatementLine": _change("content", "account_digest"),
    "payments.BankMatch": APPEND,
    "payments.BankException": _change("reason", "closed_at"),
    "payments.Claim": _change("open_amount", "settled_at"),
    "payments.ClaimSettlement": APPEND,
    "payments.BankRule": _change("ended_at", "account_digest"),
    # Payments to and from UMA addresses.
    "payments.UmaKey": _change("active_from", "replaced_at", "sealed_private_key"),
    "payments.UmaCounterpartyKeys": ALL,
    "payments.UmaNonce": Grant(insert=True, delete=True),
    "payments.UmaProvider": KEEP,
    "payments.IncomingUmaPayment": _change(
        *("approval", "receiver_address", "receiver_information", "refusal", "preimage", "invoice"),
        *("expires_at", "ends_as", "held_until", "called_back_at"),
    ),
    "payments.OutgoingUmaPayment": _change(
        "preimage", "fee_msat", "called_back_at", "receiver_status", "receiver_error"
    ),
    "invitations.Invitation": _change("status", "invitee_id", "first_name", "ended_at"),
}
"""Model → rights of the service. The columns include those that `rotate_encryption_keys` rewrites."""
_READ_BESIDE = ("compliance_party", "django_migrations")
"""Views, and the one table that is no model's."""
_SEQUENCES = ("webhooks_event_number",)
"""Sequences named by statements; those of keys belong to their tables."""
_FUNCTIONS = ["payments_post(uuid, text, uuid, bigint, timestamptz, bigint[], text[], bigint[])"]
"""Functions that run with the owner's rights, and are called by the service alone."""
_THERE = """
SELECT class.relname, part.attname
  FROM pg_class class JOIN pg_attribute part ON part.attrelid = class.oid AND NOT part.attisdropped
 WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind IN ('r', 'p', 'v', 'S')
"""
_ACTUAL = """
SELECT class.relname, privilege, NULL::name
  FROM pg_class class
 CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS privilege
 WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind IN ('r', 'p', 'v', 'm')
   AND has_table_privilege(%(role)s, class.oid, privilege)
 UNION ALL
SELECT class.relname, privilege, part.attname
  FROM pg_class class
  JOIN pg_attribute part ON part.attrelid = class.oid AND part.attnum > 0 AND NOT part.attisdropped
 CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) AS privilege
 WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind IN ('r', 'p', 'v', 'm')
   AND has_column_privilege(%(role)s, class.oid, part.attnum, privilege)
   AND NOT has_table_privilege(%(role)s, class.oid, privilege)
 UNION ALL
SELECT class.relname, privilege, NULL
  FROM pg_class class CROSS JOIN unnest(ARRAY['USAGE', 'UPDATE']) AS privilege
 WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind = 'S'
   AND has_sequence_privilege(%(role)s, class.oid, privilege)
 UNION ALL
SELECT current_schema(), 'CREATE', NULL WHERE has_schema_privilege(%(role)s, current_schema(), 'CREATE')
"""


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Privilege:
    """A right of a role: to a table or sequence, or to one column."""

    table: str
    verb: str
    column: str = ""

    def __str__(self) -> str:
        return f"{self.verb}{self.column and f' ({self.column})'} ON {self.table}"


def privileges() -> set[Privilege]:
    """Return the rights that the service's role needs, on the tables of this release."""
    return {privilege for name, grant in TABLE.items() for privilege in _of(apps.get_model(name), grant)} | {
        *(Privilege(table, "SELECT") for table in _READ_BESIDE),
        *(Privilege(sequence, "USAGE") for sequence in _SEQUENCES),
    }


def held(role: str) -> set[Privilege]:
    """Return the rights that a role has in the database, whoever granted them."""
    with connection.cursor() as cursor:
        cursor.execute(_ACTUAL, {"role": role})
        return {Privilege(table, verb, column or "") for table, verb, column in cursor.fetchall()}


def is_role(name: str) -> bool:
    """Tell whether the server has a role of this name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regrole(quote_ident(%s)) IS NOT NULL", [name])
        return bool(cursor.fetchone()[0])


def differences(role: str) -> list[str]:
    """Return in words which rights a role lacks, and which it has beyond its needs."""
    wanted, found = privileges(), held(role)
    return [
        *(f"missing: {one}" for one in sorted(wanted - found)),
        *(f"too much: {one}" for one in sorted(found - wanted)),
    ]


def apply(role: str) -> None:
    """Give the service's role the rights of the table and revoke all others, as the owner: one command.

    Missing tables, columns and functions are left out. Other sessions see all of it or none.
    """
    with connection.cursor() as cursor:
        # A command of several statements can't be prepared, however often it is executed.
        cursor.connection.execute("; ".join(statements(role)), prepare=False)


def statements(role: str) -> list[str]:
    """Return the statements that `apply` executes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        schema = cursor.fetchone()[0]
        cursor.execute(_THERE)
        there = {place for table, column in cursor.fetchall() for place in ((table, ""), (table, column))}
        cursor.execute("SELECT name FROM unnest(%s::text[]) name WHERE to_regprocedure(name) IS NOT NULL", [_FUNCTIONS])
        functions = [row[0] for row in cursor.fetchall()]
        wanted = sorted(one for one in privileges() if (one.table, one.column) in there)
        driver = cursor.connection
        return [each.as_string(driver) for each in _statements(role, schema, wanted, functions)]


def _statements(
    role: str, schema: str, wanted: Sequence[Privilege], functions: Sequence[str]
) -> Iterator[sql.Composable]:
    to, inside = sql.Identifier(role), sql.Identifier(schema)
    for kind in ("TABLES", "SEQUENCES"):
        yield sql.SQL(f"REVOKE ALL ON ALL {kind} IN SCHEMA {{}} FROM {{}}").format(inside, to)
    yield sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(inside, to)
    for table, found in itertools.groupby(wanted, key=lambda one: one.table):
        kind = "SEQUENCE" if table in _SEQUENCES else "TABLE"
        words = [
            sql.SQL(verb) + _columns([one.column for one in of_verb if one.column])
            for verb, of_verb in itertools.groupby(found, key=lambda one: one.verb)
        ]
        yield sql.SQL(f"GRANT {{}} ON {kind} {{}} TO {{}}").format(sql.SQL(", ").join(words), sql.Identifier(table), to)
    for function in functions:
        yield sql.SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(sql.SQL(function), to)


def _columns(names: Sequence[str]) -> sql.Composable:
    return sql.SQL(" ({})").format(sql.SQL(", ").join(map(sql.Identifier, names))) if names else sql.SQL("")


def _of(model: type[models.Model], grant: Grant) -> Iterator[Privilege]:
    table, key = model._meta.db_table, model._meta.pk
    yield Privilege(table, "SELECT")
    if grant.insert:
        yield Privilege(table, "INSERT")
    if grant.delete:
        yield Privilege(table, "DELETE")
    every = [str(field.column) for field in model._meta.concrete_fields if field is not key]
    for column in every if grant.update == EVERY else grant.update:
        yield Privilege(table, "UPDATE", column)

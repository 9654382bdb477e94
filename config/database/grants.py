"""Rights of the service's database role on each table. The owner migrates; the service may do this, and no more.

A table is named by its model. Any right includes reading. After every `migrate` the service's role has exactly these
privileges; `manage.py grants` shows them and compares them with the database. Why: decision 33. What a background job
alone needs is said where it is declared (`platforms.base.background`), and added to this table.

Journal and balances are missing on purpose: `payments_post` writes them with the owner's rights.
"""

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence

from django.apps import apps
from django.db import connection, models
from psycopg import sql

from config.processes import schedule
from platforms.base.background import rights

TABLE: Mapping[str, rights.Grant] = {
    # Staff: roles, permissions and kinds of objects are made by migrations.
    "admin.LogEntry": rights.READ,
    "auth.Group": rights.READ,
    "auth.Group_permissions": rights.READ,
    "auth.Permission": rights.READ,
    "auth.User": rights.change("password", "last_login", "is_active"),
    "auth.User_groups": rights.Grant(insert=True, delete=True),
    "auth.User_user_permissions": rights.READ,
    "axes.AccessAttempt": rights.ALL,
    "axes.AccessAttemptExpiration": rights.ALL,
    "axes.AccessFailureLog": rights.READ,
    "axes.AccessLog": rights.READ,
    "contenttypes.ContentType": rights.READ,
    "sessions.Session": rights.ALL,
    # Tenants and what all API views share.
    "platforms.Platform": rights.change(
        "uma_domain",
        "proxy_uma_subdomain",
        "webhook_endpoint",
        "may_verify_payees",
        "features",
        "clock_offset",
        "updated_at",
    ),
    "platforms.UmaDomain": rights.KEEP,
    "platforms.PlatformCurrency": rights.ALL,
    "platforms.ApiToken": rights.change(
        "revoked_at", "last_used_at", "secret_hash", "key_fingerprint", "spending", "updated_at"
    ),
    "platforms.TokenSpending": rights.change("spent"),
    "platforms.AuditEntry": rights.APPEND,
    "platforms.AuditSeal": rights.READ,
    "platforms.AuditCheckRun": rights.READ,
    "platforms.NightlyCheck": rights.KEEP,
    "platforms.CheckPart": rights.KEEP,
    "platforms.ForcedOutcome": rights.hold("remaining", "uses"),
    "platforms.IdempotencyKey": rights.change("body", "is_sealed"),
    "platforms.Proposal": rights.change(
        "status", "decided_by", "decided_at", "decision_reason", "last_refusal", "refused_at"
    ),
    "platforms.ProviderIdentity": rights.change("issuer", "subject", "mark", "linked_at"),
    "platforms.SecondFactor": rights.ALL,
    "platforms.Note": rights.change("text", "salt"),
    "platforms.SavedView": rights.hold("filters"),
    "platforms.WorkFailure": rights.hold("error", "failures", "last_at"),
    # Outgoing events.
    "webhooks.Event": rights.ALL,
    "webhooks.Delivery": rights.hold("reply"),
    "webhooks.EndpointHealth": rights.KEEP,
    "webhooks.EndpointShare": rights.hold("places", "held_until"),
    "webhooks.EventStream": rights.change("last_sequence", "claimed_by", "claimed_until"),
    "webhooks.FurtherEndpoint": rights.ALL,
    "webhooks.FurtherEvent": rights.ALL,
    "webhooks.FurtherStream": rights.change("last_sequence", "claimed_by", "claimed_until"),
    "webhooks.FurtherShare": rights.hold("places", "held_until"),
    "webhooks.SigningKey": rights.change("published_until", "sealed_private_key"),
    "webhooks.SigningSecret": rights.hold("secret", "signs_until"),
    # Customers and facts about them.
    "compliance.Customer": rights.KEEP,
    "compliance.CustomerStatusChange": rights.APPEND,
    "compliance.BeneficialOwner": rights.KEEP,
    "compliance.BeneficialOwnerStatusChange": rights.APPEND,
    "compliance.BulkImport": rights.KEEP,
    "compliance.BulkImportPart": rights.Grant(insert=True, delete=True),
    "compliance.BulkImportError": rights.change("correlation_id", "code", "message", "details"),
    "compliance.FormerUmaAddress": rights.change("address", "digest"),
    "compliance.Document": rights.KEEP,
    "compliance.UploadDay": rights.change("files", "size"),
    "compliance.RetiredFile": rights.change("due_at"),
    "compliance.KycLink": rights.change(
        "redirect_uri", "session_hash", "answers", "verification_id", "started_at", "completed_at", "uploads"
    ),
    "compliance.Verification": rights.KEEP,
    "compliance.VerificationStatusChange": rights.APPEND,
    "compliance.ReviewAssignment": rights.change("assigned_to", "assigned_at", "escalated_by", "escalated_at"),
    "compliance.ReviewNote": rights.change("text", "salt"),
    "compliance.ReviewRule": rights.APPEND,
    "compliance.ReviewApproval": rights.APPEND,
    "compliance.HandOpenedCase": rights.change(
        "reason", "salt", "outcome", "conclusion", "conclusion_salt", "decided_at", "decided_by"
    ),
    "compliance.ScreeningListVersion": rights.change(
        "is_current", "entry_count", "added_count", "changed_count", "removed_count", "changes", "seen_at"
    ),
    "compliance.ScreeningListEntry": rights.Grant(insert=True, delete=True),
    "compliance.Screening": rights.APPEND,
    "compliance.ScreeningHit": rights.KEEP,
    "compliance.ScreeningSweep": rights.KEEP,
    # The books.
    "payments.LedgerAccount": rights.change("held_at", "closed_until"),
    "payments.ClosedBooks": rights.change("closed_until", "sealed_until"),
    "payments.MonthClose": rights.change(
        *("state", "begun_at", "begun_by", "edition", "closed_at", "proposed_by", "closed_by", "checklist", "digest")
    ),
    "payments.MonthFigure": rights.APPEND,
    "payments.Correction": rights.APPEND,
    "payments.AccountCode": rights.APPEND,
    "payments.JournalEntry": rights.READ,
    "payments.Posting": rights.READ,
    "payments.JournalSeal": rights.READ,
    **dict.fromkeys(
        (
            *("payments.SignedRoot", "payments.EntryPage", "payments.BalanceTree"),
            *("payments.SealedBalance", "payments.BalancePage", "payments.BalanceTotal"),
        ),
        rights.READ,
    ),
    "payments.LedgerCheckRun": rights.READ,
    "payments.CheckedBalance": rights.READ,
    "payments.LedgerDay": rights.READ,
    "payments.RailDay": rights.READ,
    "payments.SandboxRailDay": rights.READ,
    "payments.DayMark": rights.READ,
    "payments.TransactionTally": rights.READ,
    "payments.TransactionTallyMark": rights.READ,
    # Accounts and payments.
    "payments.InternalAccount": rights.APPEND,
    "payments.ExternalAccount": rights.change(
        *("account_info", "primary_identifier", "primary_identifier_digest", "last_four_digest"),
        *("platform_account_id", "default_uma_deposit_account", "beneficiary_verified_data", "warnings"),
        *("status", "updated_at", "deleted_at", "refused_at", "latin_name", "entered_latin_name", "metadata"),
    ),
    "payments.PlatformFeePayout": rights.READ,
    "payments.FeeSchedule": rights.change("effective_until"),
    "payments.RateSnapshot": rights.READ,
    "payments.RateFeed": rights.KEEP,
    "payments.StaffRate": rights.APPEND,
    "payments.Transaction": rights.change(
        *("status", "failure_reason", "settled_at", "updated_at", "refund"),
        *("next_action", "next_action_at", "attempts", "provider_reference", "invoice_hash"),
        *("request_id", "payment_rail", "expected_settlement_at"),
        # Erasure of a person.
        *("counterparty_information", "description", "platform_customer_id", "receiver", "sender"),
        *("metadata", "remittance_information"),
    ),
    "payments.TransactionStatusChange": rights.APPEND,
    "payments.Quote": rights.change("counterparty_information", "sender_information"),
    "payments.FundingReceipt": rights.APPEND,
    "payments.SuspenseItem": rights.change(
        *("way", "resolved_at", "entry_id", "credited_id"),
        *("next_attempt_at", "movement", "attempts", "provider_reference"),
    ),
    "payments.Deposit": rights.APPEND,
    "payments.Institution": rights.KEEP,
    "payments.Lookup": rights.Grant(insert=True, delete=True),
    "payments.OperationsCase": rights.change(
        "since", "assigned_to", "assigned_at", "state", "closed_at", "closed_by", "resolution"
    ),
    "payments.OperationsCaseStep": rights.APPEND,
    "payments.ProviderMessage": rights.APPEND,
    "payments.SandboxInvoice": rights.change("state", "paid_at", "ended_at", "preimage"),
    # Payments by files to banks.
    "banks.BankConnection": rights.change("ended_at"),
    "banks.RailRoute": rights.change("ended_at"),
    "banks.BankBatch": rights.change(
        *("state", "count", "total", "digest", "problem", "closed_at", "closed_by", "released_at", "released_by"),
        *("modifier", "part_name", "leased_until", "delivered_at"),
    ),
    "banks.BankPayment": rights.change(
        *("connection_name", "batch_id", "state", "reason", "bank_code", "failure_reason", "answered_at", "content"),
        "unconfirmed_since",
    ),
    "banks.BankFile": rights.APPEND,
    # Files from banks, and what their lines are.
    "banks.BankIncomingFile": rights.change(
        "format", "state", "position", "unknown", "place", "problem", "leased_until", "finished_at"
    ),
    "banks.BankAnswer": rights.change("in_force_at", "refused_at", "content"),
    "banks.BankStatement": rights.APPEND,
    "banks.BankStatementLine": rights.change("content", "account_digest"),
    "banks.BankMatch": rights.APPEND,
    "banks.BankSet": rights.APPEND,
    "banks.BankSetPayment": rights.APPEND,
    "banks.BankException": rights.change("reason", "closed_at"),
    "banks.Claim": rights.change("open_amount", "settled_at"),
    "banks.ClaimSettlement": rights.APPEND,
    "banks.BankRule": rights.change("ended_at", "account_digest"),
    # Payments to and from UMA addresses.
    "payments.UmaKey": rights.change("active_from", "replaced_at", "sealed_private_key"),
    "payments.UmaCounterpartyKeys": rights.ALL,
    "payments.UmaNonce": rights.APPEND,
    "payments.UmaProvider": rights.KEEP,
    "payments.IncomingUmaPayment": rights.change(
        *("approval", "receiver_address", "receiver_information", "refusal", "preimage", "invoice"),
        *("expires_at", "ends_as", "held_until", "called_back_at"),
    ),
    "payments.OutgoingUmaPayment": rights.change(
        "preimage", "fee_msat", "called_back_at", "receiver_status", "receiver_error"
    ),
    "payments.PaymentFile": rights.change("status", "released_by", "released_at", "next_run_at"),
    "payments.PaymentFileRow": rights.APPEND,
    "payments.StatementRun": rights.APPEND,
    "invitations.Invitation": rights.change("status", "invitee_id", "first_name", "ended_at"),
}
"""Model → rights of the service, but for those of background jobs alone. The columns include those that
`rotate_encryption_keys` rewrites."""
_READ_BESIDE = ("compliance_party", "django_migrations")
"""Views, and the one table that is no model's."""
_SEQUENCES = ("webhooks_event_number",)
"""Sequences named by statements; those of keys belong to their tables."""
_FUNCTIONS = [
    "payments_post(uuid, text, uuid, bigint, timestamptz, bigint[], text[], bigint[])",
    "payments_post_pairs(text, uuid[], uuid[], timestamptz[], bigint[], bigint[], bigint[])",
    "payments_forget_quotes(uuid[])",
]
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


def table() -> Mapping[str, rights.Grant]:
    """Return model → all rights of the service: those of TABLE, and those that background jobs need besides."""
    whole = {name: grant for name, grant in TABLE.items() if name.partition(".")[0] in apps.app_configs}
    for job in schedule.declared():
        for name, grant in job.rights.items():
            whole[name] |= grant
    return whole


def privileges() -> set[Privilege]:
    """Return the rights that the service's role needs, on the tables of this release."""
    return {privilege for name, grant in table().items() for privilege in _of(apps.get_model(name), grant)} | {
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


def _of(model: type[models.Model], grant: rights.Grant) -> Iterator[Privilege]:
    table, key = model._meta.db_table, model._meta.pk
    yield Privilege(table, "SELECT")
    if grant.insert:
        yield Privilege(table, "INSERT")
    if grant.delete:
        yield Privilege(table, "DELETE")
    every = [str(field.column) for field in model._meta.concrete_fields if field is not key]
    for column in every if grant.update == rights.EVERY else grant.update:
        yield Privilege(table, "UPDATE", column)

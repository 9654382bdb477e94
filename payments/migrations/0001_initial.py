"""The tables of the payments app, and what the ledger's functions and triggers promise."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

import platforms.kit.identifiers
import platforms.kit.sealed

SQL = Path(__file__).parent / "sql"
# Triggers go with their functions and tables.
UNDO_LEDGER = """
DROP TRIGGER payments_customer_is_kept ON compliance_customer;
DROP FUNCTION payments_postings_come_with_entry() CASCADE;
DROP FUNCTION payments_entry_must_balance() CASCADE;
DROP FUNCTION payments_post(uuid, text, uuid, bigint, timestamptz, bigint[], text[], bigint[]);
"""
UNDO_RATES = "DROP FUNCTION payments_feeschedule_may_only_end() CASCADE"
UNDO_QUOTES = "DROP FUNCTION payments_quote_may_only_forget() CASCADE"


class Migration(migrations.Migration):
    """Create the tables, then the functions, triggers and an index of names."""

    initial = True

    dependencies = [
        ("compliance", "0001_initial"),
        ("platforms", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ExternalAccount",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                (
                    "customer",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="external_accounts",
                        to="compliance.customer",
                    ),
                ),
                ("currency", models.CharField(max_length=8)),
                ("account_type", models.CharField(max_length=32)),
                (
                    "account_info",
                    platforms.kit.sealed.SealedJSONField(
                        opened=(
                            "accountType",
                            "bankAccountType",
                            "bankName",
                            "paymentRails",
                            "pixKeyType",
                            "provider",
                            "beneficiary.address",
                            "beneficiary.beneficiaryType",
                            "beneficiary.birthDate",
                            "beneficiary.countryOfResidence",
                            "beneficiary.fullName",
                            "beneficiary.legalName",
                            "beneficiary.nationality",
                        )
                    ),
                ),
                ("primary_identifier", platforms.kit.sealed.SealedTextField()),
                (
                    "primary_identifier_digest",
                    platforms.kit.sealed.BlindIndexField(is_compact=False, null=True, source="primary_identifier"),
                ),
                (
                    "last_four_digest",
                    platforms.kit.sealed.BlindIndexField(is_compact=True, null=True, source="last_four"),
                ),
                ("platform_account_id", models.CharField(max_length=255, null=True)),
                ("default_uma_deposit_account", models.BooleanField(default=False)),
                ("crypto_network", models.CharField(max_length=64, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("PENDING", "Pending"),
                            ("ACTIVE", "Active"),
                            ("UNDER_REVIEW", "Under Review"),
                            ("INACTIVE", "Inactive"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "beneficiary_verification_status",
                    models.CharField(
                        choices=[
                            ("MATCHED", "Matched"),
                            ("PARTIAL_MATCH", "Partial Match"),
                            ("NOT_MATCHED", "Not Matched"),
                            ("UNSUPPORTED", "Unsupported"),
                            ("CHECKED_BY_RECEIVING_FI", "Checked By Receiving Fi"),
                            ("PENDING", "Pending"),
                        ],
                        max_length=32,
                        null=True,
                    ),
                ),
                ("beneficiary_verified_data", models.JSONField(null=True)),
                ("warnings", models.JSONField(default=list)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("deleted_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["platform", "created_at", "id"], name="external_account_list"),
                    models.Index(
                        condition=models.Q(("last_four_digest__isnull", False)),
                        fields=["last_four_digest", "id"],
                        name="external_account_by_last_four",
                    ),
                    models.Index(
                        condition=models.Q(("platform_account_id__isnull", False)),
                        fields=["platform", "platform_account_id"],
                        name="external_account_by_platform",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("deleted_at", None), models.Q(("customer", None), _negated=True)),
                        fields=("customer", "currency", "primary_identifier_digest"),
                        name="external_account_once_of_customer",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("customer", None), ("deleted_at", None)),
                        fields=("platform", "currency", "primary_identifier_digest"),
                        name="external_account_once_of_platform",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["PENDING", "ACTIVE", "UNDER_REVIEW", "INACTIVE"])),
                        name="external_account_status_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FeeSchedule",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("source_currency", models.CharField(blank=True, default="", max_length=8)),
                ("destination_currency", models.CharField(blank=True, default="", max_length=8)),
                ("fixed_fee", models.BigIntegerField(default=0)),
                ("variable_rate", models.DecimalField(decimal_places=8, default=0, max_digits=9)),
                ("rate_multiplier", models.DecimalField(decimal_places=8, default=1, max_digits=9)),
                ("effective_from", models.DateTimeField()),
                ("effective_until", models.DateTimeField(null=True)),
                ("created_by", models.CharField(max_length=64)),
                ("reason", models.TextField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["platform", "source_currency", "destination_currency", "effective_from"],
                        name="fee_schedule_of_corridor",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("fixed_fee__gte", 0), ("variable_rate__gte", 0), ("variable_rate__lt", 1)),
                        name="fee_schedule_fees_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rate_multiplier__gte", "0.5"), ("rate_multiplier__lte", "2")),
                        name="fee_schedule_multiplier_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("effective_until", None),
                            ("effective_until__gte", models.F("effective_from")),
                            _connector="OR",
                        ),
                        name="fee_schedule_ends_after_it_begins",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("fixed_fee", 0), models.Q(("source_currency", ""), _negated=True), _connector="OR"
                        ),
                        name="fee_schedule_fixed_fee_in_currency",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Institution",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("country", models.CharField(max_length=2)),
                ("currency", models.CharField(max_length=8)),
                ("kind", models.CharField(choices=[("BANK", "Bank"), ("MOBILE_MONEY", "Mobile Money")], max_length=16)),
                ("bank_name", models.CharField(max_length=255)),
                ("display_name", models.CharField(max_length=255)),
                (
                    "rails",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), size=None),
                ),
                ("source", models.CharField(max_length=255)),
                ("bank_name_key", models.CharField(max_length=255)),
                ("display_name_key", models.CharField(max_length=255)),
                ("is_active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["currency", "country", "bank_name"], name="institution_by_currency")],
                "constraints": [
                    models.UniqueConstraint(fields=("country", "currency", "bank_name"), name="institution_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["BANK", "MOBILE_MONEY"])), name="institution_kind_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                ("currency", models.CharField(max_length=8)),
                ("normal_side", models.CharField(max_length=1)),
                ("is_guarded", models.BooleanField()),
                ("balance", models.BigIntegerField(null=True)),
                ("balance_changed_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_guarded", False)),
                        fields=("platform", "kind", "currency"),
                        name="ledger_system_account_unique",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("balance__gte", 0), ("is_guarded", True)),
                            models.Q(("balance", None), ("is_guarded", False)),
                            _connector="OR",
                        ),
                        name="ledger_guarded_balance_not_negative",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("normal_side__in", ["D", "C"])), name="ledger_account_side_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerCheckRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField()),
                ("entries", models.BigIntegerField()),
                ("postings", models.BigIntegerField()),
                ("faults", models.JSONField(default=list)),
            ],
            options={
                "indexes": [models.Index(fields=["-finished_at"], name="ledger_check_latest")],
            },
        ),
        migrations.CreateModel(
            name="InternalAccount",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                (
                    "customer",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="internal_accounts",
                        to="compliance.customer",
                    ),
                ),
                ("currency", models.CharField(max_length=8)),
                (
                    "ledger_account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="internal_account",
                        to="payments.ledgeraccount",
                    ),
                ),
                ("funding_reference", models.CharField(max_length=32, unique=True)),
                ("funding_instructions", models.JSONField()),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["platform", "created_at", "id"], name="internal_account_list")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("customer", None), _negated=True),
                        fields=("customer", "currency"),
                        name="internal_account_of_customer",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("customer", None)),
                        fields=("platform", "currency"),
                        name="internal_account_of_platform",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Lookup",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                (
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="compliance.customer"
                    ),
                ),
                ("kind", models.CharField(choices=[("ACCOUNT", "Account"), ("UMA", "Uma")], max_length=16)),
                (
                    "external_account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.externalaccount",
                    ),
                ),
                ("receiver_address", models.CharField(blank=True, db_default="", default="", max_length=320)),
                ("payload", models.JSONField(db_default={}, default=dict)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["ACCOUNT", "UMA"])), name="lookup_kind_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("external_account__isnull", False), ("kind", "ACCOUNT")),
                            models.Q(
                                ("external_account", None),
                                ("kind", "UMA"),
                                models.Q(("receiver_address", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="lookup_names_its_receiver",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OperationsCase",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("PAYMENT_STUCK", "Payment Stuck"),
                            ("MONEY_IN_SUSPENSE", "Money In Suspense"),
                            ("BOOKS_BROKEN", "Books Broken"),
                            ("AUDIT_LOG_BROKEN", "Audit Log Broken"),
                            ("HOLDER_REJECTED", "Holder Rejected"),
                            ("ENDPOINT_DISABLED", "Endpoint Disabled"),
                            ("WORK_FAILING", "Work Failing"),
                        ],
                        max_length=32,
                    ),
                ),
                ("subject", models.CharField(max_length=64)),
                (
                    "platform",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("cause", models.CharField(max_length=200)),
                ("since", models.DateTimeField()),
                ("opened_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(choices=[("OPEN", "Open"), ("CLOSED", "Closed")], default="OPEN", max_length=8),
                ),
                ("assigned_to", models.CharField(blank=True, default="", max_length=64)),
                ("assigned_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("closed_by", models.CharField(blank=True, default="", max_length=64)),
                ("resolution", models.CharField(blank=True, default="", max_length=1000)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "OPEN")), fields=["opened_at", "id"], name="operations_case_queue"
                    ),
                    models.Index(fields=["subject", "id"], name="operations_case_by_subject"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "OPEN")),
                        fields=("subject", "kind"),
                        name="operations_case_one_open",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["OPEN", "CLOSED"])), name="operations_case_state_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "PAYMENT_STUCK",
                                    "MONEY_IN_SUSPENSE",
                                    "BOOKS_BROKEN",
                                    "AUDIT_LOG_BROKEN",
                                    "HOLDER_REJECTED",
                                    "ENDPOINT_DISABLED",
                                    "WORK_FAILING",
                                ],
                            )
                        ),
                        name="operations_case_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_at", None), ("closed_by", ""), ("state", "OPEN")),
                            models.Q(
                                ("closed_at__isnull", False),
                                ("state", "CLOSED"),
                                models.Q(("closed_by", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="operations_case_end_is_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OperationsCaseStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="steps", to="payments.operationscase"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("OPENED", "Opened"),
                            ("CLAIMED", "Claimed"),
                            ("RELEASED", "Released"),
                            ("NOTED", "Noted"),
                            ("CLOSED", "Closed"),
                        ],
                        max_length=16,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
                ("text", models.CharField(blank=True, default="", max_length=1000)),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["OPENED", "CLAIMED", "RELEASED", "NOTED", "CLOSED"])),
                        name="operations_case_step_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "platform",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                ("currency", models.CharField(max_length=8)),
                ("day", models.DateField()),
                ("debit", models.DecimalField(decimal_places=0, default=0, max_digits=38)),
                ("credit", models.DecimalField(decimal_places=0, default=0, max_digits=38)),
                ("first_posting", models.BigIntegerField()),
                ("last_posting", models.BigIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("platform", "kind", "currency", "day"), name="ledger_day_unique")
                ],
            },
        ),
        migrations.CreateModel(
            name="RailDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rail", models.CharField(max_length=32)),
                ("currency", models.CharField(max_length=8)),
                ("day", models.DateField()),
                ("begun", models.BigIntegerField(default=0)),
                ("completed", models.BigIntegerField(default=0)),
                ("failed", models.BigIntegerField(default=0)),
                ("amount", models.DecimalField(decimal_places=0, default=0, max_digits=38)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("day", "rail", "currency"), name="rail_day_unique")],
            },
        ),
        migrations.CreateModel(
            name="DayMark",
            fields=[
                ("name", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("up_to", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Transaction",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                (
                    "customer",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="compliance.customer",
                    ),
                ),
                ("platform_customer_id", models.CharField(db_default="", default="", max_length=255)),
                ("type", models.CharField(choices=[("INCOMING", "Incoming"), ("OUTGOING", "Outgoing")], max_length=16)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("CREATED", "Created"),
                            ("PENDING", "Pending"),
                            ("PROCESSING", "Processing"),
                            ("COMPLETED", "Completed"),
                            ("REJECTED", "Rejected"),
                            ("FAILED", "Failed"),
                            ("REFUNDED", "Refunded"),
                            ("EXPIRED", "Expired"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "internal_account",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.internalaccount",
                    ),
                ),
                (
                    "external_account",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.externalaccount",
                    ),
                ),
                ("sender", models.CharField(max_length=320)),
                ("receiver", models.CharField(max_length=320)),
                ("sent_amount", models.BigIntegerField()),
                ("sent_currency", models.CharField(max_length=8)),
                ("received_amount", models.BigIntegerField()),
                ("received_currency", models.CharField(max_length=8)),
                ("fees", models.BigIntegerField(db_default=0, default=0)),
                ("exchange_rate", models.DecimalField(decimal_places=30, max_digits=60, null=True)),
                ("rate_details", models.JSONField(null=True)),
                ("quote_id", models.UUIDField(null=True)),
                ("payment_instructions", models.JSONField(null=True)),
                ("refund", models.JSONField(null=True)),
                ("description", models.TextField(null=True)),
                ("counterparty_information", models.JSONField(null=True)),
                ("reference", models.CharField(max_length=32)),
                ("failure_reason", models.CharField(max_length=64, null=True)),
                ("settled_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("provider_reference", models.CharField(db_default="", default="", max_length=64)),
                ("next_action_at", models.DateTimeField(null=True)),
                (
                    "next_action",
                    models.CharField(
                        choices=[
                            ("TRANSFER", "Transfer"),
                            ("EXPIRE", "Expire"),
                            ("COLLECT", "Collect"),
                            ("PAY_OUT", "Pay Out"),
                            ("PAY_IN", "Pay In"),
                            ("GIVE_BACK", "Give Back"),
                            ("END_APPROVAL", "End Approval"),
                            ("RECEIVE", "Receive"),
                            ("DEPOSIT", "Deposit"),
                            ("CONFIRM", "Confirm"),
                            ("PAY_INVOICE", "Pay Invoice"),
                            ("CALL_BACK", "Call Back"),
                        ],
                        db_default="TRANSFER",
                        default="TRANSFER",
                        max_length=16,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(db_default=0, default=0)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["platform", "created_at", "id"], name="transaction_list"),
                    models.Index(fields=["platform", "customer", "created_at", "id"], name="transaction_of_customer"),
                    models.Index(
                        fields=["platform", "platform_customer_id", "created_at", "id"],
                        name="transaction_of_their_customer",
                    ),
                    models.Index(fields=["platform", "status", "created_at", "id"], name="transaction_by_status"),
                    models.Index(fields=["platform", "sender", "created_at", "id"], name="transaction_by_sender"),
                    models.Index(fields=["platform", "receiver", "created_at", "id"], name="transaction_by_receiver"),
                    models.Index(fields=["platform", "reference"], name="transaction_by_reference"),
                    models.Index(fields=["sent_amount", "sent_currency", "id"], name="transaction_by_amount_sent"),
                    models.Index(
                        condition=models.Q(
                            ("received_amount", models.F("sent_amount")),
                            ("received_currency", models.F("sent_currency")),
                            _negated=True,
                        ),
                        fields=["received_amount", "received_currency", "id"],
                        name="transaction_by_amount_received",
                    ),
                    models.Index(
                        condition=models.Q(("provider_reference", ""), _negated=True),
                        fields=["provider_reference"],
                        name="transaction_by_provider",
                    ),
                    models.Index(
                        condition=models.Q(("next_action_at__isnull", False)),
                        fields=["next_action_at"],
                        name="transaction_due",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "status__in",
                                [
                                    "CREATED",
                                    "PENDING",
                                    "PROCESSING",
                                    "COMPLETED",
                                    "REJECTED",
                                    "FAILED",
                                    "REFUNDED",
                                    "EXPIRED",
                                ],
                            )
                        ),
                        name="transaction_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("type__in", ["INCOMING", "OUTGOING"])), name="transaction_type_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "next_action__in",
                                [
                                    "TRANSFER",
                                    "EXPIRE",
                                    "COLLECT",
                                    "PAY_OUT",
                                    "PAY_IN",
                                    "GIVE_BACK",
                                    "END_APPROVAL",
                                    "RECEIVE",
                                    "DEPOSIT",
                                    "CONFIRM",
                                    "PAY_INVOICE",
                                    "CALL_BACK",
                                ],
                            )
                        ),
                        name="transaction_next_action_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("fees__gte", 0), ("received_amount__gt", 0), ("sent_amount__gt", 0)),
                        name="transaction_amounts_positive",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="JournalEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "platform",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("purpose", models.CharField(max_length=32)),
                (
                    "transaction",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="journal_entries",
                        to="payments.transaction",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="payments.journalentry",
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "journal entries",
            },
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to="payments.journalentry",
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to="payments.ledgeraccount",
                    ),
                ),
                ("side", models.CharField(max_length=1)),
                ("amount", models.BigIntegerField()),
                ("currency", models.CharField(max_length=8)),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "at", "id"], include=("side", "amount"), name="posting_statement")
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="posting_amount_positive"),
                    models.CheckConstraint(condition=models.Q(("side__in", ["D", "C"])), name="posting_side_known"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TransactionStatusChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "transaction",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="status_changes",
                        to="payments.transaction",
                    ),
                ),
                ("from_status", models.CharField(db_default="", default="", max_length=16)),
                (
                    "to_status",
                    models.CharField(
                        choices=[
                            ("CREATED", "Created"),
                            ("PENDING", "Pending"),
                            ("PROCESSING", "Processing"),
                            ("COMPLETED", "Completed"),
                            ("REJECTED", "Rejected"),
                            ("FAILED", "Failed"),
                            ("REFUNDED", "Refunded"),
                            ("EXPIRED", "Expired"),
                        ],
                        max_length=16,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("cause", models.CharField(max_length=64)),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
            ],
            options={
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="TransactionTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "platform",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("type", models.CharField(choices=[("INCOMING", "Incoming"), ("OUTGOING", "Outgoing")], max_length=16)),
                ("count", models.BigIntegerField()),
            ],
            options={
                "verbose_name_plural": "transaction tallies",
                "constraints": [models.UniqueConstraint(fields=("platform", "type"), name="transaction_tally_unique")],
            },
        ),
        migrations.CreateModel(
            name="TransactionTallyMark",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("up_to", models.UUIDField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="transaction_tally_one_mark")
                ],
            },
        ),
        migrations.CreateModel(
            name="ProviderMessage",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "transaction",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.transaction",
                    ),
                ),
                ("step", models.CharField(max_length=16)),
                ("attempt", models.PositiveIntegerField()),
                ("question", models.CharField(choices=[("SUBMIT", "Submit"), ("STATUS", "Status")], max_length=8)),
                ("answer", models.CharField(max_length=16)),
                ("reason", models.CharField(db_default="", default="", max_length=64)),
                ("reference", models.CharField(db_default="", default="", max_length=64)),
                ("milliseconds", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["transaction", "id"], name="provider_message_of_payment"),
                    models.Index(
                        condition=models.Q(("reference", ""), _negated=True),
                        fields=["reference"],
                        name="provider_message_by_reference",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("question__in", ["SUBMIT", "STATUS"])),
                        name="provider_message_question_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RateSnapshot",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("source", models.CharField(max_length=32)),
                ("taken_at", models.DateTimeField()),
                ("as_of", models.DateTimeField(null=True)),
                ("pairs", models.JSONField()),
            ],
            options={
                "indexes": [models.Index(fields=["source", "id"], name="rate_snapshot_of_source")],
            },
        ),
        migrations.CreateModel(
            name="RateFeed",
            fields=[
                ("source", models.CharField(max_length=32, primary_key=True, serialize=False)),
                (
                    "snapshot",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.ratesnapshot",
                    ),
                ),
                ("taken_at", models.DateTimeField(null=True)),
                ("due_at", models.DateTimeField()),
                ("tried_at", models.DateTimeField()),
                ("claimed_by", models.UUIDField(null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("last_error", models.TextField(db_default="", default="")),
            ],
        ),
        migrations.CreateModel(
            name="Quote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                (
                    "customer",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="compliance.customer",
                    ),
                ),
                (
                    "transaction",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.transaction",
                    ),
                ),
                (
                    "lock_side",
                    models.CharField(choices=[("SENDING", "Sending"), ("RECEIVING", "Receiving")], max_length=16),
                ),
                (
                    "source_type",
                    models.CharField(
                        choices=[("ACCOUNT", "Account"), ("REALTIME_FUNDING", "Realtime Funding")], max_length=16
                    ),
                ),
                (
                    "source_internal_account",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.internalaccount",
                    ),
                ),
                (
                    "source_external_account",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.externalaccount",
                    ),
                ),
                ("crypto_network", models.CharField(blank=True, db_default="", default="", max_length=64)),
                (
                    "destination_internal_account",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.internalaccount",
                    ),
                ),
                (
                    "destination_external_account",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.externalaccount",
                    ),
                ),
                ("destination_address", models.CharField(blank=True, db_default="", default="", max_length=320)),
                ("payment_rail", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("sending_currency", models.CharField(max_length=8)),
                ("receiving_currency", models.CharField(max_length=8)),
                ("total_sending", models.BigIntegerField()),
                ("total_receiving", models.BigIntegerField()),
                ("bridge_currency", models.CharField(blank=True, db_default="", default="", max_length=8)),
                ("bridge_amount", models.BigIntegerField(null=True)),
                ("fees_included", models.BigIntegerField()),
                ("exchange_rate", models.DecimalField(decimal_places=30, max_digits=60)),
                ("rounding", models.DecimalField(decimal_places=30, max_digits=60)),
                ("rate_details", models.JSONField()),
                (
                    "rate_snapshot",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.ratesnapshot",
                    ),
                ),
                (
                    "fee_schedule",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.feeschedule",
                    ),
                ),
                ("lookup_id", models.UUIDField(null=True)),
                ("payment_instructions", models.JSONField(null=True)),
                ("counterparty_information", models.JSONField(null=True)),
                ("sender_information", platforms.kit.sealed.SealedJSONField(null=True)),
                (
                    "purpose",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("GIFT", "Gift"),
                            ("SELF", "Self"),
                            ("GOODS_OR_SERVICES", "Goods Or Services"),
                            ("EDUCATION", "Education"),
                            ("HEALTH_OR_MEDICAL", "Health Or Medical"),
                            ("REAL_ESTATE_PURCHASE", "Real Estate Purchase"),
                            ("TAX_PAYMENT", "Tax Payment"),
                            ("LOAN_PAYMENT", "Loan Payment"),
                            ("UTILITY_BILL", "Utility Bill"),
                            ("DONATION", "Donation"),
                            ("TRAVEL", "Travel"),
                            ("OTHER", "Other"),
                        ],
                        db_default="",
                        default="",
                        max_length=32,
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("lock_side__in", ["SENDING", "RECEIVING"])), name="quote_lock_side_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("fees_included__gte", 0),
                            ("rounding__gte", 0),
                            ("total_receiving__gt", 0),
                            ("total_sending__gt", 0),
                        ),
                        name="quote_amounts_positive",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("source_external_account", None),
                                ("source_internal_account", None),
                                ("source_type", "REALTIME_FUNDING"),
                            ),
                            models.Q(
                                ("source_external_account", None),
                                ("source_internal_account__isnull", False),
                                ("source_type", "ACCOUNT"),
                            ),
                            models.Q(
                                ("source_external_account__isnull", False),
                                ("source_internal_account", None),
                                ("source_type", "ACCOUNT"),
                            ),
                            _connector="OR",
                        ),
                        name="quote_has_one_source",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("destination_address", ""),
                                ("destination_external_account__isnull", False),
                                ("destination_internal_account", None),
                            ),
                            models.Q(
                                ("destination_address", ""),
                                ("destination_external_account", None),
                                ("destination_internal_account__isnull", False),
                            ),
                            models.Q(
                                ("destination_external_account", None),
                                ("destination_internal_account", None),
                                models.Q(("destination_address", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="quote_has_one_destination",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("bridge_amount", None), ("bridge_currency", ""), ("destination_address", "")),
                            models.Q(
                                models.Q(("destination_address", ""), _negated=True),
                                models.Q(("bridge_currency", ""), _negated=True),
                                ("bridge_amount__gt", 0),
                            ),
                            _connector="OR",
                        ),
                        name="quote_to_an_address_has_a_bridge",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FundingReceipt",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
                (
                    "transaction",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.transaction",
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("currency", models.CharField(max_length=8)),
                (
                    "use",
                    models.CharField(
                        choices=[("APPLIED", "Applied"), ("RETURNING", "Returning"), ("SUSPENSE", "Suspense")],
                        max_length=16,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="funding_receipt_amount_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("use__in", ["APPLIED", "RETURNING", "SUSPENSE"])),
                        name="funding_receipt_use_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SuspenseItem",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
                (
                    "transaction",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.transaction",
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("currency", models.CharField(max_length=8)),
                ("reason", models.CharField(max_length=64)),
                ("opened_at", models.DateTimeField()),
                ("resolved_at", models.DateTimeField(null=True)),
                (
                    "way",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("GIVE_BACK", "Give Back"),
                            ("PAY_AGAIN", "Pay Again"),
                            ("CREDIT_HOLDER", "Credit Holder"),
                            ("WRITE_OFF", "Write Off"),
                        ],
                        db_default="",
                        default="",
                        max_length=16,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.journalentry",
                    ),
                ),
                ("next_attempt_at", models.DateTimeField(null=True)),
                ("attempts", models.PositiveIntegerField(db_default=0, default=0)),
                ("movement", models.UUIDField(null=True)),
                ("provider_reference", models.CharField(blank=True, db_default="", default="", max_length=64)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("resolved_at", None)), fields=["opened_at"], name="suspense_open"),
                    models.Index(
                        condition=models.Q(("next_attempt_at__isnull", False)),
                        fields=["next_attempt_at"],
                        name="suspense_due",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="suspense_amount_positive"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("way", ""),
                            ("way__in", ["GIVE_BACK", "PAY_AGAIN", "CREDIT_HOLDER", "WRITE_OFF"]),
                            _connector="OR",
                        ),
                        name="suspense_way_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("next_attempt_at", None),
                            models.Q(("resolved_at", None), models.Q(("way", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="suspense_due_while_under_way",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SandboxInvoice",
            fields=[
                ("payment_hash", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("payment_request", models.TextField()),
                ("amount_msat", models.BigIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("OPEN", "Open"),
                            ("ACCEPTED", "Accepted"),
                            ("SETTLED", "Settled"),
                            ("CANCELLED", "Cancelled"),
                        ],
                        db_default="OPEN",
                        default="OPEN",
                        max_length=16,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("paid_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("preimage", models.CharField(blank=True, db_default="", default="", max_length=64)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["OPEN", "ACCEPTED", "SETTLED", "CANCELLED"])),
                        name="sandbox_invoice_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("paid_at", None), ("preimage", ""), ("state", "OPEN")),
                            models.Q(
                                ("ended_at", None), ("paid_at__isnull", False), ("preimage", ""), ("state", "ACCEPTED")
                            ),
                            models.Q(
                                ("ended_at__isnull", False),
                                ("paid_at__isnull", False),
                                ("state", "SETTLED"),
                                models.Q(("preimage", ""), _negated=True),
                            ),
                            models.Q(("ended_at__isnull", False), ("preimage", ""), ("state", "CANCELLED")),
                            _connector="OR",
                        ),
                        name="sandbox_invoice_tells_one_story",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("amount_msat__gt", 0)), name="sandbox_invoice_amount_positive"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StaffRate",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("source", models.CharField(max_length=8)),
                ("destination", models.CharField(max_length=8)),
                ("rate", models.DecimalField(decimal_places=30, max_digits=45)),
                ("effective_at", models.DateTimeField()),
                ("entered_by", models.CharField(max_length=64)),
                ("reason", models.TextField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["source", "destination", "effective_at", "id"], name="staff_rate_history")
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("rate__gt", 0)), name="staff_rate_positive"),
                    models.CheckConstraint(
                        condition=models.Q(("source", models.F("destination")), _negated=True),
                        name="staff_rate_between_two_currencies",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="UmaKey",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                (
                    "purpose",
                    models.CharField(choices=[("SIGNING", "Signing"), ("ENCRYPTION", "Encryption")], max_length=16),
                ),
                ("sealed_private_key", models.BinaryField()),
                ("certificate", models.TextField()),
                ("created_at", models.DateTimeField()),
                ("active_from", models.DateTimeField()),
                ("replaced_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "UMA key",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("platform__isnull", False), ("replaced_at", None)),
                        fields=("platform", "purpose"),
                        name="uma_key_one_newest",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("platform", None), ("replaced_at", None)),
                        fields=("purpose",),
                        name="uma_key_one_newest_of_counterparty",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("purpose__in", ["SIGNING", "ENCRYPTION"])), name="uma_key_purpose_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("replaced_at", None), ("replaced_at__gte", models.F("active_from")), _connector="OR"
                        ),
                        name="uma_key_replaced_after_use",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="UmaCounterpartyKeys",
            fields=[
                ("domain", models.CharField(max_length=253, primary_key=True, serialize=False)),
                ("signing_key", models.BinaryField(null=True)),
                ("encryption_key", models.BinaryField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("asked_at", models.DateTimeField()),
                ("has_failed", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name": "UMA counterparty keys",
                "verbose_name_plural": "UMA counterparty keys",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("encryption_key", None), ("expires_at", None), ("signing_key", None)),
                            models.Q(
                                ("encryption_key__isnull", False),
                                ("expires_at__isnull", False),
                                ("signing_key__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="uma_counterparty_keys_all_or_none",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="UmaNonce",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("domain", models.CharField(max_length=253)),
                ("nonce", models.CharField(max_length=128)),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "UMA nonce",
                "indexes": [models.Index(fields=["expires_at"], name="uma_nonce_by_end")],
                "constraints": [models.UniqueConstraint(fields=("domain", "nonce"), name="uma_nonce_spent_once")],
            },
        ),
        migrations.CreateModel(
            name="IncomingUmaPayment",
            fields=[
                (
                    "transaction",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="payments.transaction",
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("counterparty_domain", models.CharField(max_length=253)),
                ("receiver_address", models.CharField(max_length=320)),
                (
                    "approval",
                    models.CharField(
                        choices=[("ASKED", "Asked"), ("APPROVED", "Approved"), ("REFUSED", "Refused")],
                        db_default="ASKED",
                        default="ASKED",
                        max_length=16,
                    ),
                ),
                ("requested_fields", models.JSONField(default=list)),
                ("receiver_information", platforms.kit.sealed.SealedJSONField(null=True)),
                ("refusal", models.CharField(blank=True, db_default="", default="", max_length=255)),
                ("payment_hash", models.CharField(max_length=64, unique=True)),
                ("preimage", platforms.kit.sealed.SealedTextField()),
                ("invoice", models.TextField(blank=True, db_default="", default="")),
                ("amount_msat", models.BigIntegerField()),
                ("fee_msat", models.BigIntegerField()),
                ("multiplier", models.DecimalField(decimal_places=30, max_digits=60)),
                (
                    "rate_snapshot",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.ratesnapshot",
                    ),
                ),
                (
                    "fee_schedule",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payments.feeschedule",
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                (
                    "ends_as",
                    models.CharField(
                        blank=True,
                        choices=[("UNPAID", "Unpaid"), ("REFUSED", "Refused"), ("HOLDER_GONE", "Holder Gone")],
                        db_default="",
                        default="",
                        max_length=16,
                    ),
                ),
                ("held_until", models.DateTimeField(null=True)),
                ("callback_url", models.TextField(blank=True)),
                ("called_back_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name": "incoming UMA payment",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("approval__in", ["ASKED", "APPROVED", "REFUSED"])),
                        name="incoming_uma_approval_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_as", ""), ("ends_as__in", ["UNPAID", "REFUSED", "HOLDER_GONE"]), _connector="OR"
                        ),
                        name="incoming_uma_ending_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("amount_msat__gte", 1000), ("fee_msat__gte", 0), ("fee_msat__lt", models.F("amount_msat"))
                        ),
                        name="incoming_uma_amounts_sound",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="UmaProvider",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "environment",
                    models.CharField(choices=[("SANDBOX", "Sandbox"), ("PRODUCTION", "Production")], max_length=16),
                ),
                ("name", models.CharField(max_length=255)),
                ("domain", models.CharField(max_length=253)),
                ("lei", models.CharField(blank=True, max_length=20, null=True)),
                ("logo_url", models.URLField(blank=True, max_length=2048, null=True)),
                (
                    "regions",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2), default=list, size=None
                    ),
                ),
                (
                    "currencies",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=8), default=list, size=None
                    ),
                ),
                ("is_blocked", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "UMA provider",
                "indexes": [models.Index(fields=["environment", "created_at", "id"], name="uma_provider_list")],
                "constraints": [
                    models.UniqueConstraint(fields=("environment", "domain"), name="uma_provider_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("domain", django.db.models.functions.text.Lower("domain"))),
                        name="uma_provider_domain_lower_case",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("environment__in", ["SANDBOX", "PRODUCTION"])),
                        name="uma_provider_environment_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OutgoingUmaPayment",
            fields=[
                (
                    "transaction",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="payments.transaction",
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("counterparty_domain", models.CharField(max_length=253)),
                ("invoice", models.TextField()),
                ("payment_hash", models.CharField(max_length=64, unique=True)),
                ("amount_msat", models.BigIntegerField()),
                ("most_fee_msat", models.BigIntegerField()),
                ("callback_url", models.TextField(blank=True)),
                ("preimage", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("fee_msat", models.BigIntegerField(null=True)),
                ("called_back_at", models.DateTimeField(null=True)),
                ("receiver_status", models.CharField(blank=True, db_default="", default="", max_length=16)),
                ("receiver_error", models.CharField(blank=True, db_default="", default="", max_length=512)),
            ],
            options={
                "verbose_name": "outgoing UMA payment",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount_msat__gt", 0), ("most_fee_msat__gte", 0)),
                        name="outgoing_uma_amounts_sound",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("fee_msat", None), ("preimage", "")),
                            models.Q(models.Q(("preimage", ""), _negated=True), ("fee_msat__gte", 0)),
                            _connector="OR",
                        ),
                        name="outgoing_uma_proof_has_its_fee",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "ledger.sql").read_text(), UNDO_LEDGER),
        migrations.RunSQL((SQL / "rates.sql").read_text(), UNDO_RATES),
        migrations.RunSQL((SQL / "quotes.sql").read_text(), UNDO_QUOTES),
        migrations.RunSQL((SQL / "append_only.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "search.sql").read_text(), migrations.RunSQL.noop),
    ]

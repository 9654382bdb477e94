"""The tables of the platforms app, and what its database functions and triggers promise."""

import datetime
from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

import platforms.kit.identifiers
import platforms.kit.sealed

SQL = Path(__file__).parent / "sql"
# Triggers go with their functions and tables.
UNDO_APPEND_ONLY = "DROP FUNCTION platforms_refuse_change() CASCADE"
UNDO_PROPOSALS = "DROP FUNCTION platforms_guard_proposal() CASCADE"
UNDO_IDEMPOTENCY = "DROP FUNCTION platforms_open_command(uuid, uuid, text, boolean, timestamptz)"


class Migration(migrations.Migration):
    """Create the tables, then the functions and triggers."""

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Platform",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=255)),
                (
                    "environment",
                    models.CharField(choices=[("SANDBOX", "Sandbox"), ("PRODUCTION", "Production")], max_length=16),
                ),
                ("uma_domain", models.CharField(max_length=253)),
                ("proxy_uma_subdomain", models.CharField(max_length=63)),
                ("webhook_endpoint", models.URLField(blank=True, db_default="", default="", max_length=2048)),
                ("contact_email", models.EmailField(blank=True, db_default="", default="", max_length=254)),
                ("is_regulated_financial_institution", models.BooleanField(default=False)),
                ("clock_offset", models.DurationField(default=datetime.timedelta)),
                ("rate_limit_per_second", models.PositiveIntegerField(blank=True, null=True)),
                ("rate_limit_burst", models.PositiveIntegerField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("uma_domain"), name="platform_uma_domain_unique"
                    ),
                    models.UniqueConstraint(
                        fields=("proxy_uma_subdomain",), name="platform_proxy_uma_subdomain_unique"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("environment", "SANDBOX"), ("clock_offset", datetime.timedelta(0)), _connector="OR"
                        ),
                        name="platform_production_clock_is_real",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("environment__in", ["SANDBOX", "PRODUCTION"])),
                        name="platform_environment_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlatformCurrency",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="currencies", to="platforms.platform"
                    ),
                ),
                ("code", models.CharField(max_length=8)),
                ("position", models.PositiveSmallIntegerField()),
                ("min_amount", models.BigIntegerField()),
                ("max_amount", models.BigIntegerField()),
                (
                    "enabled_transaction_types",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[("INCOMING", "Incoming"), ("OUTGOING", "Outgoing")], max_length=16
                        ),
                        size=None,
                    ),
                ),
                ("required_counterparty_fields", models.JSONField(default=list)),
            ],
            options={
                "verbose_name_plural": "platform currencies",
                "ordering": ("position",),
                "constraints": [
                    models.UniqueConstraint(fields=("platform", "code"), name="platform_currency_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("max_amount__gte", models.F("min_amount")), ("min_amount__gte", 0)),
                        name="platform_currency_limits_ordered",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="api_tokens", to="platforms.platform"
                    ),
                ),
                ("name", models.CharField(max_length=255)),
                (
                    "permissions",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[("VIEW", "View"), ("TRANSACT", "Transact"), ("MANAGE", "Manage")], max_length=16
                        ),
                        size=None,
                    ),
                ),
                ("client_id", models.CharField(max_length=32, unique=True)),
                ("secret_hash", models.BinaryField(max_length=32)),
                (
                    "allowed_ips",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=64), blank=True, default=list, size=None
                    ),
                ),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "API token",
                "indexes": [models.Index(fields=["platform", "-created_at", "-id"], name="api_token_newest_first")],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "platform",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                ("at", models.DateTimeField()),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
                ("verb", models.CharField(max_length=64)),
                ("subject", models.CharField(max_length=64)),
                ("request_id", models.CharField(db_default="", default="", max_length=64)),
                ("details", models.JSONField(default=dict)),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "indexes": [
                    models.Index(fields=["subject", "id"], name="audit_by_subject"),
                    models.Index(fields=["request_id"], name="audit_by_request"),
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditSeal",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("after_id", models.BigIntegerField()),
                ("last_id", models.BigIntegerField()),
                ("rows", models.PositiveIntegerField()),
                ("index", models.BinaryField()),
                ("digest", models.BinaryField(max_length=32)),
                ("sealed_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("after_id",), name="audit_seal_one_behind_another"),
                    models.CheckConstraint(
                        condition=models.Q(("last_id__gt", models.F("after_id")), ("number__gte", 1), ("rows__gte", 1)),
                        name="audit_seal_of_something",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditCheckRun",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField()),
                ("seals", models.BigIntegerField()),
                ("rows", models.BigIntegerField()),
                ("faults", models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
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
                ("key", models.CharField(max_length=255)),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("status", models.PositiveSmallIntegerField()),
                ("body", models.BinaryField()),
                ("is_sealed", models.BooleanField(default=False)),
                ("moved_money", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("moved_money", False)),
                        fields=["created_at"],
                        name="idempotency_key_forgettable",
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("platform", "key"), name="idempotency_key_unique")],
            },
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("verb", models.CharField(max_length=64)),
                ("subject", models.CharField(max_length=64)),
                ("arguments", models.JSONField(default=dict)),
                ("reason", models.CharField(max_length=1000)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("OPEN", "Open"),
                            ("APPROVED", "Approved"),
                            ("DECLINED", "Declined"),
                            ("WITHDRAWN", "Withdrawn"),
                            ("EXPIRED", "Expired"),
                        ],
                        default="OPEN",
                        max_length=16,
                    ),
                ),
                ("proposed_by", models.CharField(max_length=64)),
                ("proposed_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("decided_by", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("decision_reason", models.CharField(blank=True, db_default="", default="", max_length=1000)),
                ("last_refusal", models.CharField(blank=True, db_default="", default="", max_length=1000)),
                ("refused_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "OPEN")), fields=["expires_at"], name="proposal_open_by_expiry"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["OPEN", "APPROVED", "DECLINED", "WITHDRAWN", "EXPIRED"])),
                        name="proposal_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status__in", ("APPROVED", "DECLINED")), _negated=True),
                            models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                            _connector="OR",
                        ),
                        name="proposal_second_person_is_another",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at", None), ("decided_by", ""), ("status", "OPEN")),
                            models.Q(
                                models.Q(("status", "OPEN"), _negated=True),
                                models.Q(("decided_by", ""), _negated=True),
                                ("decided_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="proposal_decision_is_whole",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "OPEN")),
                        fields=("verb", "subject"),
                        name="proposal_one_open_of_a_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("username", models.CharField(max_length=150, unique=True)),
                ("secret", platforms.kit.sealed.SealedTextField()),
                ("created_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("last_step", models.BigIntegerField(default=0)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("blocked_until", models.DateTimeField(blank=True, null=True)),
                (
                    "recovery_hashes",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BinaryField(), default=list, size=None),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("confirmed_at__isnull", False), ("recovery_hashes", []), _connector="OR"),
                        name="second_factor_recovers_when_confirmed",
                    )
                ],
            },
        ),
        migrations.RunSQL((SQL / "append_only.sql").read_text(), UNDO_APPEND_ONLY),
        migrations.RunSQL((SQL / "proposals.sql").read_text(), UNDO_PROPOSALS),
        migrations.RunSQL((SQL / "idempotency.sql").read_text(), UNDO_IDEMPOTENCY),
    ]

"""Beneficial owners and verifications."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import platforms.kit.clock
import platforms.kit.identifiers
import platforms.kit.sealed

SQL = (Path(__file__).parent / "sql" / "0003_verifications.sql").read_text()
UNDO = """
DROP TRIGGER compliance_beneficialownerstatuschange_append_only ON compliance_beneficialownerstatuschange;
DROP TRIGGER compliance_verificationstatuschange_append_only ON compliance_verificationstatuschange;
"""


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("compliance", "0002_functions"), ("platforms", "0002_functions")]

    operations = [
        migrations.CreateModel(
            name="BeneficialOwner",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "roles",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("UBO", "Ubo"),
                                ("DIRECTOR", "Director"),
                                ("COMPANY_OFFICER", "Company Officer"),
                                ("CONTROL_PERSON", "Control Person"),
                                ("TRUSTEE", "Trustee"),
                                ("GENERAL_PARTNER", "General Partner"),
                            ],
                            max_length=32,
                        ),
                        size=None,
                    ),
                ),
                ("ownership_percentage", models.DecimalField(decimal_places=6, max_digits=9)),
                ("personal_info", platforms.kit.sealed.SealedJSONField(closed=("identifier",))),
                (
                    "kyc_status",
                    models.CharField(
                        choices=[("PENDING", "Pending"), ("REJECTED", "Rejected"), ("APPROVED", "Approved")],
                        max_length=16,
                    ),
                ),
                ("created_at", models.DateTimeField(default=platforms.kit.clock.now)),
                ("updated_at", models.DateTimeField(default=platforms.kit.clock.now)),
                (
                    "customer",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="beneficial_owners",
                        to="compliance.customer",
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
            ],
            options={
                "ordering": ("created_at", "id"),
            },
        ),
        migrations.CreateModel(
            name="BeneficialOwnerStatusChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("from_status", models.CharField(blank=True, max_length=16)),
                (
                    "to_status",
                    models.CharField(
                        choices=[("PENDING", "Pending"), ("REJECTED", "Rejected"), ("APPROVED", "Approved")],
                        max_length=16,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("cause", models.CharField(max_length=32)),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
                (
                    "beneficial_owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="status_changes",
                        to="compliance.beneficialowner",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="Verification",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("RESOLVE_ERRORS", "Resolve Errors"),
                            ("READY_FOR_VERIFICATION", "Ready For Verification"),
                            ("IN_PROGRESS", "In Progress"),
                            ("PENDING_MANUAL_REVIEW", "Pending Manual Review"),
                            ("APPROVED", "Approved"),
                            ("REJECTED", "Rejected"),
                        ],
                        max_length=32,
                    ),
                ),
                ("errors", models.JSONField(default=list)),
                ("findings", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(default=platforms.kit.clock.now)),
                ("updated_at", models.DateTimeField(default=platforms.kit.clock.now)),
                ("submitted_at", models.DateTimeField(blank=True, null=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "customer",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="verifications",
                        to="compliance.customer",
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
            ],
        ),
        migrations.CreateModel(
            name="VerificationStatusChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("from_status", models.CharField(blank=True, max_length=32)),
                (
                    "to_status",
                    models.CharField(
                        choices=[
                            ("RESOLVE_ERRORS", "Resolve Errors"),
                            ("READY_FOR_VERIFICATION", "Ready For Verification"),
                            ("IN_PROGRESS", "In Progress"),
                            ("PENDING_MANUAL_REVIEW", "Pending Manual Review"),
                            ("APPROVED", "Approved"),
                            ("REJECTED", "Rejected"),
                        ],
                        max_length=32,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("cause", models.CharField(max_length=32)),
                ("reason", models.CharField(blank=True, max_length=1000)),
                ("errors", models.JSONField(default=list)),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
                (
                    "verification",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="status_changes",
                        to="compliance.verification",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
            },
        ),
        migrations.AddIndex(
            model_name="beneficialowner",
            index=models.Index(
                models.F("customer"), models.F("created_at"), models.F("id"), name="beneficial_owner_of_customer"
            ),
        ),
        migrations.AddConstraint(
            model_name="beneficialowner",
            constraint=models.CheckConstraint(
                condition=models.Q(("kyc_status__in", ["PENDING", "REJECTED", "APPROVED"])),
                name="beneficial_owner_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="beneficialowner",
            constraint=models.CheckConstraint(
                condition=models.Q(("ownership_percentage__gte", 0), ("ownership_percentage__lte", 100)),
                name="beneficial_owner_share_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="beneficialowner",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "roles__contained_by",
                        ["UBO", "DIRECTOR", "COMPANY_OFFICER", "CONTROL_PERSON", "TRUSTEE", "GENERAL_PARTNER"],
                    ),
                    ("roles__len__gte", 1),
                ),
                name="beneficial_owner_roles_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="beneficialownerstatuschange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("to_status__in", ["PENDING", "REJECTED", "APPROVED"]),
                    models.Q(
                        ("from_status", ""), ("from_status__in", ["PENDING", "REJECTED", "APPROVED"]), _connector="OR"
                    ),
                ),
                name="beneficial_owner_change_known",
            ),
        ),
        migrations.AddIndex(
            model_name="verification",
            index=models.Index(
                models.F("platform"),
                models.OrderBy(models.F("created_at"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                name="verification_newest_first",
            ),
        ),
        migrations.AddIndex(
            model_name="verification",
            index=models.Index(
                models.F("platform"),
                models.F("status"),
                models.OrderBy(models.F("created_at"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                name="verification_by_status",
            ),
        ),
        migrations.AddIndex(
            model_name="verification",
            index=models.Index(
                models.F("platform"),
                models.F("customer"),
                models.OrderBy(models.F("created_at"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                name="verification_of_customer",
            ),
        ),
        migrations.AddIndex(
            model_name="verification",
            index=models.Index(
                condition=models.Q(("status", "PENDING_MANUAL_REVIEW")),
                fields=["submitted_at"],
                name="verification_review_queue",
            ),
        ),
        migrations.AddConstraint(
            model_name="verification",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["APPROVED", "REJECTED"]), _negated=True),
                fields=("customer",),
                name="verification_one_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="verification",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "status__in",
                        [
                            "RESOLVE_ERRORS",
                            "READY_FOR_VERIFICATION",
                            "IN_PROGRESS",
                            "PENDING_MANUAL_REVIEW",
                            "APPROVED",
                            "REJECTED",
                        ],
                    )
                ),
                name="verification_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="verification",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at__isnull", False), ("status__in", ["APPROVED", "REJECTED"])),
                    models.Q(models.Q(("status__in", ["APPROVED", "REJECTED"]), _negated=True), ("decided_at", None)),
                    _connector="OR",
                ),
                name="verification_decided_when_final",
            ),
        ),
        migrations.AddConstraint(
            model_name="verificationstatuschange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "to_status__in",
                        [
                            "RESOLVE_ERRORS",
                            "READY_FOR_VERIFICATION",
                            "IN_PROGRESS",
                            "PENDING_MANUAL_REVIEW",
                            "APPROVED",
                            "REJECTED",
                        ],
                    ),
                    models.Q(
                        ("from_status", ""),
                        (
                            "from_status__in",
                            [
                                "RESOLVE_ERRORS",
                                "READY_FOR_VERIFICATION",
                                "IN_PROGRESS",
                                "PENDING_MANUAL_REVIEW",
                                "APPROVED",
                                "REJECTED",
                            ],
                        ),
                        _connector="OR",
                    ),
                ),
                name="verification_change_known",
            ),
        ),
        migrations.RunSQL(SQL, UNDO),
    ]

"""The tables of the compliance app, and what its triggers promise."""

from pathlib import Path

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
from django.db import migrations, models

import platforms.kit.identifiers
import platforms.kit.sealed

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Create the tables, then the triggers and an index of names."""

    initial = True

    dependencies = [
        ("platforms", "0001_initial"),
        # The stack's order. Django makes the state of a model and of all that it is related to anew for each new model,
        # so it is cheaper to end the small apps first.
        ("webhooks", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Customer",
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
                ("platform_customer_id", models.CharField(max_length=255)),
                (
                    "customer_type",
                    models.CharField(choices=[("INDIVIDUAL", "Individual"), ("BUSINESS", "Business")], max_length=16),
                ),
                ("region", models.CharField(blank=True, max_length=2, null=True)),
                (
                    "currencies",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=8), size=None),
                ),
                ("uma_address", models.CharField(max_length=320)),
                (
                    "kyc_status",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("UNVERIFIED", "Unverified"),
                            ("PENDING", "Pending"),
                            ("APPROVED", "Approved"),
                            ("REJECTED", "Rejected"),
                        ],
                        max_length=16,
                        null=True,
                    ),
                ),
                (
                    "kyb_status",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("UNVERIFIED", "Unverified"),
                            ("PENDING", "Pending"),
                            ("APPROVED", "Approved"),
                            ("REJECTED", "Rejected"),
                        ],
                        max_length=16,
                        null=True,
                    ),
                ),
                ("full_name", models.CharField(blank=True, max_length=255, null=True)),
                ("birth_date", models.DateField(blank=True, null=True)),
                ("nationality", models.CharField(blank=True, max_length=2, null=True)),
                ("address", models.JSONField(blank=True, null=True)),
                (
                    "business_info",
                    platforms.kit.sealed.SealedJSONField(blank=True, closed=("registrationNumber", "taxId"), null=True),
                ),
                (
                    "tax_id_digest",
                    platforms.kit.sealed.BlindIndexField(db_index=True, is_compact=True, null=True, source="tax_id"),
                ),
                ("retired_uma_digest", models.BinaryField(null=True, unique=True)),
                ("erased_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("platform"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        name="customer_newest_first",
                    ),
                    models.Index(
                        models.F("platform"),
                        models.F("platform_customer_id"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        name="customer_by_platform_id",
                    ),
                    models.Index(
                        models.F("platform"),
                        models.F("region"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        name="customer_by_region",
                    ),
                    models.Index(
                        models.F("platform"),
                        models.F("customer_type"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        name="customer_by_type",
                    ),
                    models.Index(
                        models.F("platform"),
                        models.F("kyc_status"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("kyc_status__isnull", False)),
                        name="customer_by_kyc_status",
                    ),
                    models.Index(
                        models.F("platform"),
                        models.F("kyb_status"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("kyb_status__isnull", False)),
                        name="customer_by_kyb_status",
                    ),
                    models.Index(fields=["platform", "updated_at"], name="customer_by_change"),
                    django.contrib.postgres.indexes.GinIndex(fields=["currencies"], name="customer_by_currency"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("uma_address",), name="customer_uma_address_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("uma_address", django.db.models.functions.text.Lower("uma_address"))),
                        name="customer_uma_address_lower_case",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("customer_type", "INDIVIDUAL"), ("kyb_status", None), ("kyc_status__isnull", False)
                            ),
                            models.Q(
                                ("customer_type", "BUSINESS"), ("kyb_status__isnull", False), ("kyc_status", None)
                            ),
                            _connector="OR",
                        ),
                        name="customer_type_has_its_status",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kyc_status", None),
                            ("kyc_status__in", ["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"]),
                            _connector="OR",
                        ),
                        name="customer_kyc_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kyb_status", None),
                            ("kyb_status__in", ["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"]),
                            _connector="OR",
                        ),
                        name="customer_kyb_status_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CustomerStatusChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="status_changes",
                        to="compliance.customer",
                    ),
                ),
                ("from_status", models.CharField(blank=True, max_length=16)),
                (
                    "to_status",
                    models.CharField(
                        choices=[
                            ("UNVERIFIED", "Unverified"),
                            ("PENDING", "Pending"),
                            ("APPROVED", "Approved"),
                            ("REJECTED", "Rejected"),
                        ],
                        max_length=16,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("cause", models.CharField(max_length=32)),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("to_status__in", ["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"]),
                            models.Q(
                                ("from_status", ""),
                                ("from_status__in", ["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"]),
                                _connector="OR",
                            ),
                        ),
                        name="customer_status_change_known",
                    )
                ],
            },
        ),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="beneficial_owners",
                        to="compliance.customer",
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
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("created_at", "id"),
                "indexes": [
                    models.Index(
                        models.F("customer"),
                        models.F("created_at"),
                        models.F("id"),
                        name="beneficial_owner_of_customer",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kyc_status__in", ["PENDING", "REJECTED", "APPROVED"])),
                        name="beneficial_owner_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ownership_percentage__gte", 0), ("ownership_percentage__lte", 100)),
                        name="beneficial_owner_share_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "roles__contained_by",
                                ["UBO", "DIRECTOR", "COMPANY_OFFICER", "CONTROL_PERSON", "TRUSTEE", "GENERAL_PARTNER"],
                            ),
                            ("roles__len__gte", 1),
                        ),
                        name="beneficial_owner_roles_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BeneficialOwnerStatusChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "beneficial_owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="status_changes",
                        to="compliance.beneficialowner",
                    ),
                ),
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
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("to_status__in", ["PENDING", "REJECTED", "APPROVED"]),
                            models.Q(
                                ("from_status", ""),
                                ("from_status__in", ["PENDING", "REJECTED", "APPROVED"]),
                                _connector="OR",
                            ),
                        ),
                        name="beneficial_owner_change_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BulkImport",
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
                    "status",
                    models.CharField(
                        choices=[
                            ("PENDING", "Pending"),
                            ("PROCESSING", "Processing"),
                            ("COMPLETED", "Completed"),
                            ("FAILED", "Failed"),
                        ],
                        default="PENDING",
                        max_length=16,
                    ),
                ),
                ("size", models.BigIntegerField()),
                (
                    "columns",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(blank=True, max_length=64), size=None
                    ),
                ),
                ("position", models.BigIntegerField()),
                ("total", models.IntegerField(default=0)),
                ("processed", models.IntegerField(default=0)),
                ("successful", models.IntegerField(default=0)),
                ("failed", models.IntegerField(default=0)),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
                ("request_id", models.CharField(blank=True, max_length=64)),
                ("next_run_at", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.IntegerField(default=0)),
                ("failures", models.IntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("completed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("platform"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        name="bulk_import_newest_first",
                    ),
                    models.Index(
                        condition=models.Q(("next_run_at__isnull", False)),
                        fields=["next_run_at"],
                        name="bulk_import_due",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["PENDING", "PROCESSING", "COMPLETED", "FAILED"])),
                        name="bulk_import_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "processed",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("successful"), "+", models.F("failed")
                                ),
                            )
                        ),
                        name="bulk_import_counters_add_up",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("status__in", ("COMPLETED", "FAILED")),
                                ("completed_at__isnull", False),
                                ("next_run_at", None),
                            ),
                            models.Q(
                                models.Q(("status__in", ("COMPLETED", "FAILED")), _negated=True),
                                ("completed_at", None),
                                ("next_run_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="bulk_import_over_or_due",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BulkImportPart",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "bulk_import",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="parts",
                        to="compliance.bulkimport",
                    ),
                ),
                ("number", models.IntegerField()),
                ("content", models.BinaryField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("bulk_import", "number"), name="bulk_import_part_unique")
                ],
            },
        ),
        migrations.CreateModel(
            name="BulkImportError",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "bulk_import",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="errors",
                        to="compliance.bulkimport",
                    ),
                ),
                ("row", models.IntegerField()),
                ("correlation_id", models.CharField(max_length=255)),
                ("code", models.CharField(max_length=64)),
                ("message", models.CharField(max_length=500)),
                ("details", models.JSONField(default=dict)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("bulk_import", "row"), name="bulk_import_error_once")],
            },
        ),
        migrations.CreateModel(
            name="Document",
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
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="documents",
                        to="compliance.customer",
                    ),
                ),
                (
                    "beneficial_owner",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="documents",
                        to="compliance.beneficialowner",
                    ),
                ),
                (
                    "document_type",
                    models.CharField(
                        choices=[
                            ("PASSPORT", "Passport"),
                            ("DRIVERS_LICENSE", "Drivers License"),
                            ("NATIONAL_ID", "National Id"),
                            ("PROOF_OF_ADDRESS", "Proof Of Address"),
                            ("BANK_STATEMENT", "Bank Statement"),
                            ("TAX_RETURN", "Tax Return"),
                            ("CERTIFICATE_OF_INCORPORATION", "Certificate Of Incorporation"),
                            ("ARTICLES_OF_INCORPORATION", "Articles Of Incorporation"),
                            ("ARTICLES_OF_ASSOCIATION", "Articles Of Association"),
                            ("STATE_REGISTRY_EXCERPT", "State Registry Excerpt"),
                            ("GOOD_STANDING_CERTIFICATE", "Good Standing Certificate"),
                            ("INFORMATION_STATEMENT", "Information Statement"),
                            ("INCUMBENCY_CERTIFICATE", "Incumbency Certificate"),
                            ("BUSINESS_LICENSE", "Business License"),
                            ("SHAREHOLDER_REGISTER", "Shareholder Register"),
                            ("POWER_OF_ATTORNEY", "Power Of Attorney"),
                            ("UTILITY_BILL", "Utility Bill"),
                            ("SELFIE", "Selfie"),
                            ("OTHER", "Other"),
                        ],
                        max_length=32,
                    ),
                ),
                (
                    "side",
                    models.CharField(
                        blank=True, choices=[("FRONT", "Front"), ("BACK", "Back")], max_length=8, null=True
                    ),
                ),
                ("country", models.CharField(max_length=2)),
                ("document_number", platforms.kit.sealed.SealedTextField(blank=True, null=True)),
                ("file_name", models.CharField(max_length=255)),
                (
                    "content_type",
                    models.CharField(
                        choices=[("application/pdf", "Pdf"), ("image/jpeg", "Jpeg"), ("image/png", "Png")],
                        max_length=32,
                    ),
                ),
                ("size", models.PositiveIntegerField()),
                ("sha256", models.BinaryField()),
                ("storage_key", models.CharField(max_length=128, unique=True)),
                (
                    "status",
                    models.CharField(
                        choices=[("UPLOADED", "Uploaded"), ("SUBMITTED", "Submitted"), ("REJECTED", "Rejected")],
                        default="UPLOADED",
                        max_length=16,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "permissions": (("read_document", "Can read the content of documents"),),
                "indexes": [
                    models.Index(
                        models.F("platform"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("deleted_at", None)),
                        name="document_newest_first",
                    ),
                    models.Index(
                        models.F("customer"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("deleted_at", None)),
                        name="document_of_customer",
                    ),
                    models.Index(
                        models.F("beneficial_owner"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("deleted_at", None)),
                        name="document_of_owner",
                    ),
                    models.Index(
                        condition=models.Q(("deleted_at", None)), fields=["sha256"], name="document_by_content"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("beneficial_owner", None), ("customer__isnull", False)),
                            models.Q(("beneficial_owner__isnull", False), ("customer", None)),
                            _connector="OR",
                        ),
                        name="document_has_one_holder",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["UPLOADED", "SUBMITTED", "REJECTED"])),
                        name="document_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "document_type__in",
                                [
                                    "PASSPORT",
                                    "DRIVERS_LICENSE",
                                    "NATIONAL_ID",
                                    "PROOF_OF_ADDRESS",
                                    "BANK_STATEMENT",
                                    "TAX_RETURN",
                                    "CERTIFICATE_OF_INCORPORATION",
                                    "ARTICLES_OF_INCORPORATION",
                                    "ARTICLES_OF_ASSOCIATION",
                                    "STATE_REGISTRY_EXCERPT",
                                    "GOOD_STANDING_CERTIFICATE",
                                    "INFORMATION_STATEMENT",
                                    "INCUMBENCY_CERTIFICATE",
                                    "BUSINESS_LICENSE",
                                    "SHAREHOLDER_REGISTER",
                                    "POWER_OF_ATTORNEY",
                                    "UTILITY_BILL",
                                    "SELFIE",
                                    "OTHER",
                                ],
                            )
                        ),
                        name="document_type_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("side", None), ("side__in", ["FRONT", "BACK"]), _connector="OR"),
                        name="document_side_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("content_type__in", ["application/pdf", "image/jpeg", "image/png"])),
                        name="document_format_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RetiredFile",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="retired_files",
                        to="compliance.document",
                    ),
                ),
                ("storage_key", models.CharField(max_length=128, unique=True)),
                ("sha256", models.BinaryField()),
                ("retired_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("erased_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("erased_at", None)), fields=["due_at"], name="retired_file_due")
                ],
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="verifications",
                        to="compliance.customer",
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
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("submitted_at", models.DateTimeField(blank=True, null=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("platform"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        name="verification_newest_first",
                    ),
                    models.Index(
                        models.F("platform"),
                        models.F("status"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        name="verification_by_status",
                    ),
                    models.Index(
                        models.F("platform"),
                        models.F("customer"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        name="verification_of_customer",
                    ),
                    models.Index(
                        condition=models.Q(("status", "PENDING_MANUAL_REVIEW")),
                        fields=["submitted_at"],
                        name="verification_review_queue",
                    ),
                    models.Index(
                        condition=models.Q(("status", "PENDING_MANUAL_REVIEW")),
                        fields=["platform", "submitted_at"],
                        name="verification_platform_queue",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ["APPROVED", "REJECTED"]), _negated=True),
                        fields=("customer",),
                        name="verification_one_open",
                    ),
                    models.CheckConstraint(
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
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", False), ("status__in", ["APPROVED", "REJECTED"])),
                            models.Q(
                                models.Q(("status__in", ["APPROVED", "REJECTED"]), _negated=True), ("decided_at", None)
                            ),
                            _connector="OR",
                        ),
                        name="verification_decided_when_final",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="KycLink",
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
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="kyc_links", to="compliance.customer"
                    ),
                ),
                ("token_hash", models.BinaryField(unique=True)),
                ("redirect_uri", models.CharField(blank=True, db_default="", default="", max_length=2048)),
                ("session_hash", models.BinaryField(null=True)),
                ("answers", models.BinaryField(null=True)),
                (
                    "verification",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="compliance.verification",
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("completed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="VerificationStatusChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "verification",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="status_changes",
                        to="compliance.verification",
                    ),
                ),
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
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
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
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ReviewAssignment",
            fields=[
                (
                    "verification",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="assignment",
                        serialize=False,
                        to="compliance.verification",
                    ),
                ),
                ("assigned_to", models.CharField(blank=True, default="", max_length=64)),
                ("assigned_at", models.DateTimeField(null=True)),
                ("escalated_by", models.CharField(blank=True, default="", max_length=64)),
                ("escalated_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("assigned_to", ""), _negated=True),
                        fields=["assigned_to"],
                        name="review_of_reviewer",
                    ),
                    models.Index(
                        condition=models.Q(("escalated_at__isnull", False)),
                        fields=["escalated_at"],
                        name="review_escalated",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("assigned_at", None), ("assigned_to", "")),
                            models.Q(models.Q(("assigned_to", ""), _negated=True), ("assigned_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="review_assigned_since",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("escalated_at", None), ("escalated_by", "")),
                            models.Q(models.Q(("escalated_by", ""), _negated=True), ("escalated_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="review_escalated_since",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReviewNote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "verification",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notes",
                        to="compliance.verification",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("NOTE", "Note"),
                            ("RELEASE", "Release"),
                            ("REASSIGNMENT", "Reassignment"),
                            ("ESCALATION", "Escalation"),
                        ],
                        max_length=16,
                    ),
                ),
                ("text", platforms.kit.sealed.SealedTextField()),
                ("at", models.DateTimeField()),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
            ],
            options={
                "indexes": [models.Index(fields=["verification", "id"], name="review_note_of_case")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["NOTE", "RELEASE", "REASSIGNMENT", "ESCALATION"])),
                        name="review_note_kind_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ScreeningListVersion",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=64)),
                ("kind", models.CharField(choices=[("SANCTION", "Sanction"), ("PEP", "Pep")], max_length=16)),
                ("checksum", models.CharField(max_length=64)),
                ("published_at", models.DateTimeField()),
                ("loaded_at", models.DateTimeField()),
                ("entry_count", models.PositiveIntegerField()),
                ("is_current", models.BooleanField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)), fields=("name",), name="screening_list_one_current"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["SANCTION", "PEP"])), name="screening_list_kind_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ScreeningListEntry",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="compliance.screeninglistversion",
                    ),
                ),
                ("reference", models.CharField(max_length=64)),
                ("kind", models.CharField(choices=[("PERSON", "Person"), ("BUSINESS", "Business")], max_length=16)),
                (
                    "names",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=512), size=None),
                ),
                (
                    "birth_years",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), null=True, size=2
                    ),
                ),
                (
                    "birth_dates",
                    django.contrib.postgres.fields.ArrayField(base_field=models.DateField(), default=list, size=None),
                ),
                (
                    "countries",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2), default=list, size=None
                    ),
                ),
                (
                    "identifiers",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=64), default=list, size=None
                    ),
                ),
                ("listed_on", models.CharField(blank=True, max_length=32)),
            ],
            options={
                "verbose_name_plural": "screening list entries",
                "constraints": [
                    models.UniqueConstraint(fields=("version", "reference"), name="screening_entry_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["PERSON", "BUSINESS"])), name="screening_entry_kind_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Screening",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="screenings", to="compliance.customer"
                    ),
                ),
                ("cause", models.CharField(max_length=32)),
                (
                    "subjects",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=64), size=None),
                ),
                (
                    "compared_with",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=128), size=None),
                ),
                ("threshold", models.PositiveSmallIntegerField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[("CLEAR", "Clear"), ("HITS", "Hits"), ("NOT_SCREENED", "Not Screened")], max_length=16
                    ),
                ),
                ("hit_count", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("outcome__in", ["CLEAR", "HITS", "NOT_SCREENED"])),
                        name="screening_outcome_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ScreeningHit",
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
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="screening_hits",
                        to="compliance.customer",
                    ),
                ),
                (
                    "screening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="hits", to="compliance.screening"
                    ),
                ),
                ("subject", models.CharField(max_length=64)),
                ("list_name", models.CharField(max_length=128)),
                ("entry_reference", models.CharField(max_length=64)),
                ("kind", models.CharField(choices=[("SANCTION", "Sanction"), ("PEP", "Pep")], max_length=16)),
                ("matched_name", models.CharField(max_length=512)),
                ("score", models.PositiveSmallIntegerField()),
                ("details", models.JSONField(default=dict)),
                ("fingerprint", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[("OPEN", "Open"), ("CLEARED", "Cleared"), ("CONFIRMED", "Confirmed")], max_length=16
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("decided_by_kind", models.CharField(blank=True, max_length=16)),
                ("decided_by_id", models.CharField(blank=True, max_length=64)),
                ("reason", models.CharField(blank=True, max_length=1000)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "OPEN")), fields=["created_at"], name="screening_hit_queue"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("subject", "fingerprint"), name="screening_hit_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["OPEN", "CLEARED", "CONFIRMED"])),
                        name="screening_hit_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["SANCTION", "PEP"])), name="screening_hit_kind_known"
                    ),
                    models.CheckConstraint(condition=models.Q(("score__lte", 100)), name="screening_hit_score_bounded"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at", None), ("state", "OPEN")),
                            models.Q(
                                models.Q(("state", "OPEN"), _negated=True),
                                ("decided_at__isnull", False),
                                models.Q(("reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="screening_hit_decided_with_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ScreeningSweep",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sweeps",
                        to="compliance.screeninglistversion",
                    ),
                ),
                ("cursor", models.UUIDField(null=True)),
                ("customer_count", models.PositiveIntegerField(default=0)),
                ("hit_count", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                ("is_running", models.BooleanField(default=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_running", True)), fields=("is_running",), name="screening_one_sweep"
                    )
                ],
            },
        ),
        migrations.RunSQL((SQL / "append_only.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "search.sql").read_text(), migrations.RunSQL.noop),
    ]

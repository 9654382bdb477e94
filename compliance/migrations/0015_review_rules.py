"""Rules of approvals, and what was looked at before each approval."""

import pathlib

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import platforms.base.identifiers

SQL = pathlib.Path(__file__).parent / "sql"
_FLAGS = [
    ("EVERY", "Every case"),
    ("BUSINESS", "A business"),
    ("VOLUME", "Expected volume a month"),
    ("HIGH_RISK_COUNTRY", "High-risk country"),
    ("SANCTION_CLEARED", "Sanctions hit cleared"),
    ("PEP_CLEARED", "PEP hit cleared"),
    ("PEP_ACCEPTED", "PEP hit accepted"),
    ("NAME_DIFFERS", "Name differs"),
    ("BIRTH_DATE_DIFFERS", "Birth date differs"),
    ("DOCUMENT_DIFFERS", "Number, expiry or photo differs"),
]
_DECIDERS = [("REVIEWER", "A reviewer"), ("LEAD", "A lead reviewer"), ("TWO", "Two people")]
_VOLUMES = [
    ("VOLUME_UNDER_10K", "Volume Under 10K"),
    ("VOLUME_10K_TO_100K", "Volume 10K To 100K"),
    ("VOLUME_100K_TO_1M", "Volume 100K To 1M"),
    ("VOLUME_1M_TO_10M", "Volume 1M To 10M"),
    ("VOLUME_OVER_10M", "Volume Over 10M"),
]
_KEY = models.UUIDField(
    default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False
)


class Migration(migrations.Migration):
    """Two tables whose rows never change."""

    dependencies = [("compliance", "0013_changes_of_editions"), ("platforms", "0008_payee_verification")]

    operations = [
        migrations.CreateModel(
            name="ReviewApproval",
            fields=[
                ("id", _KEY),
                ("at", models.DateTimeField()),
                ("actor_kind", models.CharField(max_length=16)),
                ("actor_id", models.CharField(max_length=64)),
                ("proposed_by", models.CharField(blank=True, max_length=64)),
                ("rules", models.JSONField()),
                (
                    "documents",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=64), size=None),
                ),
                ("checklist", models.JSONField()),
                (
                    "verification",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="compliance.verification",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["verification", "id"], name="review_approval_of_case")]},
        ),
        migrations.CreateModel(
            name="ReviewRule",
            fields=[
                ("id", _KEY),
                ("flag", models.CharField(choices=_FLAGS, max_length=32)),
                ("deciders", models.CharField(choices=_DECIDERS, max_length=16)),
                ("opens_documents", models.BooleanField()),
                ("asks_checklist", models.BooleanField()),
                ("least_volume", models.CharField(blank=True, choices=_VOLUMES, max_length=32)),
                ("proposed_by", models.CharField(max_length=64)),
                ("approved_by", models.CharField(max_length=64)),
                ("reason", models.CharField(max_length=1000)),
                ("created_at", models.DateTimeField()),
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
                "indexes": [models.Index(fields=["platform", "flag", "-id"], name="review_rule_in_force")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(flag__in=[flag for flag, _ in _FLAGS]), name="review_rule_flag_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(deciders__in=[deciders for deciders, _ in _DECIDERS]),
                        name="review_rule_deciders_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("least_volume", ""), ("flag", "VOLUME"), _connector="OR"),
                        name="review_rule_volume_of_volume",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "0015_review_rules.sql").read_text(), migrations.RunSQL.noop),
    ]

"""Support: what rails said, how suspense is resolved, and the ends of account numbers."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

import platforms.kit.sealed

SQL = (Path(__file__).parent / "sql" / "0010_support.sql").read_text()
UNDO = "DROP TRIGGER payments_providermessage_append_only ON payments_providermessage;"


class Migration(migrations.Migration):
    """Add a table and columns. What takes long on a large table follows in a migration of its own."""

    dependencies = [("payments", "0009_uma_payments")]

    operations = [
        migrations.CreateModel(
            name="ProviderMessage",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("step", models.CharField(max_length=16)),
                ("attempt", models.PositiveIntegerField()),
                (
                    "question",
                    models.CharField(choices=[("SUBMIT", "Submit"), ("STATUS", "Status")], max_length=8),
                ),
                ("answer", models.CharField(max_length=16)),
                ("reason", models.CharField(db_default="", default="", max_length=64)),
                ("reference", models.CharField(db_default="", default="", max_length=64)),
                ("milliseconds", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
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
        migrations.RunSQL(SQL, UNDO),
        migrations.AddField(
            model_name="suspenseitem",
            name="way",
            field=models.CharField(
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
        migrations.AddField(
            model_name="suspenseitem",
            name="entry",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="payments.journalentry",
            ),
        ),
        migrations.AddField(model_name="suspenseitem", name="next_attempt_at", field=models.DateTimeField(null=True)),
        migrations.AddField(
            model_name="suspenseitem",
            name="attempts",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(model_name="suspenseitem", name="movement", field=models.UUIDField(null=True)),
        migrations.AddField(
            model_name="suspenseitem",
            name="provider_reference",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddIndex(
            model_name="suspenseitem",
            index=models.Index(
                condition=models.Q(("next_attempt_at__isnull", False)),
                fields=["next_attempt_at"],
                name="suspense_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="suspenseitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("way", ""),
                    ("way__in", ["GIVE_BACK", "PAY_AGAIN", "CREDIT_HOLDER", "WRITE_OFF"]),
                    _connector="OR",
                ),
                name="suspense_way_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="suspenseitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("next_attempt_at", None),
                    models.Q(("resolved_at", None), models.Q(("way", ""), _negated=True)),
                    _connector="OR",
                ),
                name="suspense_due_while_under_way",
            ),
        ),
        migrations.AddField(
            model_name="externalaccount",
            name="last_four_digest",
            field=platforms.kit.sealed.BlindIndexField(editable=False, is_compact=True, null=True, source="last_four"),
        ),
    ]

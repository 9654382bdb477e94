"""Months of a platform are closed: how far, what was kept of each, and which entries correct one."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

import platforms.base.identifiers

_SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Add the tables, and have the journal's functions date nothing into a closed month."""

    dependencies = [
        ("payments", "0043_payments_by_failure"),
        ("platforms", "0009_notes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="correction",
                        serialize=False,
                        to="payments.journalentry",
                    ),
                ),
                ("month", models.DateField()),
            ],
        ),
        migrations.CreateModel(
            name="ClosedBooks",
            fields=[
                (
                    "platform",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="platforms.platform",
                    ),
                ),
                ("closed_until", models.DateTimeField()),
                ("sealed_until", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "closed books",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("sealed_until", None), ("sealed_until__lte", models.F("closed_until")), _connector="OR"
                        ),
                        name="closed_books_sealed_within",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MonthClose",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("month", models.DateField()),
                (
                    "state",
                    models.CharField(
                        choices=[("BEGUN", "Begun"), ("CLOSED", "Closed"), ("REOPENED", "Reopened")],
                        default="BEGUN",
                        max_length=8,
                    ),
                ),
                ("begun_at", models.DateTimeField()),
                ("begun_by", models.CharField(max_length=64)),
                ("edition", models.PositiveIntegerField(db_default=0, default=0)),
                ("closed_at", models.DateTimeField(null=True)),
                ("proposed_by", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("closed_by", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("checklist", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ("digest", models.CharField(blank=True, db_default="", default="", max_length=64)),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MonthFigure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("edition", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=32)),
                ("currency", models.CharField(max_length=8)),
                ("opening", models.DecimalField(decimal_places=0, max_digits=38)),
                ("debits", models.DecimalField(decimal_places=0, max_digits=38)),
                ("credits", models.DecimalField(decimal_places=0, max_digits=38)),
                ("closing", models.DecimalField(decimal_places=0, max_digits=38)),
                (
                    "close",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="figures",
                        to="payments.monthclose",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="monthclose",
            constraint=models.UniqueConstraint(fields=("platform", "month"), name="month_close_once"),
        ),
        migrations.AddConstraint(
            model_name="monthclose",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["BEGUN", "CLOSED", "REOPENED"])), name="month_close_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="monthclose",
            constraint=models.CheckConstraint(condition=models.Q(("month__day", 1)), name="month_close_of_a_month"),
        ),
        migrations.AddConstraint(
            model_name="monthfigure",
            constraint=models.UniqueConstraint(
                fields=("close", "edition", "kind", "currency"), name="month_figure_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="monthfigure",
            constraint=models.CheckConstraint(
                condition=models.Q(("closing", models.F("opening") + models.F("credits") - models.F("debits"))),
                name="month_figure_adds_up",
            ),
        ),
        migrations.RunSQL(
            (_SQL / "0044_closed_months.sql").read_text(), (_SQL / "0044_closed_months_undone.sql").read_text()
        ),
    ]

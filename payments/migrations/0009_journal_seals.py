"""Seals of the journal, and books that change by the functions of their owner alone."""

from pathlib import Path

from django.db import migrations, models

_SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Add the table of seals; protect balances, journal and seals."""

    dependencies = [
        ("payments", "0008_owned_domains"),
        ("platforms", "0005_money_keys"),
    ]

    operations = [
        migrations.AddField("ledgercheckrun", "seals", models.BigIntegerField(db_default=0, default=0)),
        migrations.CreateModel(
            name="JournalSeal",
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
                    models.UniqueConstraint(fields=("after_id",), name="journal_seal_one_behind_another"),
                    models.CheckConstraint(
                        condition=models.Q(("last_id__gt", models.F("after_id")), ("number__gte", 1), ("rows__gte", 1)),
                        name="journal_seal_of_something",
                    ),
                ],
            },
        ),
        migrations.RunSQL(
            (_SQL / "0009_books_of_the_owner.sql").read_text(),
            (_SQL / "0009_books_of_the_owner_undone.sql").read_text(),
        ),
    ]

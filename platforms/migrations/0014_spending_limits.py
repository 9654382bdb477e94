"""What tokens may spend, and what they have spent."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

_SQL = Path(__file__).parent / "sql" / "0014_spending_limits.sql"
_UNDO = """
DROP FUNCTION platforms_hold_spending(uuid, timestamptz, jsonb);
DROP FUNCTION platforms_spend(uuid, timestamptz, text, bigint, text);
DROP FUNCTION platforms_spending_budget(jsonb, text);
DROP FUNCTION platforms_spending_left(text, jsonb, bigint, timestamptz);
DROP FUNCTION platforms_spending_refusal(jsonb, timestamptz, text, bigint, text);
DROP FUNCTION platforms_spending_window(text, timestamptz);
"""


class Migration(migrations.Migration):
    """Add a column for the limits, a table for the sums, and the functions that compare them."""

    dependencies = [("platforms", "0013_requests_of_keys")]

    operations = [
        migrations.AddField("ApiToken", "spending", models.JSONField(blank=True, null=True)),
        migrations.CreateModel(
            "TokenSpending",
            [
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("currency", models.CharField(max_length=8)),
                (
                    "recurrence",
                    models.CharField(
                        choices=[("DAY", "Day"), ("MONTH", "Month"), ("NONE", "None")], max_length=8
                    ),
                ),
                ("began_at", models.DateTimeField()),
                ("spent", models.BigIntegerField()),
                (
                    "token",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="spendings",
                        to="platforms.apitoken",
                    ),
                ),
            ],
            options={
                "verbose_name": "spending of a token",
                "verbose_name_plural": "spending of tokens",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("token", "currency", "recurrence", "began_at"), name="token_spending_once"
                    ),
                    models.CheckConstraint(condition=models.Q(("spent__gte", 0)), name="token_spending_not_negative"),
                ],
            },
        ),
        migrations.RunSQL(_SQL.read_text(), _UNDO),
    ]

"""The platform's own fee in quotes and payments, and its way to the platform's internal account."""

import django.db.models.deletion
import platforms.base.identifiers
from django.db import migrations, models

_APPEND_ONLY = """
CREATE TRIGGER payments_platformfeepayout_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_platformfeepayout
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
"""


class Migration(migrations.Migration):
    """Add the columns, without writing rows anew, and the table."""

    dependencies = [("payments", "0051_corrections_by_month"), ("platforms", "0015_platform_fees")]

    operations = [
        migrations.AddField("quote", "platform_fees", models.BigIntegerField(null=True)),
        migrations.AddField("quote", "platform_fee_terms", models.JSONField(null=True)),
        migrations.AddField("transaction", "platform_fees", models.BigIntegerField(null=True)),
        migrations.CreateModel(
            "PlatformFeePayout",
            [
                (
                    "id",
                    models.UUIDField(
                        default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("currency", models.CharField(max_length=8)),
                ("until", models.DateTimeField()),
                ("at", models.DateTimeField()),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="payments.journalentry"
                    ),
                ),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="platform_fee_payout_amount_positive"
                    )
                ],
            },
        ),
        migrations.RunSQL(_APPEND_ONLY, migrations.RunSQL.noop),
    ]

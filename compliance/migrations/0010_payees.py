"""Payees are screened too: a check and a hit may be of no customer, and a re-screening goes over payees as well."""

import django.db.models.deletion
from django.db import migrations, models

# The release before finds checks and hits by their customer, or by a list's page, which shows one without a customer.
_MAY_BE_MISSING = """
-- squawk-ignore ban-drop-not-null
ALTER TABLE {table} ALTER COLUMN customer_id DROP NOT NULL
"""


def _without_customer(model: str, related_name: str) -> migrations.operations.base.Operation:
    """Let the customer be missing. Django would make the foreign key anew, and check all rows under a lock."""
    field = models.ForeignKey(
        null=True, on_delete=django.db.models.deletion.PROTECT, related_name=related_name, to="compliance.customer"
    )
    return migrations.SeparateDatabaseAndState(
        [migrations.RunSQL(_MAY_BE_MISSING.format(table=f"compliance_{model}"), migrations.RunSQL.noop)],
        [migrations.AlterField(model, "customer", field)],
    )


class Migration(migrations.Migration):
    """The customer of checks and hits may be missing; progress of a re-screening among payees."""

    dependencies = [("compliance", "0009_former_uma_addresses")]

    operations = [
        migrations.AddField("screeningsweep", "payee_count", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField("screeningsweep", "payee_cursor", models.UUIDField(null=True)),
        migrations.AddField("screeningsweep", "payees_finished_at", models.DateTimeField(null=True)),
        _without_customer("screening", "screenings"),
        _without_customer("screeninghit", "screening_hits"),
    ]

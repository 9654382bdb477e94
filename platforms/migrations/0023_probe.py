"""The platform in which the service plays a payment each minute."""

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models

_IN_SANDBOX = models.CheckConstraint(
    condition=models.Q(("is_probe", False), ("environment", "SANDBOX"), _connector="OR"),
    name="platform_probe_in_sandbox",
)
_ONE = models.UniqueConstraint(
    fields=["is_probe"], condition=models.Q(("is_probe", True)), name="platform_probe_one"
)


class Migration(migrations.Migration):
    """Mark it: there is one at most, and never in production. Each step runs again after an interruption."""

    atomic = False
    dependencies = [("platforms", "0021_nightly_checks")]

    operations = [
        migrations.AddField("platform", "is_probe", models.BooleanField(default=False, db_default=False)),
        AddConstraintNotValid("platform", _IN_SANDBOX),
        ValidateConstraint("platform", "platform_probe_in_sandbox"),
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS platform_probe_one", migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "CREATE UNIQUE INDEX CONCURRENTLY platform_probe_one ON platforms_platform (is_probe)"
                    " WHERE is_probe",
                    "DROP INDEX CONCURRENTLY platform_probe_one",
                )
            ],
            state_operations=[migrations.AddConstraint("platform", _ONE)],
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]

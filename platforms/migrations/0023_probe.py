"""The platform in which the service plays a payment each minute."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Mark it: there is one at most, and never in production. A table of platforms is small."""

    dependencies = [("platforms", "0021_nightly_checks")]

    operations = [
        migrations.AddField("platform", "is_probe", models.BooleanField(default=False, db_default=False)),
        migrations.AddConstraint(
            "platform",
            models.CheckConstraint(
                condition=models.Q(("is_probe", False), ("environment", "SANDBOX"), _connector="OR"),
                name="platform_probe_in_sandbox",
            ),
        ),
        migrations.AddConstraint(
            "platform",
            models.UniqueConstraint(
                fields=("is_probe",), condition=models.Q(("is_probe", True)), name="platform_probe_one"
            ),
        ),
    ]

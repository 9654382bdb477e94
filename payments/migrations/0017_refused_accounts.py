"""Since when an external account is refused, because its beneficiary is on a list of sanctions."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column."""

    dependencies = [("payments", "0016_filters_of_staff")]

    operations = [migrations.AddField("externalaccount", "refused_at", models.DateTimeField(null=True))]

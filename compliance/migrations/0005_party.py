"""What other apps read of customers: a view."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Make the view."""

    dependencies = [("compliance", "0004_uploads")]

    operations = [
        migrations.RunSQL((SQL / "0005_party.sql").read_text(), "DROP VIEW compliance_party"),
    ]

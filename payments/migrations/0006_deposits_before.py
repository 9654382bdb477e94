"""Deposits of the money that arrived before there was a table of them."""

from pathlib import Path

from django.db import migrations

_SQL = (Path(__file__).parent / "sql" / "0006_deposits_before.sql").read_text()


class Migration(migrations.Migration):
    """Write them."""

    dependencies = [("payments", "0005_deposits")]

    operations = [migrations.RunSQL(_SQL, migrations.RunSQL.noop)]

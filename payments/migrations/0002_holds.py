"""Accounts of holders that are held while their books are being looked at."""

from pathlib import Path

from django.db import migrations, models

_SQL = Path(__file__).parent / "sql"
_NEW = (_SQL / "0002_holds.sql").read_text()
_HEAD, _END = "FUNCTION payments_post(", "END $$;"
_BODY = (_SQL / "ledger.sql").read_text().partition(_HEAD)[2].partition(_END)[0]
_BEFORE = f"CREATE OR REPLACE {_HEAD}{_BODY}{_END}"


class Migration(migrations.Migration):
    """Add when an account is held from, and have `payments_post` refuse it."""

    dependencies = [("payments", "0001_initial")]

    operations = [
        migrations.AddField("ledgeraccount", "held_at", models.DateTimeField(null=True)),
        migrations.RunSQL(_NEW, _BEFORE),
    ]

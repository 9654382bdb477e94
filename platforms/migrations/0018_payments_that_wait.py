"""Functions that tell which payments of a token wait for a person."""

from pathlib import Path

from django.db import migrations

_SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Make functions beside those of before, which processes of the former release still call."""

    dependencies = [("platforms", "0017_forced_outcomes")]

    operations = [
        migrations.RunSQL(
            (_SQL / "0018_payments_that_wait.sql").read_text(), (_SQL / "0018_undo.sql").read_text()
        )
    ]

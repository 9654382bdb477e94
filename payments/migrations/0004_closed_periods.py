"""Up to when the books of an account are closed: nothing is booked before a moment up to which they were exported."""

from pathlib import Path

from django.db import migrations, models

_SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Add the moment, and have `payments_post` book later entries from there on."""

    dependencies = [("payments", "0003_held_accounts")]

    operations = [
        migrations.AddField("ledgeraccount", "closed_until", models.DateTimeField(null=True)),
        migrations.RunSQL(
            (_SQL / "0004_closed_periods.sql").read_text(), (_SQL / "0002_holds.sql").read_text()
        ),
    ]

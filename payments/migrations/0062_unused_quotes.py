"""Quotes that nobody used can be deleted, by a function that looks whether money hangs on them."""

from pathlib import Path

from django.db import migrations

_SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Replace the triggers that refuse every deletion by ones that look at the row."""

    dependencies = [("payments", "0061_lists_by_two_filters")]

    operations = [
        migrations.RunSQL(
            (_SQL / "0062_unused_quotes.sql").read_text(), (_SQL / "0062_unused_quotes_undone.sql").read_text()
        ),
    ]

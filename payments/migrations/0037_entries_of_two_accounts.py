"""Many entries of two postings each are posted by a few statements."""

from pathlib import Path

from django.db import migrations

_SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """Add the function that posts them."""

    dependencies = [("payments", "0035_banks_is_an_app")]

    operations = [
        migrations.RunSQL(
            (_SQL / "0037_entries_of_two_accounts.sql").read_text(), "DROP FUNCTION IF EXISTS payments_post_pairs"
        ),
    ]

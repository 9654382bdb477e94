"""Posting in fewer steps: the same promises of the ledger at less cost."""

from pathlib import Path

from django.db import migrations

SQL = (Path(__file__).parent / "sql" / "0012_posting.sql").read_text()


class Migration(migrations.Migration):
    """Replace the functions and the trigger by those of the .sql file beside this one."""

    dependencies = [("payments", "0011_operations")]

    operations = [migrations.RunSQL(SQL, migrations.RunSQL.noop)]

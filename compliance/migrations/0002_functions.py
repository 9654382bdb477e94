"""Database triggers of the compliance app."""

from pathlib import Path

from django.db import migrations

SQL = (Path(__file__).parent / "sql" / "0002_functions.sql").read_text()
UNDO = "DROP TRIGGER compliance_customerstatuschange_append_only ON compliance_customerstatuschange;"


class Migration(migrations.Migration):
    """Create them from the .sql file beside this one."""

    dependencies = [("compliance", "0001_initial"), ("platforms", "0002_functions")]

    operations = [migrations.RunSQL(SQL, UNDO)]

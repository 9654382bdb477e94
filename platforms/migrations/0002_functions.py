"""Database functions and triggers of the platforms app."""

from pathlib import Path

from django.db import migrations

SQL = (Path(__file__).parent / "sql" / "0002_functions.sql").read_text()
UNDO = """
DROP TRIGGER platforms_platform_is_kept ON platforms_platform;
DROP TRIGGER platforms_auditentry_append_only ON platforms_auditentry;
DROP FUNCTION platforms_refuse_change();
DROP FUNCTION platforms_open_command(uuid, uuid, text, boolean, timestamptz);
"""


class Migration(migrations.Migration):
    """Create them from the .sql file beside this one."""

    dependencies = [("platforms", "0001_initial")]

    operations = [migrations.RunSQL(SQL, UNDO)]

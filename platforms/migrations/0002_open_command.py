"""A token ends by the clock of its platform, also where a write re-reads it."""

from pathlib import Path

from django.db import migrations

_SQL = Path(__file__).parent / "sql"
_NEW = (_SQL / "0002_open_command.sql").read_text()
_DROP = "DROP FUNCTION platforms_open_command(uuid, uuid, text, boolean, timestamptz);"
_BEFORE = _DROP + (_SQL / "idempotency.sql").read_text()


class Migration(migrations.Migration):
    """Replace the function; what it takes and gives stays."""

    dependencies = [("platforms", "0001_initial")]

    operations = [migrations.RunSQL(_NEW, _BEFORE)]

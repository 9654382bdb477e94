"""The idempotency keys of what moved money are kept by the database itself."""

from pathlib import Path

from django.db import migrations

_SQL = (Path(__file__).parent / "sql" / "0005_money_keys.sql").read_text()
_TABLE = "platforms_idempotencykey"
_UNDO = f"""
DROP TRIGGER {_TABLE}_of_money_is_kept ON {_TABLE};
DROP TRIGGER {_TABLE}_is_never_emptied ON {_TABLE};
"""


class Migration(migrations.Migration):
    """Add the triggers."""

    dependencies = [("platforms", "0004_uma_domains")]

    operations = [migrations.RunSQL(_SQL, _UNDO)]

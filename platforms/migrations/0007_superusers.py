"""Superusers are made by the owner of the database alone."""

from pathlib import Path

from django.conf import settings
from django.db import migrations

_SQL = (Path(__file__).parent / "sql" / "0007_superusers.sql").read_text()
_UNDO = """
DROP TRIGGER platforms_superuser_is_made_by_the_owner ON auth_user;
DROP FUNCTION platforms_guard_superuser();
"""


class Migration(migrations.Migration):
    """Add the trigger, and a row of the audit log for each superuser that is there."""

    dependencies = [
        ("platforms", "0006_proposals_by_subject"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunSQL(_SQL, _UNDO)]

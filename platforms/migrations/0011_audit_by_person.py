"""The audit log by member of staff."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the index while others write."""

    atomic = False
    dependencies = [("platforms", "0010_keys_of_tokens")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "auditentry",
            models.Index(fields=["actor_id", "id"], condition=models.Q(actor_kind="STAFF"), name="audit_by_person"),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]

"""Events of a type, and those that were not delivered, newest first."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """A filter that few events match read all events of the platform."""

    atomic = False
    dependencies = [("webhooks", "0003_further_endpoints")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "event", models.Index(fields=["platform", "type", "created_at", "id"], name="webhook_event_by_type")
        ),
        AddIndexConcurrently(
            "event",
            models.Index(
                fields=["platform", "state", "created_at", "id"],
                condition=models.Q(state__in=["WAITING", "REFUSED", "ABANDONED", "NO_ENDPOINT"]),
                name="webhook_event_by_state",
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]

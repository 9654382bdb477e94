"""Indexes of the lists of events: of a platform, of a resource, and of what could not be delivered."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """`/events` read all events of 90 days, of all platforms."""

    atomic = False
    dependencies = [("webhooks", "0001_initial")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "event", models.Index(fields=["platform", "created_at", "id"], name="webhook_event_list")
        ),
        AddIndexConcurrently(
            "event", models.Index(fields=["resource", "created_at", "id"], name="webhook_event_of_resource")
        ),
        AddIndexConcurrently(
            "event",
            models.Index(
                fields=["platform", "created_at", "id"],
                condition=models.Q(state__in=["REFUSED", "ABANDONED"]) | models.Q(state="PENDING", attempts__gt=0),
                name="webhook_event_failed",
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]

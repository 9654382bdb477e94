"""The audit log, found by request: the identifiers grow with time, so the index grows at its end."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Not atomic: the index is built while the log is written."""

    atomic = False
    dependencies = [("platforms", "0003_access")]

    operations = [
        AddIndexConcurrently(
            model_name="auditentry", index=models.Index(fields=["request_id"], name="audit_by_request")
        ),
    ]

"""A row of the audit log for each password of staff: from here on the nightly check asks for its mark."""

from typing import Any

from django.conf import settings
from django.db import migrations

from platforms.base import clock
from platforms.operations import staff_powers


def mark(apps: Any, schema_editor: Any) -> None:
    """Take the passwords that are there as they are found."""
    for user in apps.get_model("auth", "User").objects.filter(is_staff=True).exclude(password__startswith="!"):
        staff_powers.record_password(user, now=clock.real_now())


class Migration(migrations.Migration):
    """Note the marks."""

    dependencies = [
        ("platforms", "0018_payments_that_wait"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]

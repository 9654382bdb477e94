"""Individuals found by their e-mail address and telephone number."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the indexes while others write."""

    atomic = False
    dependencies = [("compliance", "0027_contacts_of_individuals")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "customer",
            models.Index(
                fields=["email_digest"], condition=models.Q(email_digest__isnull=False), name="customer_by_email"
            ),
        ),
        AddIndexConcurrently(
            "customer",
            models.Index(
                fields=["phone_digest"], condition=models.Q(phone_digest__isnull=False), name="customer_by_phone"
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]

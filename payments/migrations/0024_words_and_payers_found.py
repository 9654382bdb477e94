"""Indexes of payments whose word no line has shown, and of lines by the payer's account."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two indexes, built while others write."""

    atomic = False
    dependencies = [("payments", "0023_refunds_find_their_way")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "bankpayment",
            models.Index(
                fields=["connection_name", "unconfirmed_since"],
                condition=models.Q(("unconfirmed_since__isnull", False)),
                name="bank_payment_unconfirmed",
            ),
        ),
        AddIndexConcurrently(
            "bankstatementline",
            models.Index(
                fields=["account_digest"],
                condition=models.Q(("account_digest__isnull", False), ("is_credit", True)),
                name="bank_line_by_payer",
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]

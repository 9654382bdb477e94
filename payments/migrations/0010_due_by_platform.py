"""Indexes of what is due, by platform and by whom the step waits for."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

_RAIL_STEPS = ["COLLECT", "DEPOSIT", "GIVE_BACK", "PAY_OUT", "TRANSFER"]
_CALL_STEPS = ["CALL_BACK", "CONFIRM"]
_FIELDS = ["platform", "next_action_at"]


class Migration(migrations.Migration):
    """A payment is in one of the three at most."""

    atomic = False
    dependencies = [("payments", "0009_journal_seals")]

    operations = [
        AddIndexConcurrently(
            "transaction",
            models.Index(
                fields=_FIELDS,
                condition=models.Q(next_action_at__isnull=False, next_action__in=_RAIL_STEPS),
                name="transaction_due_for_rail",
            ),
        ),
        AddIndexConcurrently(
            "transaction",
            models.Index(
                fields=_FIELDS,
                condition=models.Q(next_action_at__isnull=False, next_action__in=_CALL_STEPS),
                name="transaction_due_call",
            ),
        ),
        AddIndexConcurrently(
            "transaction",
            models.Index(
                fields=_FIELDS,
                condition=models.Q(
                    ~models.Q(next_action__in=[*_RAIL_STEPS, *_CALL_STEPS]), next_action_at__isnull=False
                ),
                name="transaction_due_own",
            ),
        ),
    ]

"""Steps of payments that wait for a person."""

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models

_STEPS = ['TRANSFER', 'EXPIRE', 'COLLECT', 'PAY_OUT', 'PAY_IN', 'GIVE_BACK', 'END_APPROVAL', 'RECEIVE', 'DEPOSIT', 'CONFIRM', 'PAY_INVOICE', 'CALL_BACK', 'AWAIT_APPROVAL', 'AWAIT_COLLECT']
_KNOWN = "transaction_next_action_known"


class Migration(migrations.Migration):
    """Take two more steps; rows are checked again while others write."""

    atomic = False
    dependencies = [("payments", "0056_signed_roots")]

    operations = [
        migrations.AlterField(
            "Transaction",
            "next_action",
            models.CharField(
                choices=[(step, step.replace("_", " ").title()) for step in _STEPS],
                db_default="TRANSFER",
                default="TRANSFER",
                max_length=16,
            ),
        ),
        migrations.RemoveConstraint("Transaction", _KNOWN),
        AddConstraintNotValid(
            "Transaction",
            models.CheckConstraint(condition=models.Q(("next_action__in", _STEPS)), name=_KNOWN),
        ),
        ValidateConstraint("Transaction", _KNOWN),
    ]

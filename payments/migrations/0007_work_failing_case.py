"""A kind of case for due work that goes on failing."""

from django.db import migrations, models

_KINDS = [
    ("PAYMENT_STUCK", "Payment Stuck"),
    ("MONEY_IN_SUSPENSE", "Money In Suspense"),
    ("BOOKS_BROKEN", "Books Broken"),
    ("AUDIT_LOG_BROKEN", "Audit Log Broken"),
    ("HOLDER_REJECTED", "Holder Rejected"),
    ("ENDPOINT_DISABLED", "Endpoint Disabled"),
    ("WORK_FAILING", "Work Failing"),
]


class Migration(migrations.Migration):
    """Let a case be of one kind more."""

    dependencies = [("payments", "0006_holder_rejected"), ("platforms", "0004_work_failure")]

    operations = [
        migrations.RemoveConstraint("operationscase", "operations_case_kind_known"),
        migrations.AlterField("operationscase", "kind", models.CharField(choices=_KINDS, max_length=32)),
        migrations.AddConstraint(
            "operationscase",
            models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _ in _KINDS])), name="operations_case_kind_known"
            ),
        ),
    ]

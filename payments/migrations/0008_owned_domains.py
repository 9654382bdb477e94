"""Keys of counterparties are kept apart for the two environments; a kind of case for domains."""

from django.db import migrations, models

_KINDS = [
    ("PAYMENT_STUCK", "Payment Stuck"),
    ("MONEY_IN_SUSPENSE", "Money In Suspense"),
    ("BOOKS_BROKEN", "Books Broken"),
    ("AUDIT_LOG_BROKEN", "Audit Log Broken"),
    ("HOLDER_REJECTED", "Holder Rejected"),
    ("ENDPOINT_DISABLED", "Endpoint Disabled"),
    ("DOMAIN_FAILING", "Domain Failing"),
    ("WORK_FAILING", "Work Failing"),
]
_KNOWN = models.CheckConstraint(
    condition=models.Q(("kind__in", [kind for kind, _ in _KINDS])), name="operations_case_kind_known"
)


class Migration(migrations.Migration):
    """Widen a column, and let a case be of one more kind."""

    dependencies = [("payments", "0007_accounts_by_type"), ("platforms", "0004_uma_domains")]

    operations = [
        migrations.AlterField(
            "umacounterpartykeys", "domain", models.CharField(max_length=261, primary_key=True, serialize=False)
        ),
        migrations.AlterField("operationscase", "kind", models.CharField(choices=_KINDS, max_length=32)),
        migrations.RemoveConstraint("operationscase", "operations_case_kind_known"),
        migrations.AddConstraint("operationscase", _KNOWN),
    ]

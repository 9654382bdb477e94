"""Indexes of what staff look for: items in suspense by their order, payments by file by amount; one of names goes."""

from django.contrib.postgres.operations import AddIndexConcurrently, ValidateConstraint
from django.db import migrations, models

_NAME = (
    "coalesce(account_info #>> '{beneficiary,fullName}', '') || ' '"
    " || coalesce(account_info #>> '{beneficiary,legalName}', '')"
)


class Migration(migrations.Migration):
    """Names are found by external_account_by_folded_name, since migration 0011."""

    atomic = False
    dependencies = [("payments", "0013_bank_statements")]

    operations = [
        ValidateConstraint("operationscase", "operations_case_kind_known"),
        AddIndexConcurrently(
            "bankpayment", models.Index(fields=["amount", "connection_name"], name="bank_payment_by_amount")
        ),
        AddIndexConcurrently("suspenseitem", models.Index(fields=["-resolved_at", "id"], name="suspense_list")),
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS external_account_by_beneficiary",
            "CREATE INDEX external_account_by_beneficiary ON payments_externalaccount"
            f" USING gin (to_tsvector('simple', {_NAME}))",
        ),
    ]

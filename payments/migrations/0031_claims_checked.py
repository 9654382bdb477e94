"""Looks at the rows of the tables that migration 0021 has given new limits."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    """Validate the constraints, without holding up who writes."""

    dependencies = [("payments", "0030_claims")]

    operations = [
        ValidateConstraint("bankmatch", "bank_match_kind_known"),
        ValidateConstraint("bankmatch", "bank_match_difference_not_negative"),
        ValidateConstraint("operationscase", "operations_case_kind_known"),
    ]

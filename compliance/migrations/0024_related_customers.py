"""Customers by birth date and by address, for who else has the same as the customer of a case."""

from django.db import migrations

# The expressions are those of `compliance.review_desk.related_customers`.
_INDEXES = {
    "customer_by_birth_date": "(platform_id, birth_date, search_fold(left(full_name, 200)))"
    " WHERE birth_date IS NOT NULL",
    "customer_by_address": "(platform_id, search_fold(left(address ->> 'line1', 200)),"
    " coalesce(address ->> 'postalCode', '')) WHERE address ->> 'line1' <> ''",
}


class Migration(migrations.Migration):
    """Build them while others write. One that a killed migration has left unfinished is made anew."""

    atomic = False
    dependencies = [("compliance", "0023_cases_opened_by_hand")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        *(
            migrations.RunSQL(statement, undo)
            for name, of in _INDEXES.items()
            for statement, undo in (
                (f"DROP INDEX CONCURRENTLY IF EXISTS {name}", migrations.RunSQL.noop),
                (f"CREATE INDEX CONCURRENTLY {name} ON compliance_customer {of}", f"DROP INDEX IF EXISTS {name}"),
            )
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]

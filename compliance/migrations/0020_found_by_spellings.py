"""Customers are found by their names in Latin letters, and by the platform's own id in any spelling."""

from typing import Any

from django.db import migrations

from platforms.database import spelt


def spell(_apps: Any, schema_editor: Any) -> None:
    """Spell the names that were stored before."""
    name = "coalesce(full_name, business_info ->> 'legalName')"
    spelt.fill(schema_editor.connection, table="compliance_customer", name=name)


class Migration(migrations.Migration):
    """Fill the column, and make the indexes while others write. The expressions are those of the queries."""

    atomic = False
    dependencies = [("compliance", "0019_spellings")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        migrations.RunPython(spell, migrations.RunPython.noop),
        migrations.RunSQL(
            "CREATE INDEX CONCURRENTLY customer_by_spelling ON compliance_customer"
            " USING gin (to_tsvector('simple', spellings)) WHERE spellings <> ''",
            "DROP INDEX customer_by_spelling",
        ),
        migrations.RunSQL(
            "CREATE INDEX CONCURRENTLY customer_by_own_id ON compliance_customer"
            r" (lower(regexp_replace(platform_customer_id, '[\W_]+', '', 'g')))",
            "DROP INDEX customer_by_own_id",
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]

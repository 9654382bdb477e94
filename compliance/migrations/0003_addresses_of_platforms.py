"""A UMA address is one customer's within a platform: what a platform names blocks no other one.

The new indexes are built while customers are made and changed, and before the old ones go.
"""

from django.db import migrations, models

_ADDED = (
    ("customer_uma_address_of_platform", "uma_address, platform_id"),
    ("customer_retired_uma_of_platform", "retired_uma_digest, platform_id"),
)
_DROP_DIGEST = """
DO $$
DECLARE name text;
BEGIN
    SELECT conname INTO name FROM pg_constraint
     WHERE conrelid = 'compliance_customer'::regclass AND contype = 'u'
       AND conkey = ARRAY[(SELECT attnum FROM pg_attribute
                            WHERE attrelid = 'compliance_customer'::regclass AND attname = 'retired_uma_digest')];
    EXECUTE format('ALTER TABLE compliance_customer DROP CONSTRAINT %I', name);
END $$
"""


class Migration(migrations.Migration):
    """Replace two unique constraints."""

    atomic = False

    dependencies = [("compliance", "0002_rejected_customers")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                *(
                    migrations.RunSQL(
                        [
                            f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
                            f"CREATE UNIQUE INDEX CONCURRENTLY {name} ON compliance_customer ({columns})",
                            f"ALTER TABLE compliance_customer ADD CONSTRAINT {name} UNIQUE USING INDEX {name}",
                        ],
                        f"ALTER TABLE compliance_customer DROP CONSTRAINT {name}",
                    )
                    for name, columns in _ADDED
                ),
                migrations.RunSQL(
                    "ALTER TABLE compliance_customer DROP CONSTRAINT customer_uma_address_unique",
                    "ALTER TABLE compliance_customer ADD CONSTRAINT customer_uma_address_unique UNIQUE (uma_address)",
                ),
                migrations.RunSQL(
                    _DROP_DIGEST,
                    "ALTER TABLE compliance_customer ADD CONSTRAINT compliance_customer_retired_uma_digest_key"
                    " UNIQUE (retired_uma_digest)",
                ),
            ],
            state_operations=[
                migrations.RemoveConstraint("customer", "customer_uma_address_unique"),
                migrations.AlterField("customer", "retired_uma_digest", models.BinaryField(null=True)),
                *(
                    migrations.AddConstraint(
                        "customer",
                        models.UniqueConstraint(fields=[columns.split(",")[0], "platform"], name=name),
                    )
                    for name, columns in _ADDED
                ),
            ],
        ),
    ]

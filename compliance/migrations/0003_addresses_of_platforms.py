"""A UMA address is one customer's within a platform: what a platform names blocks no other one.

The new indexes are built while customers are made and changed. That of addresses keeps the name of the constraint, by
which the release before knows what is wrong.
"""

from django.db import migrations, models

_ADDRESS, _DIGEST = "customer_uma_address_unique", "customer_retired_uma_unique"
_FORMER_DIGEST = "compliance_customer_retired_uma_digest_key"


def _replace(old, new, column):
    """Return the statements that make a unique constraint one within a platform, and those that undo it."""
    index, former = f"{new}_of_platform", f"{new}_of_all"
    return migrations.RunSQL(
        [
            f"DROP INDEX CONCURRENTLY IF EXISTS {index}",
            f"CREATE UNIQUE INDEX CONCURRENTLY {index} ON compliance_customer ({column}, platform_id)",
            f"ALTER TABLE compliance_customer DROP CONSTRAINT {old}, ADD CONSTRAINT {new} UNIQUE USING INDEX {index}",
        ],
        [
            f"DROP INDEX CONCURRENTLY IF EXISTS {former}",
            f"CREATE UNIQUE INDEX CONCURRENTLY {former} ON compliance_customer ({column})",
            f"ALTER TABLE compliance_customer DROP CONSTRAINT {new}, ADD CONSTRAINT {old} UNIQUE USING INDEX {former}",
        ],
    )


class Migration(migrations.Migration):
    """Replace two unique constraints."""

    atomic = False

    dependencies = [("compliance", "0002_rejected_customers")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                _replace(_ADDRESS, _ADDRESS, "uma_address"),
                _replace(_FORMER_DIGEST, _DIGEST, "retired_uma_digest"),
            ],
            state_operations=[
                migrations.RemoveConstraint("customer", _ADDRESS),
                migrations.AddConstraint(
                    "customer", models.UniqueConstraint(fields=["uma_address", "platform"], name=_ADDRESS)
                ),
                migrations.AlterField("customer", "retired_uma_digest", models.BinaryField(null=True)),
                migrations.AddConstraint(
                    "customer", models.UniqueConstraint(fields=["retired_uma_digest", "platform"], name=_DIGEST)
                ),
            ],
        ),
    ]

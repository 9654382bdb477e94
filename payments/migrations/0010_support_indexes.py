"""Support: indexes for the search box, built while payments go on, and the ends of the account numbers that are there."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models, transaction

_BATCH = 1000
_SHORTEST_WITH_A_TAIL = 8
# The expression is the query's: payments/admin/finders.py.
BENEFICIARY_NAMES = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS external_account_by_beneficiary ON payments_externalaccount USING gin (
    to_tsvector('simple', coalesce(account_info #>> '{beneficiary,fullName}', '') || ' '
                       || coalesce(account_info #>> '{beneficiary,legalName}', ''))
)
"""


def index_last_four(apps, schema_editor):
    """Fill in the blind index of the ends of account numbers: batch by batch, each committed. Safe to repeat."""
    model = apps.get_model("payments", "ExternalAccount")
    number, digest = (model._meta.get_field(name) for name in ("primary_identifier", "last_four_digest"))
    last = None
    while True:
        with transaction.atomic(using=schema_editor.connection.alias), schema_editor.connection.cursor() as cursor:
            cursor.execute(
                "SELECT id, primary_identifier FROM payments_externalaccount"
                " WHERE (%s::uuid IS NULL OR id > %s::uuid) ORDER BY id LIMIT %s FOR NO KEY UPDATE",
                [last, last, _BATCH],
            )
            rows = cursor.fetchall()
            ends = [(key, _last_four(number.open(sealed, row=key) if sealed else "")) for key, sealed in rows]
            cursor.executemany(
                "UPDATE payments_externalaccount SET last_four_digest = %s WHERE id = %s",
                [(digest.digest(end), key) for key, end in ends if end],
            )
        if len(rows) < _BATCH:
            return
        last = rows[-1][0]


def _last_four(identifier):
    letters = "".join(filter(str.isalnum, identifier))
    return letters[-4:] if len(letters) >= _SHORTEST_WITH_A_TAIL else ""


class Migration(migrations.Migration):
    """Not atomic: a large table would be locked until its last index is built."""

    atomic = False
    dependencies = [("payments", "0010_support")]

    operations = [
        AddIndexConcurrently(
            model_name="transaction",
            index=models.Index(fields=["sent_amount", "sent_currency", "id"], name="transaction_by_amount_sent"),
        ),
        AddIndexConcurrently(
            model_name="transaction",
            index=models.Index(
                condition=models.Q(
                    ("received_amount", models.F("sent_amount")),
                    ("received_currency", models.F("sent_currency")),
                    _negated=True,
                ),
                fields=["received_amount", "received_currency", "id"],
                name="transaction_by_amount_received",
            ),
        ),
        AddIndexConcurrently(
            model_name="transaction",
            index=models.Index(
                condition=models.Q(("provider_reference", ""), _negated=True),
                fields=["provider_reference"],
                name="transaction_by_provider",
            ),
        ),
        AddIndexConcurrently(
            model_name="externalaccount",
            index=models.Index(
                condition=models.Q(("last_four_digest__isnull", False)),
                fields=["last_four_digest", "id"],
                name="external_account_by_last_four",
            ),
        ),
        AddIndexConcurrently(
            model_name="externalaccount",
            index=models.Index(
                condition=models.Q(("platform_account_id__isnull", False)),
                fields=["platform", "platform_account_id"],
                name="external_account_by_platform",
            ),
        ),
        migrations.RunSQL(BENEFICIARY_NAMES, "DROP INDEX CONCURRENTLY IF EXISTS external_account_by_beneficiary"),
        migrations.RunPython(index_last_four, migrations.RunPython.noop, elidable=False, atomic=False),
    ]

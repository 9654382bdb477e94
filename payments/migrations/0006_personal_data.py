"""Account numbers and what is told about senders are kept encrypted; quotes can be made to forget persons."""

from pathlib import Path

import orjson
from django.db import migrations, models

import platforms.kit.sealed

SQL = (Path(__file__).parent / "sql" / "0006_personal_data.sql").read_text()
UNDO = """
DROP TRIGGER payments_quote_terms_stay ON payments_quote;
DROP TRIGGER payments_quote_is_kept ON payments_quote;
DROP FUNCTION payments_quote_may_only_forget;
CREATE TRIGGER payments_quote_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_quote
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
"""
READABLE_INFO = (
    "accountType",
    "bankAccountType",
    "bankName",
    "paymentRails",
    "pixKeyType",
    "provider",
    "beneficiary.address",
    "beneficiary.beneficiaryType",
    "beneficiary.birthDate",
    "beneficiary.countryOfResidence",
    "beneficiary.fullName",
    "beneficiary.legalName",
    "beneficiary.nationality",
)


def seal_accounts(apps, schema_editor):
    """Encrypt the details of the accounts that are there."""
    model = apps.get_model("payments", "ExternalAccount")
    info, number, digest = (
        model._meta.get_field(name) for name in ("account_info", "primary_identifier", "primary_identifier_digest")
    )
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT id, account_info::text, primary_identifier FROM payments_externalaccount")
        rows = cursor.fetchall()
        cursor.executemany(
            "UPDATE payments_externalaccount SET account_info = %s::jsonb, primary_identifier = %s,"
            " primary_identifier_digest = %s WHERE id = %s",
            [
                (
                    info.seal(orjson.loads(text), row=key).stored,
                    number.seal(plain, row=key).stored,
                    digest.digest(plain),
                    key,
                )
                for key, text, plain in rows
            ],
        )


def seal_senders(apps, schema_editor):
    """Encrypt what quotes say about senders."""
    field = apps.get_model("payments", "Quote")._meta.get_field("sender_information")
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, sender_information::text FROM payments_quote WHERE sender_information IS NOT NULL"
        )
        rows = cursor.fetchall()
        cursor.execute("ALTER TABLE payments_quote DISABLE TRIGGER payments_quote_append_only")
        cursor.executemany(
            "UPDATE payments_quote SET sender_information = %s::jsonb WHERE id = %s",
            [(field.seal(orjson.loads(text), row=key).stored, key) for key, text in rows],
        )
        cursor.execute("ALTER TABLE payments_quote ENABLE TRIGGER payments_quote_append_only")


class Migration(migrations.Migration):
    """Change their columns, encrypt what is in them, let uniqueness go by the blind index."""

    dependencies = [("payments", "0005_quotes")]

    operations = [
        migrations.RemoveConstraint(model_name="externalaccount", name="external_account_of_customer"),
        migrations.RemoveConstraint(model_name="externalaccount", name="external_account_of_platform"),
        migrations.AlterField(
            model_name="externalaccount",
            name="account_info",
            field=platforms.kit.sealed.SealedJSONField(opened=READABLE_INFO),
        ),
        migrations.AlterField(
            model_name="externalaccount",
            name="primary_identifier",
            field=platforms.kit.sealed.SealedTextField(),
        ),
        migrations.AddField(
            model_name="externalaccount",
            name="primary_identifier_digest",
            field=platforms.kit.sealed.BlindIndexField(
                editable=False, is_compact=False, null=True, source="primary_identifier"
            ),
        ),
        migrations.RunPython(seal_accounts, elidable=False),
        migrations.AddConstraint(
            model_name="externalaccount",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deleted_at", None), models.Q(("customer", None), _negated=True)),
                fields=("customer", "currency", "primary_identifier_digest"),
                name="external_account_once_of_customer",
            ),
        ),
        migrations.AddConstraint(
            model_name="externalaccount",
            constraint=models.UniqueConstraint(
                condition=models.Q(("customer", None), ("deleted_at", None)),
                fields=("platform", "currency", "primary_identifier_digest"),
                name="external_account_once_of_platform",
            ),
        ),
        migrations.AlterField(
            model_name="quote",
            name="sender_information",
            field=platforms.kit.sealed.SealedJSONField(null=True),
        ),
        migrations.RunPython(seal_senders, elidable=False),
        migrations.RunSQL(SQL, UNDO),
    ]

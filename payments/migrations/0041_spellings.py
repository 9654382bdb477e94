"""Names of beneficiaries in Latin letters."""

from django.db import migrations

from platforms.base.spellings.fields import SpellingsField


class Migration(migrations.Migration):
    """A column."""

    dependencies = [("payments", "0039_accounts_by_number")]

    operations = [migrations.AddField("externalaccount", "spellings", SpellingsField(source="beneficiary_name"))]

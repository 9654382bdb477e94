"""Names of customers in Latin letters, beside the names that other apps read."""

from pathlib import Path

from django.db import migrations

from platforms.base.spellings.fields import SpellingsField

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    """A column, and the view with it."""

    dependencies = [("compliance", "0018_salts_of_reasons")]

    operations = [
        migrations.AddField("customer", "spellings", SpellingsField(source="name")),
        migrations.RunSQL((SQL / "0019_party.sql").read_text(), migrations.RunSQL.noop),
    ]

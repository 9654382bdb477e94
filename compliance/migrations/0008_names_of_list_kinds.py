"""Kinds of watchlists have names that people read; the database is not touched."""

from django.db import migrations, models

_KINDS = [("SANCTION", "Sanctions list"), ("PEP", "Politically exposed person")]


class Migration(migrations.Migration):
    """The choices of two columns."""

    dependencies = [("compliance", "0007_decisions")]

    operations = [
        migrations.AlterField(model, "kind", models.CharField(max_length=16, choices=_KINDS))
        for model in ("screeninghit", "screeninglistversion")
    ]

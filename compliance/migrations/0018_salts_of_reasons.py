"""Reasons and notes of reviewers have a salt, with which the audit log can hold their hash."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the columns; no row is written anew."""

    dependencies = [("compliance", "0017_indexes_of_desk_figures")]

    operations = [
        migrations.AddField(name, "salt", models.CharField(blank=True, db_default="", default="", max_length=32))
        for name in ("reviewnote", "screeninghit", "verificationstatuschange")
    ]

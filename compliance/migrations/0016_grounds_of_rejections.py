"""The grounds of a rejection, beside what the platform is told."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column with a default that the database has: a release before this one goes on writing rows."""

    dependencies = [("compliance", "0015_review_rules")]
    operations = [
        migrations.AddField("verificationstatuschange", "grounds", models.JSONField(default=list, db_default=[])),
    ]

"""An edition of a list says its form, what differs from the one before, and when its source had nothing newer."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the columns."""

    dependencies = [("compliance", "0012_ends_of_hits_checked")]

    operations = [
        migrations.AddField(
            "screeninglistversion", "form", models.CharField(blank=True, db_default="", default="", max_length=8)
        ),
        migrations.AddField("screeninglistversion", "added_count", models.PositiveIntegerField(null=True)),
        migrations.AddField("screeninglistversion", "changed_count", models.PositiveIntegerField(null=True)),
        migrations.AddField("screeninglistversion", "removed_count", models.PositiveIntegerField(null=True)),
        migrations.AddField(
            "screeninglistversion",
            "changes",
            models.JSONField(db_default={}, default=dict),
        ),
        migrations.AddField("screeninglistversion", "seen_at", models.DateTimeField(null=True)),
    ]

"""Filters of lists that staff have given names."""

from django.db import migrations, models

import platforms.base.identifiers


class Migration(migrations.Migration):
    """Add the table."""

    dependencies = [("platforms", "0011_audit_by_person")]

    operations = [
        migrations.CreateModel(
            "SavedView",
            [
                (
                    "id",
                    models.UUIDField(
                        default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("username", models.CharField(max_length=150)),
                ("page", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=60)),
                ("filters", models.CharField(max_length=1000)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("username", "page", "name"), name="saved_view_once"),
                ]
            },
        ),
    ]

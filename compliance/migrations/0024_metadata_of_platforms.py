"""Metadata of platforms on customers."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("compliance", "0023_cases_opened_by_hand")]

    operations = [migrations.AddField("customer", "metadata", models.JSONField(blank=True, null=True))]

"""Metadata of platforms on customers."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("compliance", "0024_related_customers")]

    operations = [migrations.AddField("customer", "metadata", models.JSONField(blank=True, null=True))]

"""Rates and fee schedules."""

from django.db import migrations


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("payments", "0002_ledger")]

    operations = []

"""Quotes and their books."""

from django.db import migrations


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("payments", "0004_directory")]

    operations = []

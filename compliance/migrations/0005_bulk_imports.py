"""Bulk imports."""

from django.db import migrations


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("compliance", "0004_documents")]

    operations = []

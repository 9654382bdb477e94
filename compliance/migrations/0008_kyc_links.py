"""Hosted identity pages."""

from django.db import migrations


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("compliance", "0007_screening")]

    operations = []

"""Beneficial owners and verifications."""

from django.db import migrations


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("compliance", "0002_functions")]

    operations = []

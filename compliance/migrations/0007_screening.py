"""Screening against lists."""

from django.db import migrations


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("compliance", "0006_personal_data")]

    operations = []

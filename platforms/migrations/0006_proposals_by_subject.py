"""Proposals of an object are found by an index: the page of each payment asks for its own."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the index."""

    atomic = False
    dependencies = [("platforms", "0005_money_keys")]

    operations = [
        AddIndexConcurrently("proposal", models.Index(fields=["subject", "id"], name="proposal_by_subject")),
    ]

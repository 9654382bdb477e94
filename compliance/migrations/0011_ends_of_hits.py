"""Hits have two ends more: a true match that is accepted, and undecided while more is asked for."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

_KNOWN = "screening_hit_state_known"
_STATES = [
    ("OPEN", "Open"),
    ("MORE_ASKED", "Undecided, more asked for"),
    ("CLEARED", "False positive"),
    ("CONFIRMED", "True match, rejected"),
    ("ACCEPTED", "True match, accepted"),
]
_SOURCES = [
    ("SALARY", "Salary of the office or of employment"),
    ("BUSINESS", "Income of a business"),
    ("INVESTMENTS", "Investments or rents"),
    ("SALE", "Sale of property or of a business"),
    ("INHERITANCE", "Inheritance or gift"),
    ("PENSION", "Pension"),
    ("OTHER", "Another source, named in the reason"),
]


class Migration(migrations.Migration):
    """Add what is recorded of an acceptance; let the state be of more kinds."""

    dependencies = [("compliance", "0010_payees")]

    operations = [
        migrations.AddField(
            "screeninghit", "proposed_by", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
        migrations.AddField(
            "screeninghit",
            "source_of_funds",
            models.CharField(blank=True, choices=_SOURCES, db_default="", default="", max_length=16),
        ),
        migrations.AddField("screeninghit", "review_on", models.DateField(null=True)),
        migrations.AlterField("screeninghit", "state", models.CharField(choices=_STATES, max_length=16)),
        migrations.RemoveConstraint("screeninghit", _KNOWN),
        AddConstraintNotValid(
            "screeninghit",
            models.CheckConstraint(condition=models.Q(state__in=[state for state, _ in _STATES]), name=_KNOWN),
        ),
        AddConstraintNotValid(
            "screeninghit",
            models.CheckConstraint(
                condition=~models.Q(state="ACCEPTED")
                | (models.Q(kind="PEP", review_on__isnull=False) & ~models.Q(source_of_funds="")),
                name="screening_hit_accepted_with_care",
            ),
        ),
    ]

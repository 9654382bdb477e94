"""Rules of approvals: who approves a case with a flag, and what is looked at first; and a record of each approval."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from compliance.models.business import MonthlyTransactionVolume
from compliance.models.verification import Verification
from platforms.base import identifiers
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class RuleFlag(models.TextChoices):
    """What a case may have for which a rule says who approves it."""

    EVERY = "EVERY", "Every case"
    BUSINESS = "BUSINESS", "A business"
    VOLUME = "VOLUME", "Expected volume a month"
    HIGH_RISK_COUNTRY = "HIGH_RISK_COUNTRY", "High-risk country"
    SANCTION_CLEARED = "SANCTION_CLEARED", "Sanctions hit cleared"
    PEP_CLEARED = "PEP_CLEARED", "PEP hit cleared"
    PEP_ACCEPTED = "PEP_ACCEPTED", "PEP hit accepted"
    NAME_DIFFERS = "NAME_DIFFERS", "Name differs"
    BIRTH_DATE_DIFFERS = "BIRTH_DATE_DIFFERS", "Birth date differs"
    DOCUMENT_DIFFERS = "DOCUMENT_DIFFERS", "Number, expiry or photo differs"


class Deciders(models.TextChoices):
    """Who approves."""

    REVIEWER = "REVIEWER", "A reviewer"
    LEAD = "LEAD", "A lead reviewer"
    TWO = "TWO", "Two people"


class CheckedItem(models.TextChoices):
    """What a reviewer compares on an identity document."""

    NAME = "NAME", "Name"
    BIRTH_DATE = "BIRTH_DATE", "Birth date"
    NUMBER = "NUMBER", "Number"
    EXPIRY = "EXPIRY", "Expiry"
    PHOTO = "PHOTO", "Photo"


class Comparison(models.TextChoices):
    """What came of comparing an item. ABSENT: the document does not have it."""

    FITS = "FITS", "fits"
    DIFFERS = "DIFFERS", "differs"
    ABSENT = "ABSENT", "not on it"


class ReviewRule(WithPublicId):
    """A rule of a platform for cases with a flag. Append-only, enforced by a database trigger: the newest one counts.

    A platform without a row for a flag has the default (`review_desk.rules.DEFAULTS`).
    """

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    flag = models.CharField(max_length=32, choices=RuleFlag.choices)
    deciders = models.CharField(max_length=16, choices=Deciders.choices)
    opens_documents = models.BooleanField()
    """Whoever approves has opened every page of every document of the case."""
    asks_checklist = models.BooleanField()
    """Whoever approves says what they compared on each identity document."""
    least_volume = models.CharField(max_length=32, blank=True, choices=MonthlyTransactionVolume.choices)
    """For VOLUME alone: the least volume to which the rule applies; empty where it applies to none."""
    proposed_by = models.CharField(max_length=64)
    """User name of the first of the two people; the second is `approved_by`."""
    approved_by = models.CharField(max_length=64)
    reason = models.CharField(max_length=1000)
    created_at = models.DateTimeField()
    """By the platform's clock."""

    objects = OwnedManager()

    class Meta:
        indexes = (models.Index(fields=["platform", "flag", "-id"], name="review_rule_in_force"),)
        constraints = (
            models.CheckConstraint(condition=models.Q(flag__in=RuleFlag.values), name="review_rule_flag_known"),
            models.CheckConstraint(condition=models.Q(deciders__in=Deciders.values), name="review_rule_deciders_known"),
            models.CheckConstraint(
                condition=models.Q(least_volume="") | models.Q(flag="VOLUME"), name="review_rule_volume_of_volume"
            ),
        )

    def __str__(self) -> str:
        return f"{RuleFlag(self.flag).label}: {Deciders(self.deciders).label.lower()}"


class ReviewApproval(models.Model):
    """What the rules asked of an approval, and what was looked at. Append-only, enforced by a database trigger.

    Has no personal data: documents stand by their identifiers.
    """

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    verification = models.ForeignKey(Verification, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)
    proposed_by = models.CharField(max_length=64, blank=True)
    """User name of the first person where two approved; `actor_id` is the second."""
    rules = models.JSONField()
    """The rules that applied, each with `flag`, `deciders`, `opensDocuments` and `asksChecklist`."""
    documents = ArrayField(models.CharField(max_length=64))
    """Public identifiers of the documents of the case."""
    checklist = models.JSONField()
    """Public identifier of an identity document → item → what came of comparing it."""

    class Meta:
        indexes = (models.Index(fields=["verification", "id"], name="review_approval_of_case"),)

    def __str__(self) -> str:
        return f"{self.actor_id} {self.at:%Y-%m-%d %H:%M}"

"""Screening against watchlists: the lists as loaded, checks, hits, and re-screening after a new list."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from compliance.models.customer import Customer
from platforms.base import identifiers, states
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class ListKind(models.TextChoices):
    """The kind of a list: an authority's sanctions, or prominent public functions."""

    SANCTION = "SANCTION", "Sanctions list"
    PEP = "PEP", "Politically exposed person"


class SubjectKind(models.TextChoices):
    """The kind of a name: names of people are compared with those of people, of businesses with those of businesses."""

    PERSON = "PERSON"
    BUSINESS = "BUSINESS"


class ScreeningOutcome(models.TextChoices):
    """The outcome of a check. NOT_SCREENED: there was no list to compare with, so a person has to look."""

    CLEAR = "CLEAR"
    HITS = "HITS"
    NOT_SCREENED = "NOT_SCREENED"


class HitState(models.TextChoices):
    """The state of a hit: waiting for a person, or decided by one."""

    OPEN = "OPEN"
    MORE_ASKED = "MORE_ASKED", "Undecided, more asked for"
    CLEARED = "CLEARED", "False positive"
    CONFIRMED = "CONFIRMED", "True match, rejected"
    ACCEPTED = "ACCEPTED", "True match, accepted"


UNDECIDED = (HitState.OPEN, HitState.MORE_ASKED)
RESOLVED = (HitState.CLEARED, HitState.ACCEPTED)
"""With these alone a customer may be approved, and a payee paid."""

_DECISIONS = frozenset({"MORE_ASKED", "CLEARED", "CONFIRMED", "ACCEPTED"})
HIT_TRANSITIONS: states.Table = {
    HitState.OPEN: _DECISIONS,
    HitState.MORE_ASKED: _DECISIONS,
    HitState.CLEARED: frozenset(),
    HitState.CONFIRMED: frozenset(),
    HitState.ACCEPTED: frozenset({"ACCEPTED", "CONFIRMED"}),
}
"""The allowed transitions of a hit. A decision is final for its facts: other facts make another hit.

Who was accepted is looked at again, and accepted anew or rejected.
"""


class SourceOfFunds(models.TextChoices):
    """Where the money of somebody who was accepted comes from, as far as a list of choices can say it."""

    SALARY = "SALARY", "Salary of the office or of employment"
    BUSINESS = "BUSINESS", "Income of a business"
    INVESTMENTS = "INVESTMENTS", "Investments or rents"
    SALE = "SALE", "Sale of property or of a business"
    INHERITANCE = "INHERITANCE", "Inheritance or gift"
    PENSION = "PENSION", "Pension"
    OTHER = "OTHER", "Another source, named in the reason"


class ScreeningListVersion(models.Model):
    """One edition of a list. One edition of each list is in use; it replaces the one before in one step."""

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    name = models.CharField(max_length=64)
    """Name of the list: editions of one name replace each other."""
    kind = models.CharField(max_length=16, choices=ListKind.choices)
    checksum = models.CharField(max_length=64)
    """SHA-256 of the file, in hexadecimal."""
    published_at = models.DateTimeField()
    """When the authority made the file, according to the file."""
    loaded_at = models.DateTimeField()
    entry_count = models.PositiveIntegerField()
    is_current = models.BooleanField()
    form = models.CharField(max_length=8, blank=True, default="", db_default="")
    """UN, OFAC, EU or UK; empty for an edition that a former release has loaded."""
    added_count = models.PositiveIntegerField(null=True)
    """Entries that the edition before did not have; None, like the others, where there was none before."""
    changed_count = models.PositiveIntegerField(null=True)
    removed_count = models.PositiveIntegerField(null=True)
    changes = models.JSONField(default=dict, db_default={})
    """References of those entries by `added`, `changed` and `removed`, 200 of each at most."""
    seen_at = models.DateTimeField(null=True)
    """When its source was last found to have nothing newer."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["name"], condition=models.Q(is_current=True), name="screening_list_one_current"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=ListKind.values), name="screening_list_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.name} of {self.published_at:%Y-%m-%d}"


class ScreeningListEntry(models.Model):
    """A person or business on a list. Entries of old editions are deleted; hits keep what they matched."""

    id = models.BigAutoField(primary_key=True)
    version = models.ForeignKey(ScreeningListVersion, on_delete=models.PROTECT, related_name="entries")
    reference = models.CharField(max_length=64)
    """The entry's identifier in its list."""
    kind = models.CharField(max_length=16, choices=SubjectKind.choices)
    names = ArrayField(models.CharField(max_length=512))
    """The name first, then aliases, as the list writes them."""
    birth_years = ArrayField(models.PositiveSmallIntegerField(), size=2, null=True)
    """First and last possible year of birth."""
    birth_dates = ArrayField(models.DateField(), default=list)
    countries = ArrayField(models.CharField(max_length=2), default=list)
    """Nationalities and addresses (ISO 3166-1 alpha-2), as far as the list's names of countries are known."""
    identifiers = ArrayField(models.CharField(max_length=64), default=list)
    """Numbers of passports and the like: capitals and digits only."""
    listed_on = models.CharField(max_length=32, blank=True)

    class Meta:
        verbose_name_plural = "screening list entries"
        constraints = (
            models.UniqueConstraint(fields=["version", "reference"], name="screening_entry_unique"),
            models.CheckConstraint(condition=models.Q(kind__in=SubjectKind.values), name="screening_entry_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.reference} {self.names[0]}"


class Screening(WithPublicId):
    """One check: who was compared with what, when, and its outcome. Append-only, enforced by a database trigger."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, null=True, related_name="screenings")
    """None for a check of a payee."""
    cause = models.CharField(max_length=32)
    """`creation`, `identity_changed`, `verification` or `new_list`."""
    subjects = ArrayField(models.CharField(max_length=64))
    """Public identifiers of the customer and of the owners compared; of a payee, of the account that is paid."""
    compared_with = ArrayField(models.CharField(max_length=128))
    """Each list with its edition."""
    threshold = models.PositiveSmallIntegerField()
    """The score from which a similarity was a hit."""
    outcome = models.CharField(max_length=16, choices=ScreeningOutcome.choices)
    hit_count = models.PositiveIntegerField()
    at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(outcome__in=ScreeningOutcome.values), name="screening_outcome_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.outcome} {self.at:%Y-%m-%d %H:%M}"


class ScreeningHit(WithPublicId):
    """A similarity to be decided by a person. Holds the list's data, and of who was compared only the id."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, null=True, related_name="screening_hits")
    """None for a hit of a payee."""
    screening = models.ForeignKey(Screening, on_delete=models.PROTECT, related_name="hits")
    """The check that found it first."""
    subject = models.CharField(max_length=64)
    """Public identifier of the customer or of its beneficial owner; of a payee, of the account that is paid."""
    list_name = models.CharField(max_length=128)
    """The check has its edition."""
    entry_reference = models.CharField(max_length=64)
    kind = models.CharField(max_length=16, choices=ListKind.choices)
    matched_name = models.CharField(max_length=512)
    score = models.PositiveSmallIntegerField()
    """From 0 to 100."""
    details = models.JSONField(default=dict)
    """Other values of the entry that were compared."""
    fingerprint = models.CharField(max_length=64)
    """Keyed hash of the subject's facts and of the entry: the same hit found again is not opened again."""
    state = models.CharField(max_length=16, choices=HitState.choices)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by_kind = models.CharField(max_length=16, blank=True)
    decided_by_id = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=1000, blank=True)
    salt = models.CharField(max_length=32, blank=True, default="", db_default="")
    """What the reason's hash in the audit log is salted with; decisions of former releases have none."""
    proposed_by = models.CharField(max_length=64, blank=True, default="", db_default="")
    """User name of the first of the two people who accepted a match; `decided_by_id` is the second."""
    source_of_funds = models.CharField(
        max_length=16, blank=True, choices=SourceOfFunds.choices, default="", db_default=""
    )
    review_on = models.DateField(null=True)
    """The day from which an accepted match is to be looked at again, by the platform's clock."""

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["subject", "fingerprint"], name="screening_hit_once"),
            models.CheckConstraint(condition=models.Q(state__in=HitState.values), name="screening_hit_state_known"),
            models.CheckConstraint(condition=models.Q(kind__in=ListKind.values), name="screening_hit_kind_known"),
            models.CheckConstraint(condition=models.Q(score__lte=100), name="screening_hit_score_bounded"),
            models.CheckConstraint(
                condition=models.Q(state="OPEN", decided_at=None)
                | (~models.Q(state="OPEN") & models.Q(decided_at__isnull=False) & ~models.Q(reason="")),
                name="screening_hit_decided_with_reason",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="ACCEPTED")
                | (models.Q(kind="PEP", review_on__isnull=False) & ~models.Q(source_of_funds="")),
                name="screening_hit_accepted_with_care",
            ),
        )
        indexes = (
            # The queue of open hits, oldest first, as the release before reads it.
            models.Index(fields=["created_at"], condition=models.Q(state="OPEN"), name="screening_hit_queue"),
            models.Index(
                fields=["created_at"],
                condition=models.Q(state__in=["OPEN", "MORE_ASKED"]),
                name="screening_hit_waiting",
            ),
            models.Index(fields=["review_on"], condition=models.Q(state="ACCEPTED"), name="screening_hit_to_review"),
            models.Index(fields=["created_at"], name="screening_hit_by_time"),
        )


class ScreeningSweep(models.Model):
    """A comparison of all live customers and payees after a list has changed. Continues where it stopped."""

    id = models.BigAutoField(primary_key=True)
    version = models.ForeignKey(ScreeningListVersion, on_delete=models.PROTECT, related_name="sweeps")
    cursor = models.UUIDField(null=True)
    """Key of the customer compared last."""
    customer_count = models.PositiveIntegerField(default=0)
    hit_count = models.PositiveIntegerField(default=0)
    """Number of new hits."""
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    is_running = models.BooleanField(default=True)
    """False when it has finished, or was replaced by the re-screening for a newer list."""
    payee_cursor = models.UUIDField(null=True)
    """Key of the payee compared last: payees are compared beside the customers."""
    payee_count = models.PositiveIntegerField(default=0, db_default=0)
    payees_finished_at = models.DateTimeField(null=True)
    """None for one that has not finished with the payees; of several such, the newest continues."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["is_running"], condition=models.Q(is_running=True), name="screening_one_sweep"
            ),
        )

    def __str__(self) -> str:
        return f"after {self.version_id}"

"""Provider messages: each request of a worker to a rail about a payment, with the rail's answer."""

from django.db import models

from payments.models.transaction import Transaction


class Question(models.TextChoices):
    """The kind of a request to a rail."""

    SUBMIT = "SUBMIT"
    """To carry out a movement of money."""
    STATUS = "STATUS"
    """The status of a submitted movement."""


class ProviderMessage(models.Model):
    """One exchange with a rail. Append-only, enforced by a database trigger; holds no identifier of an account."""

    id = models.BigAutoField(primary_key=True)
    # No checked keys on what every payment writes: docs/decisions/0008-keys-of-hot-tables.md.
    transaction = models.ForeignKey(
        Transaction, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    step = models.CharField(max_length=16)
    """The worker's step: a `NextAction`, or RESOLVE for money that leaves suspense."""
    attempt = models.PositiveIntegerField()
    """How often a worker had claimed the step, this time included."""
    question = models.CharField(max_length=8, choices=Question.choices)
    answer = models.CharField(max_length=16)
    """A `Verdict` of the rail; NONE when it could not be reached or gave no valid answer."""
    reason = models.CharField(max_length=64, default="", db_default="")
    """Why the money did not move; for NONE the kind of the error."""
    reference = models.CharField(max_length=64, default="", db_default="")
    """The rail's name for the movement."""
    milliseconds = models.PositiveIntegerField()
    at = models.DateTimeField()
    """When the answer was stored, on the platform's clock."""

    class Meta:
        indexes = (
            models.Index(fields=["transaction", "id"], name="provider_message_of_payment"),
            models.Index(fields=["reference"], condition=~models.Q(reference=""), name="provider_message_by_reference"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(question__in=Question.values), name="provider_message_question_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.step} {self.question}: {self.answer}"

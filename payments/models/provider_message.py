"""Provider messages: each time a worker asked a rail about a payment, and what the rail said."""

from django.db import models

from payments.models.transaction import Transaction


class Question(models.TextChoices):
    """What a rail was asked."""

    SUBMIT = "SUBMIT"
    """To take a movement of money over."""
    STATUS = "STATUS"
    """How a movement stands that it has taken over."""


class ProviderMessage(models.Model):
    """One exchange with a rail. Append-only, enforced by a database trigger; holds no identifier of an account."""

    id = models.BigAutoField(primary_key=True)
    # No checked keys on what every payment writes: docs/decisions/0008-keys-of-hot-tables.md.
    transaction = models.ForeignKey(
        Transaction, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    step = models.CharField(max_length=16)
    """What the worker was about: a `NextAction`, or RESOLVE for money that leaves suspense."""
    attempt = models.PositiveIntegerField()
    """How often a worker had taken the step up, this time included."""
    question = models.CharField(max_length=8, choices=Question.choices)
    answer = models.CharField(max_length=16)
    """A `Verdict` of the rail; NONE when it could not be reached or gave no sense."""
    reason = models.CharField(max_length=64, default="", db_default="")
    """Why the money did not move; for NONE the kind of the error."""
    reference = models.CharField(max_length=64, default="", db_default="")
    """What the rail calls the movement."""
    milliseconds = models.PositiveIntegerField()
    at = models.DateTimeField()
    """When the answer was written down, on the platform's clock."""

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

"""Provider messages: each request of a worker to a rail about a payment, with the rail's answer."""

from django.db import models

from payments.models.external_account import ExternalAccount
from payments.models.transaction import Transaction
from platforms.encryption import encryption

_MARK_BYTES = 8
"""Enough to tell two accounts apart, and too short to name one."""


class Question(models.TextChoices):
    """The kind of a request to a rail."""

    SUBMIT = "SUBMIT"
    """To carry out a movement of money."""
    STATUS = "STATUS"
    """The status of a submitted movement."""


class ProviderMessage(models.Model):
    """One exchange with a rail. Append-only, enforced by a database trigger; holds no identifier of an account.

    `amount`, `currency` and `account_mark` are what the rail was told, not what the payment says: the check of the
    books compares the two. They are empty where the question had none, and in messages of former releases.
    """

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
    amount = models.BigIntegerField(null=True)
    """In the smallest unit of `currency`."""
    currency = models.CharField(max_length=8, default="", db_default="")
    account_mark = models.BinaryField(null=True)
    """See `account_mark`."""
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


def account_mark(primary_identifier: str) -> bytes | None:
    """Return what tells one account from another in a message; None for no account.

    The beginning of the identifier's blind index, behind the mark of the key that it was made with.
    """
    if not primary_identifier:
        return None
    field = ExternalAccount._meta.get_field("primary_identifier_digest")
    return key_mark() + field.digest(primary_identifier)[:_MARK_BYTES]


def key_mark() -> bytes:
    """Return the mark of the present key of blind indexes: marks of accounts of another key can't be compared."""
    return encryption.digest("", purpose="payments_providermessage.account_mark")[:4]

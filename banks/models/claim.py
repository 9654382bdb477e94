"""Tables of claims: money that others owe us, because a bank took it from our account."""

from django.db import models

from banks.models.statements import BankStatementLine
from payments.models.internal_account import InternalAccount
from payments.models.ledger import JournalEntry
from payments.models.transaction import Transaction
from platforms.base import money
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform


class ClaimReason(models.TextChoices):
    """Why somebody owes us money."""

    COLLECTION_RETURNED = "COLLECTION_RETURNED"
    """The payer's bank took a collection back, and its holder has spent the money."""
    FUNDING_RETURNED = "FUNDING_RETURNED"
    """The money of a quote was taken back by the payer's bank, after it had been used."""
    DEPOSIT_RECALLED = "DEPOSIT_RECALLED"
    """The bank took money back that had arrived, and who was credited has spent it."""
    NOT_ORDERED = "NOT_ORDERED"
    """The bank took money that nobody here had ordered."""


class Debtor(models.TextChoices):
    """Who owes us the money."""

    HOLDER = "HOLDER"
    """The holder of the claim's internal account."""
    PLATFORM = "PLATFORM"
    BANK = "BANK"
    UNKNOWN = "UNKNOWN"


class Claim(WithPublicId):
    """Money that somebody owes us; open until its whole amount is paid, taken or written off."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    """In whose books it is."""
    line = models.ForeignKey(BankStatementLine, on_delete=models.PROTECT, related_name="+")
    """The line by which the bank took the money."""
    reason = models.CharField(max_length=32, choices=ClaimReason.choices)
    debtor = models.CharField(max_length=16, choices=Debtor.choices)
    transaction = models.ForeignKey(
        Transaction, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False
    )
    """The payment whose money it was; None for none."""
    internal_account = models.ForeignKey(InternalAccount, on_delete=models.PROTECT, null=True, related_name="+")
    """The account that had the money. Its holder was lent the amount to be taken; None: nobody was."""
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=8)
    open_amount = models.BigIntegerField()
    """The part that is not settled yet."""
    entry = models.OneToOneField(JournalEntry, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "payments_claim"
        indexes = (
            models.Index(fields=["opened_at"], condition=models.Q(settled_at=None), name="claim_open"),
            models.Index(fields=["-settled_at", "id"], name="claim_list"),
        )
        constraints = (
            models.CheckConstraint(condition=models.Q(reason__in=ClaimReason.values), name="claim_reason_known"),
            models.CheckConstraint(condition=models.Q(debtor__in=Debtor.values), name="claim_debtor_known"),
            models.CheckConstraint(
                condition=models.Q(amount__gt=0, open_amount__gte=0, open_amount__lte=models.F("amount")),
                name="claim_amounts_possible",
            ),
            models.CheckConstraint(
                condition=models.Q(open_amount=0, settled_at__isnull=False)
                | models.Q(open_amount__gt=0, settled_at=None),
                name="claim_settled_when_nothing_is_open",
            ),
        )

    def __str__(self) -> str:
        return f"{money.major_units(self.amount, self.currency)}: {self.reason}"


class ClaimWay(models.TextChoices):
    """How a claim, or a part of it, is settled."""

    PAID = "PAID"
    """Money arrived for it, by a line of a statement."""
    TAKEN = "TAKEN"
    """Taken from an internal account."""
    WRITTEN_OFF = "WRITTEN_OFF"
    """Nobody will pay it: a loss."""
    UNDONE = "UNDONE"
    """It was none: the decision about its line is undone."""


class ClaimSettlement(WithPublicId):
    """A part of a claim that is settled, by two people. Append-only."""

    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="settlements", db_index=False)
    number = models.PositiveIntegerField()
    """Its number among the claim's settlements, from 1."""
    way = models.CharField(max_length=16, choices=ClaimWay.choices)
    amount = models.BigIntegerField()
    internal_account = models.ForeignKey(InternalAccount, on_delete=models.PROTECT, null=True, related_name="+")
    """The account that it was taken from."""
    line = models.ForeignKey(BankStatementLine, on_delete=models.PROTECT, null=True, related_name="+")
    """The line of the money that arrived."""
    entry = models.OneToOneField(JournalEntry, on_delete=models.PROTECT, related_name="+")
    decided_by = models.CharField(max_length=64)
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        db_table = "payments_claimsettlement"
        constraints = (
            models.UniqueConstraint(fields=["claim", "number"], name="claim_settlement_one_after_another"),
            models.CheckConstraint(condition=models.Q(way__in=ClaimWay.values), name="claim_settlement_way_known"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="claim_settlement_amount_positive"),
        )

    def __str__(self) -> str:
        return f"{self.way} {self.amount}"

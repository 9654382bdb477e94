"""Tables of proofs: signed roots of days, and the stored upper nodes of their trees. Written by `payments.proofs`.

A page holds nodes one after the other (`payments.proofs.trees`). What a day does not change is not stored again: the
newest row up to a root counts for it.
"""

from django.db import models

from payments.models.ledger import LedgerAccount
from platforms.models import Platform


class SignedRoot(models.Model):
    """A day of the journal: its entries, and the balances at its end. Final once it is signed, by a trigger."""

    number = models.BigIntegerField(primary_key=True)
    """1, 2, 3 and so on without gaps."""
    day = models.DateField(unique=True)
    """In UTC, by real time, whatever a sandbox clock shows."""
    after_id = models.BigIntegerField()
    """The last entry of the root before; this one has those after it …"""
    last_id = models.BigIntegerField()
    """… up to this one, the last that was sealed on the day."""
    seal_number = models.BigIntegerField()
    """The seal of the journal that has it."""
    key = models.BinaryField(max_length=32)
    """Of the salts of its entries."""
    read_until = models.BigIntegerField()
    """While it is made: the last entry that was read."""
    next_tree = models.BigIntegerField(default=0)
    """While it is made: the tree …"""
    next_position = models.BigIntegerField(default=0)
    """… and the place in it, where the next page of balances begins."""
    entries = models.BigIntegerField(default=0)
    entry_pages = models.BinaryField(default=b"")
    """The root of each page of entries."""
    trees = models.BigIntegerField(default=0)
    tree_blocks = models.BinaryField(default=b"")
    """The root of each block of trees of balances."""
    statement = models.TextField(default="")
    """What is signed."""
    digest = models.BinaryField(max_length=32, null=True)
    """SHA-256 of the statement; empty until it is signed."""
    signatures = models.JSONField(default=list)
    """Public key and signature of each key that signed, in base64."""
    begun_at = models.DateTimeField()
    sealed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(number__gte=1, last_id__gte=models.F("after_id")), name="signed_root_goes_on"
            ),
        )

    def __str__(self) -> str:
        return f"root {self.number} of {self.day}"


class EntryPage(models.Model):
    """Up to 65,536 entries of a day, in blocks of 256."""

    root = models.ForeignKey(SignedRoot, on_delete=models.PROTECT, related_name="+", db_index=False)
    index = models.BigIntegerField()
    after_id = models.BigIntegerField()
    """The entry before its first one."""
    keys = models.BinaryField()
    """The entry before the first one of each block: 8 bytes each."""
    blocks = models.BinaryField()
    """The root of each block."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["root", "after_id"], name="entry_page_once"),)

    def __str__(self) -> str:
        return f"entries after {self.after_id}"


class BalanceTree(models.Model):
    """The balances of a platform's accounts in one currency. An account keeps its place in the tree."""

    number = models.BigIntegerField(primary_key=True)
    """Its place among the trees: 0, 1, 2 and so on."""
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    currency = models.CharField(max_length=8)
    key = models.BinaryField(max_length=32)
    """Of the salts of its leaves."""
    accounts = models.BigIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["platform", "currency"], name="balance_tree_once"),)

    def __str__(self) -> str:
        return f"{self.currency} #{self.number}"


class SealedBalance(models.Model):
    """What an account had at the end of a day that changed it, in the smallest unit."""

    # Millions are written in a night, by one function that has read what they refer to: without checked keys.
    tree = models.ForeignKey(
        BalanceTree, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    position = models.BigIntegerField()
    root = models.ForeignKey(
        SignedRoot, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    account = models.ForeignKey(
        LedgerAccount, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    balance = models.BigIntegerField()
    last_at = models.DateTimeField()
    """The time of its newest entry, by the platform's clock."""

    class Meta:
        indexes = (models.Index(fields=["root", "tree", "position"], name="sealed_balance_of_root"),)
        constraints = (
            models.UniqueConstraint(fields=["tree", "position", "root"], name="sealed_balance_once"),
            models.UniqueConstraint(fields=["account", "root"], name="sealed_balance_of_account"),
            models.CheckConstraint(condition=models.Q(balance__gte=0), name="sealed_balance_not_negative"),
        )

    def __str__(self) -> str:
        return f"place {self.position}"


class BalancePage(models.Model):
    """Up to 65,536 balances of a tree as a root has them, in blocks of 256."""

    tree = models.ForeignKey(BalanceTree, on_delete=models.PROTECT, related_name="+", db_index=False)
    index = models.BigIntegerField()
    root = models.ForeignKey(SignedRoot, on_delete=models.PROTECT, related_name="+", db_index=False)
    blocks = models.BinaryField()
    """The root and the sum of each block."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["tree", "index", "root"], name="balance_page_once"),)

    def __str__(self) -> str:
        return f"page {self.index}"


class BalanceTotal(models.Model):
    """The root of a tree at the end of a day that changed it."""

    tree = models.ForeignKey(BalanceTree, on_delete=models.PROTECT, related_name="+", db_index=False)
    root = models.ForeignKey(SignedRoot, on_delete=models.PROTECT, related_name="+", db_index=False)
    accounts = models.BigIntegerField()
    total = models.DecimalField(max_digits=38, decimal_places=0)
    pages = models.BinaryField()
    """The root and the sum of each page."""
    digest = models.BinaryField(max_length=32)
    """The root of the tree."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["tree", "root"], name="balance_total_once"),)

    def __str__(self) -> str:
        return f"{self.accounts} accounts"

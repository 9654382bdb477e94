"""What the postings of an account add up to, as far as they were added up: what the check compares balances with."""

from django.db import models

from payments.models.ledger import LedgerAccount


class CheckedBalance(models.Model):
    """The sum of a holder's postings up to the mark `balances` of `DayMark`; see `reporting.checked_balances`."""

    account = models.OneToOneField(
        LedgerAccount, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
    balance = models.BigIntegerField()
    """In the smallest unit of the account's currency, like the account's own."""

    def __str__(self) -> str:
        return f"account {self.account_id}"

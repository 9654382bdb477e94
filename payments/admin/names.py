"""What staff read for the codes of entries and of money in suspense, where the words of the code are not plain."""

from django.utils.safestring import SafeString

from payments.models import JournalEntry
from platforms.backoffice import columns, links

PURPOSES = {
    "TRANSFER_OUT_SENT": "Transfer sent",
    "TRANSFER_OUT_SETTLED": "Transfer settled",
    "TRANSFER_OUT_CAME_BACK": "Transfer returned by bank",
    "TRANSFER_OUT_RETURNED": "Transfer returned",
    "TRANSFER_IN_SETTLED": "Transfer received",
    "SUSPENDED": "Moved to suspense",
    "SUSPENSE_GIVEN_BACK": "Suspense returned to payer",
    "SUSPENSE_PAID": "Suspense paid to beneficiary",
}
REASONS = {
    "PAID_AGAIN": "Paid twice",
    "PAYOUT_NOT_GIVEN_BACK": "Failed payout not returned by bank",
    "PAYER_GONE": "Payer's account closed",
}
WAYS = {
    "GIVE_BACK": "Return to the payer",
    "PAY_AGAIN": "Pay the beneficiary again",
    "CREDIT_HOLDER": "Credit the paying customer's internal account",
    "WRITE_OFF": "Write off",
}


def entry_link(entry: JournalEntry) -> SafeString:
    """Return a link to a journal entry: its purpose in words, its number, and the code beside."""
    text = f"{columns.words(entry.purpose, PURPOSES)} #{entry.pk}"
    return columns.with_code(links.to(links.page(JournalEntry, entry.pk), text), entry.purpose)

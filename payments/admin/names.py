"""Words for the codes of entries and of suspense items, where the code's own words are not plain."""

from django.utils.safestring import SafeString

from payments.account_types import table
from payments.admin import parties
from payments.ledger.entries import Movement
from payments.models import ExternalAccount, InternalAccount, JournalEntry
from platforms.backoffice import columns, links, masking

PURPOSES = {
    "TRANSFER_OUT_SENT": "Transfer sent",
    "TRANSFER_OUT_SETTLED": "Transfer settled",
    "TRANSFER_OUT_CAME_BACK": "Transfer returned by bank",
    "TRANSFER_OUT_RETURNED": "Transfer returned",
    "TRANSFER_IN_SETTLED": "Transfer received",
    "TRANSFER_IN_CAME_BACK": "Transfer taken back by the payer's bank",
    "CAME_BACK": "Returned by the bank to suspense",
    "SUSPENDED": "Moved to suspense",
    "SUSPENSE_GIVEN_BACK": "Suspense returned to payer",
    "SUSPENSE_PAID": "Suspense paid to beneficiary",
    "DEPOSIT_RECALLED": "Deposit taken back by the bank",
    "CLAIM_OPENED": "Taken by the bank, and owed to us",
    "CLAIM_LENT": "Lent to the holder, and owed to us",
    "CLAIM_PAID": "Claim paid",
    "CLAIM_TAKEN": "Claim taken from the account",
    "CLAIM_WRITTEN_OFF": "Claim written off as a loss",
    "CLAIM_UNDONE": "Claim undone",
}
REASONS = {
    "PAID_AGAIN": "Paid twice",
    "PAYOUT_NOT_GIVEN_BACK": "Failed payout not returned by bank",
    "PAYER_GONE": "Payer's account closed",
    "REFUND_CAME_BACK": "Refund returned by the payer's bank",
    "PAYOUT_CAME_BACK": "Repeated payout returned by the beneficiary's bank",
    "PAID_AGAIN_CAME_BACK": "Second payment sent back, and returned by the payer's bank",
    "CAME_BACK": "Money sent back, and returned by the payer's bank",
}
WAYS = {
    "GIVE_BACK": "Return to the payer",
    "PAY_AGAIN": "Pay the beneficiary again",
    "CREDIT_HOLDER": "Credit the paying customer's internal account",
    "WRITE_OFF": "Write off",
}


_NUMBERS = {"clabeNumber": "CLABE", "iban": "IBAN", "phoneNumber": "phone", "pixKey": "Pix key", "vpa": "UPI ID"}


def internal_account(account: InternalAccount) -> str:
    """Return whose an internal account is, its currency, and the last four of the reference that payers name."""
    holder = str(account.platform)
    if customer := account.customer:
        holder = customer.name or customer.platform_customer_id
    return f"{holder}, {account.currency} account {masking.DOTS} {account.funding_reference[-4:]}"


def external_account(account: ExternalAccount) -> str:
    """Return the beneficiary of an external account, what its number is called, and the last four of it."""
    rules = table.ACCOUNT_TYPES.get(account.account_type)
    members = rules.primary_identifier if rules else ()
    word = _NUMBERS.get(members[0], "account") if members else "account"
    return ", ".join(filter(None, (parties.holder(account), f"{word} {masking.masked(account.primary_identifier)}")))


def entry_link(entry: JournalEntry) -> SafeString:
    """Return a link to a journal entry: its purpose in words, its number, and the code beside."""
    text = f"{columns.words(entry.purpose, PURPOSES)} #{entry.pk}"
    return columns.with_code(links.to(links.page(JournalEntry, entry.pk), text), entry.purpose)


def entry(movement: Movement) -> str:
    """Return a journal entry that will be posted: what it is in words, and its purpose."""
    return f"{columns.words(movement.purpose, PURPOSES)} ({movement.purpose})"

"""Erasure of a person in payments. Amounts, states, our identifiers and the ledger stay."""

import datetime as dt

from django.db.models import Q

from compliance.customers import uma_addresses
from compliance.models import Customer
from payments.accounts import closing
from payments.models import ExternalAccount, IncomingUmaPayment, Lookup, Quote, Transaction
from platforms.operations import stored_replies
from webhooks.outbox import events

_FORGOTTEN = (
    *("account_info", "primary_identifier", "primary_identifier_digest", "last_four_digest"),
    *("platform_account_id", "beneficiary_verified_data", "warnings", "deleted_at", "updated_at"),
    *("latin_name", "entered_latin_name", "spellings", "metadata"),
)


def forget_customer(*, customer: Customer, now: dt.datetime) -> None:
    """Erase a customer's external accounts and the names of its counterparties. Raises CustomerHasFunds."""
    closing.refuse_to_close_customer(customer=customer)
    held = list(ExternalAccount.objects.filter(customer=customer).select_for_update(no_key=True).order_by("id"))
    closing.refuse_to_erase_accounts(customer=customer, accounts=held)
    for account in held:
        account.account_info = {"accountType": account.account_type}
        account.primary_identifier = ""
        account.platform_account_id = account.beneficiary_verified_data = None
        account.warnings, account.metadata = [], None
        account.latin_name = account.entered_latin_name = ""
        account.deleted_at, account.updated_at = account.deleted_at or now, now
        account.save(update_fields=_FORGOTTEN)
    _forget_payments(customer, held)
    Lookup.objects.filter(Q(customer=customer) | Q(external_account__in=held)).delete()
    # Events about payments by UMA name the counterparty.
    sessions = IncomingUmaPayment.objects.filter(transaction__customer=customer)
    named = [
        str(key) for key in (*(account.id for account in held), *sessions.values_list("transaction_id", flat=True))
    ]
    if named:
        events.forget(platform_id=customer.platform_id, named=named)
        stored_replies.forget(platform_id=customer.platform_id, named=named)


def _forget_payments(customer: Customer, held: list[ExternalAccount]) -> None:
    mine = Q(customer=customer) | Q(external_account__in=held)
    payments = Transaction.objects.filter(mine, platform=customer.platform_id)
    Quote.objects.filter(id__in=payments.exclude(quote_id=None).values("quote_id")).filter(
        Q(counterparty_information__isnull=False) | Q(sender_information__isnull=False)
    ).update(counterparty_information=None, sender_information=None)
    payments.update(counterparty_information=None, description=None, metadata=None, remittance_information=None)
    Transaction.objects.filter(customer=customer).update(platform_customer_id=str(customer.id))
    sessions = IncomingUmaPayment.objects.filter(transaction__in=payments.values("id"))
    sessions.update(receiver_information=None, refusal="")
    # Payments by UMA name an address as their receiver.
    renamed = uma_addresses.generate(customer.id, domain=customer.uma_address.rpartition("@")[2])
    names = {customer.uma_address, *uma_addresses.former(customer)} - {renamed}
    if names:
        received = IncomingUmaPayment.objects.filter(platform=customer.platform_id, receiver_address__in=names)
        received.update(receiver_address=renamed)
        Transaction.objects.filter(platform=customer.platform_id, receiver__in=names).update(receiver=renamed)
        Transaction.objects.filter(platform=customer.platform_id, sender__in=names).update(sender=renamed)

"""The probe's platform and its payments: money from a sandbox bank account to the platform's own."""

from django.conf import settings
from django.urls import reverse

from config.probe import progress
from payments.accounts import external_accounts
from payments.models import ExternalAccount, InternalAccount, Transaction
from payments.transfers import transfers
from platforms import audit
from platforms.base import clock, identifiers, tracing
from platforms.models import Environment, Platform
from platforms.operations import config, platforms

CURRENCY, AMOUNT = "USD", 1
"""What a payment of the probe moves: in the smallest unit, play money."""
MOST_UNFINISHED = 3
"""Payments that are not finished, from which on none is begun: a fault makes no heap of them."""
_ACCOUNT = {
    "accountType": "USD_ACCOUNT",
    "accountNumber": "000123456789",
    "routingNumber": "021000021",
    "beneficiary": {
        "beneficiaryType": "BUSINESS",
        "legalName": "Probe",
        "address": {
            "line1": "1 Main Street",
            "city": "New York",
            "state": "NY",
            "postalCode": "10001",
            "country": "US",
        },
    },
}


def platform() -> Platform | None:
    """Return the probe's platform; None before it is set up."""
    return Platform.objects.filter(is_probe=True).first()


def check() -> external_accounts.CheckedAccount:
    """Check the account that pays, outside of a database transaction."""
    environment = Environment.SANDBOX.value
    return external_accounts.check(
        account_info=_ACCOUNT, currency=CURRENCY, environment=environment, platform_id=identifiers.new_key()
    )


def set_up(checked: external_accounts.CheckedAccount, *, actor: audit.Actor, now: clock.RealTime) -> Platform:
    """Make the platform with its account, or lead its webhooks to the present address.

    It has no token, so nobody else can do anything in it. Raises InvalidInput for an address that takes no webhooks.
    """
    address = settings.PUBLIC_BASE_URL.rstrip("/") + reverse("probe-webhook")
    known = platform()
    if known is not None:
        return config.update(platform_id=known.id, changes={"webhookEndpoint": address}, actor=actor, now=known.now())
    made = platforms.create_platform(
        name="Probe",
        environment=Environment.SANDBOX.value,
        uma_domain=f"probe.{settings.SANDBOX_UMA_DOMAIN.lower()}",
        currencies=[CURRENCY],
        webhook_endpoint=config.check_endpoint(address, environment=Environment.SANDBOX.value),
        is_probe=True,
        actor=actor,
        now=now,
    )
    external_accounts.create(
        platform_id=made.id,
        customer_id=None,
        belongs_to_customer=False,
        currency=CURRENCY,
        checked=checked,
        options={},
        actor=actor,
        now=made.now(),
    )
    return made


def begin() -> Transaction | None:
    """Begin a payment, in the caller's database transaction; None without a platform, or where others are not finished.

    Its id of a request is made for it, so that it is followed as any other.
    """
    of = platform()
    if of is None or progress.unfinished(progress.rounds(of)) >= MOST_UNFINISHED:
        return None
    payer = ExternalAccount.objects.for_platform(of.id).values_list("id", flat=True).first()
    payee = InternalAccount.objects.for_platform(of.id).values_list("id", flat=True).first()
    with tracing.caused_by(tracing.Cause(str(identifiers.new_key()))):
        return transfers.transfer_in(
            platform_id=of.id,
            source_id=payer,
            destination_id=payee,
            amount=AMOUNT,
            actor=audit.SYSTEM,
            now=of.now(),
        )

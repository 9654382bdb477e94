"""Lightning invoices of nodes elsewhere, as payees hand them out."""

import datetime as dt
import secrets

from payments.account_types import bolt11
from platforms.base import clock

_MSAT_PER_SATOSHI = 1000


def text(
    *,
    satoshis: int | None = 2_500,
    network: str = "bc",
    age: dt.timedelta = dt.timedelta(),
    lifetime: dt.timedelta = dt.timedelta(hours=1),
    payment_hash: bytes | None = None,
    msat: int = 0,
) -> str:
    """Return the text of an invoice that was made `age` ago; `msat` are thousandths of a satoshi on top."""
    invoice = bolt11.Invoice(
        network=network,
        amount_msat=None if satoshis is None else satoshis * _MSAT_PER_SATOSHI + msat,
        created_at=(clock.real_now() - age).replace(microsecond=0),
        payment_hash=payment_hash or secrets.token_bytes(32),
        payment_secret=secrets.token_bytes(32),
        description="Two cups of coffee",
        expiry=lifetime,
        features=frozenset({bolt11.VAR_ONION, bolt11.PAYMENT_SECRET}),
    )
    return bolt11.encode(invoice, private_key=secrets.token_bytes(32))


def account(invoice: str) -> dict[str, str]:
    """Return the `accountInfo` of an account that is an invoice."""
    return {"accountType": "LIGHTNING", "invoice": invoice}

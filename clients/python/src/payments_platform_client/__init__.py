"""Client of the payments platform service.

`generated` holds all operations (`generated.api`) and what they take and give (`generated.models`), made from the
API document. Around it, by hand: `client` (a token, time limits, calls with JSON), `transport` (retries), `errors`,
`paging`, `batches`, `reconciliation`, `webhooks`, `money`, `enums`.
"""

from .batches import send_transfers
from .client import Payments, connect, currencies, from_environment
from .enums import OpenEnum
from .errors import ApiError, NoReply, PaymentsError
from .generated import models
from .generated.models import ErrorCode
from .generated.types import UNSET, File, Unset
from .money import format_amount, to_decimal, to_smallest
from .paging import aiterate, iterate
from .reconciliation import AccountPeriod, read_period
from .transport import Retries
from .webhooks import Event, KeysUnavailable, NotGenuine, PublicKeys, Webhooks

__all__ = [
    "UNSET",
    "AccountPeriod",
    "ApiError",
    "ErrorCode",
    "Event",
    "File",
    "KeysUnavailable",
    "NoReply",
    "NotGenuine",
    "OpenEnum",
    "Payments",
    "PaymentsError",
    "PublicKeys",
    "Retries",
    "Unset",
    "Webhooks",
    "aiterate",
    "connect",
    "currencies",
    "format_amount",
    "from_environment",
    "iterate",
    "models",
    "read_period",
    "send_transfers",
    "to_decimal",
    "to_smallest",
]

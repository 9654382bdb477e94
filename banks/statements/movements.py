"""Movements of banks' lines: entries of fees, recalled deposits and claims, declared as in `payments.ledger.movements`.

The check expects them for the rows that name them: each decision about a line that is a `fee` or a `recall`, each
`claim`, and each part of one that is `settled`.
"""

import dataclasses

from payments.ledger.chart import AccountKind
from payments.ledger.entries import Movement, move, own, undo
from payments.ledger.movements import HOLDER

_RAIL = AccountKind.RAIL_SETTLEMENT
_CHARGED = own("fee.amount", "fee.currency")
_RECALLED = own("recall.amount", "recall.currency")
_CLAIMED = own("claim.amount", "claim.currency")
_PART = own("settled.amount", "settled.currency")

BANK_FEE = Movement(
    "BANK_FEE",
    "the bank charged a fee",
    "(fee.kind = 'FEE' AND NOT fee.is_credit) OR fee.is_difference",
    move(AccountKind.BANK_FEES, _RAIL, _CHARGED),
    of="fee",
)
BANK_FEE_REFUNDED = Movement(
    "BANK_FEE_REFUNDED",
    "… refunded one",
    "fee.kind = 'FEE' AND fee.is_credit",
    move(_RAIL, AccountKind.BANK_FEES, _CHARGED),
    of="fee",
)
BANK_FEE_UNDONE = dataclasses.replace(
    undo("BANK_FEE_UNDONE", "… it was none", "fee.kind = 'UNDONE' AND NOT fee.is_credit", BANK_FEE), of="fee"
)
BANK_FEE_REFUND_UNDONE = dataclasses.replace(
    undo("BANK_FEE_REFUND_UNDONE", "… it was none", "fee.kind = 'UNDONE' AND fee.is_credit", BANK_FEE_REFUNDED),
    of="fee",
)
DEPOSIT_RECALLED = Movement(
    "DEPOSIT_RECALLED",
    "the bank took money back that had arrived",
    "recall.is_recall",
    move(HOLDER, _RAIL, _RECALLED),
    of="recall",
)
CLAIM_OPENED = Movement(
    "CLAIM_OPENED",
    "the bank took money that somebody owes us now",
    "NOT claim.is_lent",
    move(AccountKind.CLAIMS, _RAIL, _CLAIMED),
    of="claim",
)
CLAIM_LENT = Movement(
    "CLAIM_LENT",
    "… that its holder had spent: the missing part is lent, and owed",
    "claim.is_lent",
    move(AccountKind.CLAIMS, HOLDER, _CLAIMED),
    of="claim",
)
CLAIM_PAID = Movement(
    "CLAIM_PAID",
    "… is paid by money that arrived",
    "settled.way = 'PAID'",
    move(_RAIL, AccountKind.CLAIMS, _PART),
    of="settled",
)
CLAIM_TAKEN = Movement(
    "CLAIM_TAKEN",
    "… is taken from an internal account",
    "settled.way = 'TAKEN'",
    move(HOLDER, AccountKind.CLAIMS, _PART),
    of="settled",
)
CLAIM_WRITTEN_OFF = Movement(
    "CLAIM_WRITTEN_OFF",
    "… is written off as a loss",
    "settled.way = 'WRITTEN_OFF'",
    move(AccountKind.LOSSES, AccountKind.CLAIMS, _PART),
    of="settled",
)
CLAIM_UNDONE = Movement(
    "CLAIM_UNDONE",
    "… it was none",
    "settled.way = 'UNDONE'",
    move(_RAIL, AccountKind.CLAIMS, _PART),
    reverses=CLAIM_OPENED.purpose,
    of="settled",
)

# In the order of their definition: no row can be left out.
MOVEMENTS: tuple[Movement, ...] = tuple(row for row in [*globals().values()] if isinstance(row, Movement))

"""How a payment stands, in the words of callers and in our codes."""

import dataclasses
from collections.abc import Mapping, Sequence

from payments.models import FailureReason

_UNDER_WAY = ("CREATED", "PENDING", "PROCESSING")
_STATUSES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("completed", "complete", "arrived", "done", "settled", "succeeded", "successful"), ("COMPLETED",)),
    **dict.fromkeys(("failed", "fail", "failure", "unsuccessful"), ("FAILED",)),
    **dict.fromkeys(("rejected", "declined", "refused"), ("REJECTED",)),
    **dict.fromkeys(("refunded", "returned", "refund"), ("REFUNDED",)),
    **dict.fromkeys(("pending", "waiting", "processing", "stuck", "hanging", "delayed", "outstanding"), _UNDER_WAY),
    "created": ("CREATED",),
    "expired": ("EXPIRED",),
}
"""Word → statuses of a payment."""
_SAID = {
    ("timed", "out"): FailureReason.TIMED_OUT,
    ("timeout",): FailureReason.TIMED_OUT,
    ("no", "funds"): FailureReason.INSUFFICIENT_FUNDS,
    ("insufficient", "balance"): FailureReason.INSUFFICIENT_FUNDS,
    ("invalid", "account"): FailureReason.ACCOUNT_INVALID,
    ("wrong", "account"): FailureReason.ACCOUNT_INVALID,
}
_REASONS: Mapping[tuple[str, ...], str] = {
    **{tuple(reason.lower().split("_")): reason for reason in FailureReason.values},
    **{(reason.lower(),): reason for reason in FailureReason.values},
    **_SAID,
}
_LONGEST = max(map(len, _REASONS))


@dataclasses.dataclass(frozen=True)
class Facts:
    """The words of a description: statuses, reasons of a failure, and the words that are neither."""

    statuses: tuple[str, ...]
    reasons: tuple[str, ...]
    words: tuple[str, ...]
    outcome: tuple[str, ...]
    """The words that the statuses and reasons were read from."""


def read(words: Sequence[str]) -> Facts:
    """Return what words say of how a payment stands."""
    statuses: list[str] = []
    reasons: list[str] = []
    others: list[str] = []
    outcome: list[str] = []
    place = 0
    while place < len(words):
        length, reason = _reason_at(words, place)
        word = words[place]
        if reason:
            reasons.append(reason)
        elif word.lower() in _STATUSES:
            statuses.extend(_STATUSES[word.lower()])
        (outcome if reason or word.lower() in _STATUSES else others).extend(words[place : place + length])
        place += length
    if reasons and not statuses:
        statuses = ["FAILED", "REJECTED", "EXPIRED", "REFUNDED"]
    return Facts(tuple(dict.fromkeys(statuses)), tuple(reasons), tuple(others), tuple(outcome))


def _reason_at(words: Sequence[str], place: int) -> tuple[int, str]:
    for length in range(_LONGEST, 0, -1):
        piece = tuple(word.lower() for word in words[place : place + length])
        if len(piece) == length and piece in _REASONS:
            return length, _REASONS[piece]
    return 1, ""

"""Second factors of staff: setting one up, checking a code, resetting a lost one. Codes follow RFC 6238."""

import base64
import datetime as dt
import enum
import secrets

from django_otp.oath import TOTP

from platforms import audit
from platforms.base import backoff, errors
from platforms.http import authentication
from platforms.models import SecondFactor

TAKE_UP_WITHIN = dt.timedelta(minutes=15)
"""A secret that was shown and not confirmed within this time is replaced."""
RECOVERY_CODES = 10
FREE_FAILURES = 4
"""Wrong codes in a row without a wait; each further one doubles the wait."""
FIRST_WAIT, LONGEST_WAIT = dt.timedelta(seconds=30), dt.timedelta(minutes=15)
_SECRET_BYTES = 20
_DIGITS = 6
_TOLERANCE = 1
"""How far a telephone's clock may be off, in half minutes."""
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Alphabet of recovery codes: no letter looks like another, or like a digit."""
_GROUPS, _GROUP_LENGTH = 3, 4


class NoSecondFactor(errors.DomainError):
    """The account has none that could be reset."""

    code = "INVALID_INPUT"
    message = "This account has no second factor."


class Outcome(enum.Enum):
    """The result of checking a code. Not an error: a wrong code has to be counted, which a refusal would roll back."""

    ACCEPTED = enum.auto()
    WRONG = enum.auto()
    BLOCKED = enum.auto()


SAID = {
    Outcome.WRONG: "This code is not right, or was used already. Wait for the next one.",
    Outcome.BLOCKED: "Too many wrong codes. Try again later.",
}
"""The message for a code that was not accepted."""


def find(username: str) -> SecondFactor | None:
    """Return the confirmed second factor of an account."""
    return SecondFactor.objects.filter(username=username, confirmed_at__isnull=False).first()


def begin(*, username: str, now: dt.datetime) -> SecondFactor:
    """Return the account's second factor that waits to be confirmed; a confirmed one is left alone."""
    factor = _locked(username)
    if factor is None:
        factor = SecondFactor(username=username)
    if factor.confirmed_at is None and (factor._state.adding or factor.created_at < now - TAKE_UP_WITHIN):
        factor.secret = base64.b32encode(secrets.token_bytes(_SECRET_BYTES)).decode()
        factor.created_at = now
        factor.save()
    return factor


def confirm(*, username: str, code: str, actor: audit.Actor, now: dt.datetime) -> tuple[Outcome, list[str]]:
    """Confirm the second factor with its first code; return the recovery codes, which are not kept in clear."""
    factor = _locked(username)
    if factor is None or factor.confirmed_at is not None:
        return Outcome.WRONG, []
    outcome = _check(factor, code, actor=actor, now=now)
    if outcome is not Outcome.ACCEPTED:
        return outcome, []
    codes = ["-".join(_group() for _ in range(_GROUPS)) for _ in range(RECOVERY_CODES)]
    factor.confirmed_at = now
    factor.recovery_hashes = [_hash(factor, code) for code in codes]
    factor.save(update_fields=["confirmed_at", "recovery_hashes"])
    _record("second_factor.confirm", factor, actor=actor, now=now)
    return outcome, codes


def check(*, username: str, code: str, actor: audit.Actor, now: dt.datetime) -> Outcome:
    """Check a code of the app, accepted once, or a recovery code, which is used up."""
    factor = _locked(username)
    if factor is None or factor.confirmed_at is None:
        return Outcome.WRONG
    return _check(factor, code, actor=actor, now=now)


def reset(*, username: str, reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Delete a lost second factor: the next sign-in sets up another. Raises NoSecondFactor."""
    factor = _locked(username)
    if factor is None or factor.confirmed_at is None:
        raise NoSecondFactor
    _record("second_factor.reset", factor, actor=actor, now=now, reason=reason)
    factor.delete()


def _check(factor: SecondFactor, code: str, *, actor: audit.Actor, now: dt.datetime) -> Outcome:
    if factor.blocked_until is not None and factor.blocked_until > now:
        return Outcome.BLOCKED
    step = _step_of(factor, code, now)
    recovery = None if step else _recovery_hash(factor, code)
    if not step and recovery is None:
        return _count_failure(factor, actor=actor, now=now)
    factor.failures, factor.blocked_until = 0, None
    if step:
        factor.last_step = step
        _record("second_factor.accept", factor, actor=actor, now=now)
    else:
        factor.recovery_hashes = [known for known in factor.recovery_hashes if bytes(known) != recovery]
        left = len(factor.recovery_hashes)
        _record("second_factor.use_recovery_code", factor, actor=actor, now=now, left=left)
    factor.save(update_fields=["failures", "blocked_until", "last_step", "recovery_hashes"])
    return Outcome.ACCEPTED


def _step_of(factor: SecondFactor, code: str, now: dt.datetime) -> int:
    digits = "".join(code.split())
    if not (len(digits) == _DIGITS and digits.isascii() and digits.isdigit()):
        return 0
    totp = TOTP(base64.b32decode(factor.secret))
    totp.time = now.timestamp()
    return totp.t() if totp.verify(int(digits), _TOLERANCE, factor.last_step + 1) else 0


def _recovery_hash(factor: SecondFactor, code: str) -> bytes | None:
    wanted = authentication.hashes_of(_normal(code), row=_row(factor))
    return next((bytes(known) for known in factor.recovery_hashes if bytes(known) in wanted), None)


def _count_failure(factor: SecondFactor, *, actor: audit.Actor, now: dt.datetime) -> Outcome:
    factor.failures += 1
    if factor.failures > FREE_FAILURES:
        wait = backoff.pause(factor.failures - FREE_FAILURES, first=FIRST_WAIT, longest=LONGEST_WAIT)
        factor.blocked_until = now + wait
        _record("second_factor.block", factor, actor=actor, now=now, failures=factor.failures)
    factor.save(update_fields=["failures", "blocked_until"])
    return Outcome.WRONG


def _locked(username: str) -> SecondFactor | None:
    return SecondFactor.objects.select_for_update().filter(username=username).first()


def _group() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LENGTH))


def _hash(factor: SecondFactor, code: str) -> bytes:
    # Sixty random bits under a key outside the database: the hash does not help to guess them.
    return authentication.hash_secret(_normal(code), row=_row(factor))


def _row(factor: SecondFactor) -> str:
    return f"second factor of {factor.username}"


def _normal(code: str) -> str:
    return "".join(code.lower().replace("-", "").split())


def _record(verb: str, factor: SecondFactor, *, actor: audit.Actor, now: dt.datetime, **details: object) -> None:
    about = {"username": factor.username} | details
    audit.record(audit.Subject(None, factor.public_id), verb, actor=actor, now=now, **about)

"""Chance, keys and time by the seed: what the service draws, generates and reads comes from one source."""

import datetime as dt
import os
import random
import secrets
import sys
import uuid
from typing import Any

import uuid_utils.compat
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from platforms.base import clock
from tests.simulation import scheduler, substitutes

_ORDER = int("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551", 16)
"""A bound that is below the order of P-256 and of secp256k1."""


class _Chance:
    def __init__(self) -> None:
        self.source = random.Random("setup")
        self.keys = 0

    def urandom(self, size: int, /) -> bytes:
        return self.source.randbytes(size)

    def uuid7(self) -> uuid.UUID:
        """Return a key that begins with the time, and goes up."""
        self.keys += 1
        milliseconds = int(substitutes.now() * 1000)
        tail = (0b10 << 62) | (self.keys << 30) | self.source.getrandbits(30)
        return uuid.UUID(int=(milliseconds << 80) | (7 << 76) | ((self.keys >> 32 & 0xFFF) << 64) | tail)

    def uuid4(self) -> uuid.UUID:
        return uuid.UUID(bytes=self.source.randbytes(16), version=4)


_chance = _Chance()


def seed(number: int | str) -> None:
    """Begin anew by a seed."""
    _chance.source.seed(f"values {number}")
    _chance.keys = 0
    random.seed(f"random {number}")


def install() -> None:
    """Put the seed's chance into the place of the machine's."""
    os.urandom = _chance.urandom
    random._urandom = _chance.urandom  # type: ignore[attr-defined]
    uuid.uuid4 = _chance.uuid4
    uuid_utils.compat.uuid7 = _chance.uuid7  # type: ignore[assignment]
    secrets.token_bytes = lambda nbytes=32: _chance.urandom(nbytes or 32)
    clock.real_now = real_now
    ed25519.Ed25519PrivateKey.generate = classmethod(  # type: ignore[method-assign, assignment]
        lambda _cls: ed25519.Ed25519PrivateKey.from_private_bytes(_chance.urandom(32))
    )
    ec.generate_private_key = _private_key
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in substitutes.OURS and vars(module).get("ec") is ec:
            module.ec.generate_private_key = _private_key


def _private_key(curve: Any, backend: Any = None) -> Any:
    return ec.derive_private_key(1 + int.from_bytes(_chance.urandom(32)) % (_ORDER - 1), curve, backend)


def real_now() -> clock.RealTime:
    """Return the simulated time by the clock of the process that asks, to the microsecond."""
    actor = scheduler.current()
    seconds = substitutes.now() + (substitutes.wrong_by.get(actor.process, 0.0) if actor else 0.0)
    return clock.RealTime(dt.datetime.fromtimestamp(round(seconds, 6), dt.UTC))

"""The database transaction of a write request: token read again, key taken, work done, reply stored, one commit.

A refusal (4xx) rolls the work back, which frees the key, and a second, short transaction stores the refusal under it.
If a concurrent duplicate succeeded between the two, its reply is returned instead: nothing was promised yet. This
keeps two savepoint round trips out of every payment. See docs/decisions/0004-idempotency.md.

How long a key lives: 30 days, or for ever where money moved (`platforms.tasks.forget_idempotency_keys`).
"""

import contextlib
import dataclasses
import datetime as dt
import hashlib
import urllib.parse
from collections.abc import Callable, Iterable, Iterator, Sequence

from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    connection,
    connections,
    transaction,
)
from django.http import HttpRequest
from psycopg import errors as pg_errors

from platforms.base import clock, errors
from platforms.database import prepared, replication, writes
from platforms.database.locks import Lock
from platforms.http import errors as rest_errors
from platforms.http import multipart
from platforms.http.authentication import Caller, forget_cached
from platforms.models.idempotency_key import ENCRYPTED_BODY, VOIDED, lock_name, sealed_row

MAX_ATTEMPTS = 3
"""How often a command is run again after a deadlock, or because what it relied on had changed."""

_LONGEST_PATH = 255
_NOT_STORED = frozenset({401, 403, 413, 424, 429})
"""Like every 5xx, these depend on the moment: the caller's rights and limits, or the state of other systems."""

_OPEN = (
    "SELECT token_is_live, clock_offset, claimed, stored_fingerprint, stored_status, stored_body, stored_is_sealed"
    " FROM platforms_open_command($1, $2, $3, $4, $5)"
)
_KEPT = "SELECT fingerprint, status, body, is_sealed FROM platforms_idempotencykey WHERE platform_id = $1 AND key = $2"
KEPT_IN = (
    "platforms_idempotencykey"
    " (platform_id, key, fingerprint, status, body, is_sealed, moved_money, method, path, created_at)"
)
"""Table and columns for statements that store replies themselves."""
Work = Callable[[dt.datetime], "StoredReply"]
"""Carries out a command, by the platform's time."""
Attempt = Callable[[list[bool]], "StoredReply"]
"""Carries a command out; adds to the list once it has begun work that must not be done twice."""


class KeyReused(errors.DomainError):
    """The key belongs to another request."""

    code = "IDEMPOTENCY_KEY_REUSED"
    message = "This idempotency key was used for a different request."


class KeyVoided(errors.DomainError):
    """The key was closed before any request used it: the platform decided that nothing happens under it."""

    code = "IDEMPOTENCY_KEY_VOIDED"
    message = "This idempotency key was voided, and nothing was done. Use a new key to ask for it after all."


class KeyVoidsItself(errors.InvalidInput):
    """A request to void a key carries that key."""

    def __init__(self) -> None:
        """Say what to do."""
        super().__init__([("Idempotency-Key", "must be another key than the one to be voided, or be left out")])


class KeyGivenTwice(errors.InvalidInput):
    """The key may be two, joined by a server on the way: another library would join them otherwise, and pay again."""

    def __init__(self) -> None:
        """Say what to do."""
        super().__init__(
            [("Idempotency-Key", "must be sent once, without a comma: a comma joins the values of two headers")]
        )


class KeyUsed(errors.DomainError):
    """A key to be voided is used already. Its details say for what, as the look-up of the key does."""

    code = "IDEMPOTENCY_KEY_USED"
    message = "This idempotency key was used, so it can't be voided. The details say for what, and what came of it."


class KeyInUse(errors.DomainError):
    """A request with the same key is still being worked on."""

    code = "IDEMPOTENCY_KEY_IN_USE"
    message = "A request with this idempotency key is still in progress. Try again shortly."


_OF_KEYS = (KeyReused, KeyInUse, KeyVoided, KeyVoidsItself, KeyUsed)
"""Refusals about keys themselves: none belongs to the key of its request."""


@dataclasses.dataclass(frozen=True, slots=True)
class StoredReply:
    """A reply as sent to the client."""

    status: int
    body: bytes
    replayed: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Storage:
    """How the reply of an endpoint is kept: for ever when it moved money, encrypted when it shows a secret."""

    moved_money: bool = False
    is_secret: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class KeyedRequest:
    """A request's idempotency key with the fingerprint of the request."""

    key: str
    fingerprint: bytes
    as_sent: Sequence[bytes]
    """Method, address and body byte for byte."""
    path: str | None
    """The path of the request as look-ups tell it; None where it is not kept."""

    @property
    def method(self) -> str:
        """The method of the request."""
        return self.as_sent[0].decode()

    @property
    def is_joined(self) -> bool:
        """Whether the key holds a comma, by which servers join the values of a header that is sent twice."""
        return "," in self.key

    def is_of(self, fingerprint: bytes) -> bool:
        """Tell whether a stored fingerprint is that of this request. Those of former releases are of what was sent."""
        return fingerprint == self.fingerprint or fingerprint == _fingerprint(self.as_sent)


def read_key(request: HttpRequest, received: multipart.Received) -> KeyedRequest | None:
    """Return the request's key with its fingerprint, None without a key; raises InvalidInput for a malformed key."""
    key = _key_of(request)
    if key is None:
        return None
    method, address = str(request.method).encode(), request.get_full_path().encode()
    form = (method, _form_of(address), received.form)
    return KeyedRequest(
        key,
        _fingerprint(form),
        (method, address, received.form if received.sent is None else received.sent),
        _kept_path(request.path),
    )


def _key_of(request: HttpRequest) -> str | None:
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    return None if key is None else checked_key(key, field="Idempotency-Key")


def checked_key(key: str, *, field: str) -> str:
    """Return a key as servers read it from a header: without blanks around it. Raises InvalidInput for a malformed one.

    A key that came in a path must be the one that the request with the header has, whatever its client put around it.
    """
    bare = key.strip(" ")
    if not 1 <= len(bare) <= 255 or not bare.isascii() or not bare.isprintable():
        raise errors.InvalidInput.field(field, "must be 1 to 255 printable ASCII characters")
    return bare


def _kept_path(path: str) -> str | None:
    """Return the path to be kept; None for one that holds an address of a person, or is longer than any of ours."""
    return None if "@" in path or len(path) > _LONGEST_PATH else path


def _form_of(address: bytes) -> bytes:
    """Return an address whose query has one form: its parameters by name, each character written in one way."""
    path, mark, query = address.partition(b"?")
    if not mark:
        return address
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    # The values of one name stay in their order.
    return path + mark + urllib.parse.urlencode(sorted(pairs, key=lambda pair: pair[0])).encode()


def _fingerprint(parts: Iterable[bytes]) -> bytes:
    return hashlib.sha256(b"\0".join(parts)).digest()


def run(*, caller: Caller, keyed: KeyedRequest | None, attempt: Attempt) -> StoredReply:
    """Carry a command out once per key and return its reply, or the stored one. A refusal is stored.

    A stored reply acknowledges what was done, as the first one would have: it waits for a synchronous standby too.
    Raises KeyReused, KeyInUse, Unauthorized (token revoked meanwhile) and any error of the attempt that can't be
    stored.
    """
    try:
        reply = _run(caller=caller, keyed=keyed, attempt=attempt)
    except KeyUsed:
        replication.confirm()
        raise
    except IntegrityError as error:
        # A statement of `batched` takes no lock on the key: the unique index stops the second of two.
        stored = replay(caller=caller, keyed=keyed) if "idempotency_key_unique" in str(error) else None
        if stored is None:
            raise
        return stored
    if reply.replayed:
        replication.confirm()
    return reply


def _run(*, caller: Caller, keyed: KeyedRequest | None, attempt: Attempt) -> StoredReply:
    try:
        return _attempts(attempt)
    except Exception as error:
        refusal = rest_errors.normalize(error)
        if keyed is None or refusal is None or isinstance(refusal, _OF_KEYS):
            raise
        status = rest_errors.status_of(refusal)
        if status in _NOT_STORED or status >= 500:
            raise
        if refusal.is_passing:
            # It depends on the moment: another request with the key may have been accepted a moment before.
            stored = replay(caller=caller, keyed=keyed)
            if stored is None:
                raise
            return stored
        body = rest_errors.body(status, refusal.code, refusal.text, dict(refusal.details))
        return _store_refusal(caller=caller, keyed=keyed, reply=StoredReply(status, body))


def replay(*, caller: Caller, keyed: KeyedRequest | None) -> StoredReply | None:
    """Return the reply stored under the key, if any: a look before work outside the transaction."""
    if keyed is None:
        return None
    for fingerprint, status, body, is_sealed in prepared.rows(_KEPT, [caller.platform_id, keyed.key]):
        stored = as_reply(caller, keyed, fingerprint, status, body, is_sealed=is_sealed)
        replication.confirm()
        return stored
    return None


def replay_joined(*, caller: Caller, keyed: KeyedRequest) -> StoredReply:
    """Return the reply kept under a key with a comma, which former releases took; raises KeyGivenTwice for a new one.

    Whoever asks again about a payment of then must not take the refusal for the payment's.
    """
    stored = replay(caller=caller, keyed=keyed)
    if stored is None:
        raise KeyGivenTwice
    return stored


@contextlib.contextmanager
def alone(request: HttpRequest, *, caller: Caller) -> Iterator[None]:
    """Keep other requests with the same key out of the block; raises KeyInUse when they take too long.

    For work that must not happen twice and can't run in a database transaction. Costs a connection of its own: a lock
    that outlives its transaction would be left behind at a proxy that pools by transaction.
    """
    key = _key_of(request)
    if key is None:
        yield
        return
    holder = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        holder.set_autocommit(False)
        with waiting_for_a_duplicate(), holder.cursor() as cursor:
            Lock.COMMAND_ALONE.hold(cursor, lock_name(caller.platform_id, key))
        yield
    finally:
        holder.close()


def _attempts(attempt: Attempt) -> StoredReply:
    for number in range(1, MAX_ATTEMPTS + 1):
        begun: list[bool] = []
        try:
            reply = attempt(begun)
        except (OperationalError, InterfaceError) as error:
            if number == MAX_ATTEMPTS or not _may_run_again(error, begun=bool(begun)):
                raise
            if connection.connection is not None and connection.connection.closed:
                connection.close()
        else:
            return reply
    raise AssertionError("unreachable")


def in_a_transaction(
    begun: list[bool], *, caller: Caller, keyed: KeyedRequest | None, storage: Storage, work: Work
) -> StoredReply:
    """Do the work in one database transaction, which takes the key first and stores the reply at the end."""
    with transaction.atomic(durable=True):
        return within_a_transaction(begun, caller=caller, keyed=keyed, storage=storage, work=work)


def within_a_transaction(
    begun: list[bool], *, caller: Caller, keyed: KeyedRequest | None, storage: Storage, work: Work
) -> StoredReply:
    """Do the same in the caller's database transaction."""
    with writes.together():
        now, stored = open_command(caller=caller, keyed=keyed)
        begun.append(True)
        if stored is not None:
            return stored
        reply = work(now)
        if keyed is not None:
            _store(caller=caller, keyed=keyed, reply=reply, storage=storage)
    return reply


def _may_run_again(error: DatabaseError | InterfaceError, *, begun: bool) -> bool:
    cause = error.__cause__
    is_aborted = isinstance(cause, pg_errors.DeadlockDetected | pg_errors.SerializationFailure)
    if is_aborted or isinstance(error, prepared.FactsChanged):
        return True
    # A persistent connection that died while idle fails on its first statement: nothing has happened yet.
    if begun:
        return False
    return isinstance(error, prepared.ConnectionLost) or (
        connection.connection is not None and bool(connection.connection.closed)
    )


def open_command(*, caller: Caller, keyed: KeyedRequest | None) -> tuple[dt.datetime, StoredReply | None]:
    """Read the token again and take the key: one statement. Return the platform's time and a stored reply.

    A concurrent duplicate holds the key's lock; the statement waits for it up to 5 s, then raises KeyInUse.
    """
    real_now = clock.real_now()
    asked = [caller.token_id, caller.platform_id, keyed.key if keyed else None, True, real_now]
    with waiting_for_a_duplicate():
        is_live, offset, claimed, fingerprint, status, body, is_sealed = prepared.rows(_OPEN, asked)[0]
    if not is_live:
        forget_cached()
        raise rest_errors.Unauthorized
    if keyed is None or claimed:
        return real_now + offset, None
    return real_now + offset, as_reply(caller, keyed, fingerprint, status, body, is_sealed=is_sealed)


@contextlib.contextmanager
def waiting_for_a_duplicate() -> Iterator[None]:
    """Raise KeyInUse where the database gives up waiting for a lock."""
    try:
        yield
    except OperationalError as error:
        if isinstance(error.__cause__, pg_errors.LockNotAvailable):
            raise KeyInUse from None
        raise


def as_reply(
    caller: Caller, keyed: KeyedRequest, fingerprint: bytes, status: int, body: bytes, *, is_sealed: bool
) -> StoredReply:
    """Return the reply stored under a request's key.

    Raises KeyVoided where the key was closed, KeyReused where it belongs to another request.
    """
    if status == VOIDED:
        raise KeyVoided
    if not keyed.is_of(bytes(fingerprint)):
        raise KeyReused
    if is_sealed:
        body = ENCRYPTED_BODY.open(bytes(body), row=sealed_row(caller.platform_id, keyed.key))
    return StoredReply(status, bytes(body), replayed=True)


def _store(*, caller: Caller, keyed: KeyedRequest, reply: StoredReply, storage: Storage) -> None:
    body = reply.body
    if storage.is_secret:
        body = ENCRYPTED_BODY.seal(body, row=sealed_row(caller.platform_id, keyed.key))
    row = f"(%s, %s, %s, %s, %s, {storage.is_secret}, {storage.moved_money}, %s, %s, now())"
    sent = [caller.platform_id, keyed.key, keyed.fingerprint, reply.status, body, keyed.method, keyed.path]
    writes.insert(KEPT_IN, row, sent)


def _store_refusal(*, caller: Caller, keyed: KeyedRequest, reply: StoredReply) -> StoredReply:
    with transaction.atomic(durable=True):
        _, stored = open_command(caller=caller, keyed=keyed)
        if stored is not None:
            return stored
        _store(caller=caller, keyed=keyed, reply=reply, storage=Storage())
    return reply

"""What has to happen in some seeds: a simulation in which it never does tests less than it seems to."""

NAMES = (
    "the rail is asked a second time",
    "a worker dies",
    "a web process dies during a request",
    "a connection is lost after the commit",
    "a lost reply is asked for again, and is the same",
    "two requests with one key meet",
    "an actor waits for a lock",
    "two actors wait for locks at once",
    "the wait for a lock is too long",
    "a process stands still for longer than a lease",
    "a wake-up is lost",
    "a transfer is refused for want of money",
    "a payment comes back after it had settled",
    "an event is delivered twice",
    "an endpoint refuses an event",
    "an answer comes after the worker has gone on",
    "answers are recorded together",
    "staff ask the rail while a worker does",
    "an answer comes when others have asked long since",
    "a rail fails, and keeps the money",
    "a key is used for another request",
    "a quote is executed under two keys",
    "collected money is refunded",
    "a process goes on as another takes its work over",
    "a batch of all or none is refused",
    "rates make no sense",
    "a platform's clock is set forward",
    "a machine's clock moves",
    "the database restarts",
    "an event is sent again by hand",
    "an account is held for a while",
    "staff end a payment",
    "staff want to end a payment while a worker asks about it",
    "a batch is not any more what staff were shown",
    "staff end a payment for a bank",
    "a bank's answer comes twice",
    "a bank returns a payment that it had carried out",
    "a bank rejects a payment",
    "a bank's line waits for people",
    "staff decide about a bank's line",
)
_fired: dict[str, int] = {}


def happened(name: str, has: bool = True) -> None:  # noqa: FBT001, FBT002 - reads as a sentence
    """Note that something of the list has happened in this seed."""
    assert name in NAMES, name
    if has:
        _fired[name] = _fired.get(name, 0) + 1


def taken() -> dict[str, int]:
    """Return how often each thing happened in this process, and forget it."""
    fired = dict(_fired)
    _fired.clear()
    return fired

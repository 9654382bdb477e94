"""Sizes of a run."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Size:
    """The numbers of a run. Times are in seconds."""

    is_judged: bool
    """Whether a missed "must" counts: the results of a tiny run are noise."""
    web_workers: int
    rounds: int
    seconds: float
    """Of one measurement within a round."""
    customers: int
    payments: int
    """Made and settled in a round."""
    few_quotes: int
    """In the smaller of two databases."""
    quotes: int
    small: int
    """Transactions in the smaller of two databases, and customers: a total is counted up to 10,000."""
    transactions: int
    many_customers: int
    turns: int
    """Of ten requests each, to the small database and to the large one."""
    lines: int
    """Of a bank's statement."""
    pages: int
    """How often each page of the back office is asked for."""
    pages_before: int
    """How often before it is measured: the first requests fill caches."""
    events: int
    platforms: int
    """With an endpoint each, and with one change a second each."""
    change_seconds: int
    due: int
    """Payments of a platform that has too many."""
    hosts: tuple[int, ...]
    """Numbers of machines, each with one web process and one process of a worker."""
    neighbour_seconds: float
    """Of each measurement beside a bad neighbour, and in quiet."""
    neighbour_share: float
    """Of what a bad neighbour does at full size: its events, its payments, the width of its pictures."""
    starts: int
    bare_starts: int
    """Of Django alone, before each of them."""
    settle_seconds: float
    """Between "ready" and the look at an idle instance."""
    idle_seconds: float


FULL = Size(
    is_judged=True,
    web_workers=2,
    rounds=5,
    seconds=4,
    customers=1000,
    payments=2000,
    few_quotes=1000,
    quotes=1_000_000,
    small=10_000,
    transactions=1_000_000,
    many_customers=100_000,
    turns=60,
    lines=100_000,
    pages=20,
    pages_before=2,
    events=16_000,
    platforms=100,
    change_seconds=12,
    due=1_000_000,
    hosts=(1, 2, 4),
    neighbour_seconds=30,
    neighbour_share=1,
    starts=3,
    bare_starts=5,
    settle_seconds=30,
    idle_seconds=300,
)
QUICK = dataclasses.replace(
    FULL,
    rounds=3,
    seconds=2,
    payments=1000,
    quotes=100_000,
    transactions=100_000,
    many_customers=20_000,
    turns=20,
    lines=20_000,
    pages=10,
    events=8000,
    due=100_000,
    neighbour_seconds=10,
    starts=2,
    settle_seconds=20,
    idle_seconds=60,
)
TINY = Size(
    is_judged=False,
    web_workers=1,
    rounds=1,
    seconds=0.1,
    customers=5,
    payments=20,
    few_quotes=100,
    quotes=200,
    small=100,
    transactions=400,
    many_customers=200,
    turns=1,
    lines=200,
    pages=1,
    pages_before=0,
    events=40,
    platforms=5,
    change_seconds=1,
    due=100,
    hosts=(2,),
    neighbour_seconds=0.2,
    neighbour_share=0.02,
    starts=1,
    bare_starts=1,
    settle_seconds=0,
    idle_seconds=0.5,
)

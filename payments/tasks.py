"""Celery entry points of the payments app."""

import concurrent.futures
import functools
import logging
import time
import uuid
from typing import Any

from celery import signals
from django.db import transaction

from payments import due, rates
from payments.accounts import beneficiary_screening, lookups, platform_fee_payouts
from payments.ledger import check, seals
from payments.proofs import sealing
from payments.quotes import retention
from payments.reporting import checked_balances, daily_totals, rail_statistics, statement_runs, transaction_counts
from payments.transfers import files, payee_fill
from payments.uma.identities import identities
from payments.uma.protocol import domain_proofs, keys, nonces
from payments.workflow import advancing, counterparty_calls, monitor
from platforms import audit
from platforms.base import clock, identifiers, jobs
from platforms.base.background import DAY, HOUR, MINUTE, job
from platforms.base.background.rights import APPEND, DELETE, Grant, change
from platforms.operations import attempts, uma_domains, work_failures

logger = logging.getLogger(__name__)
_PAYOUTS_AT_ONCE = 1000
_CHECK_SECONDS = 10.0
_FORGET_SECONDS = 60.0
_DOMAINS_AT_ONCE = 10
"""Each check takes ten seconds at most, determined by outside servers."""


@job(due.ADVANCE_TASK, every=2, due=due.PAYMENT_DUE)
def advance_due_payments() -> int:
    """Advance every due payment, and money leaving suspense; return how many there were.

    Ends early when there is too much for one run; the next begins at once.
    """
    return advancing.advance_due()


@job(due.CALL_TASK, every=2, due=due.CALL_DUE)
def call_counterparties() -> int:
    """Begin due calls to other institutions while slots are free; return how many there were."""
    return advancing.begin_calls()


@job(
    statement_runs.TASK,
    every=2,
    due=statement_runs.DUE,
    rights={"payments.StatementRun": Grant(update=("files", "problems", "done", "next_run_at", "completed_at"))},
    at_most=10 * MINUTE,
)
def make_statements() -> int:
    """Make statements of runs over many accounts for some seconds; return how many accounts were done."""
    return statement_runs.make_due()


@job("payments.sweep_statement_files", every=DAY)
def sweep_statement_files() -> int:
    """Erase the files of statement runs whose archive is kept no longer; return how many there were."""
    return statement_runs.sweep(now=clock.real_now())


@job(
    files.TASK,
    every=2,
    due=files.DUE,
    rights={
        "payments.PaymentFile": Grant(update=("made", "refused", "completed_at")),
        "payments.PaymentFileRow": Grant(update=("state", "code", "problem", "payment_id")),
    },
)
def make_payment_files() -> int:
    """Make payments of released files; return how many rows were done. Ends early when there are too many."""
    return files.make_due()


@job(
    "payments.tally_transactions",
    every=MINUTE,
    rights={"payments.TransactionTally": change("count"), "payments.TransactionTallyMark": change("up_to")},
)
def tally_transactions() -> int:
    """Count the transactions made since the last time."""
    with transaction.atomic(durable=True):
        return transaction_counts.advance()


@job(
    payee_fill.TASK,
    every=MINUTE,
    rights={
        "payments.Transaction": Grant(update=("payee_customer_id",)),
        "payments.TransactionTallyMark": Grant(update=("payees_up_to", "payees_until")),
    },
)
def fill_payees() -> int:
    """Note the customers whom payments of a former release pay; return how many payments were done."""
    return payee_fill.fill()


@job("payments.open_cases", every=MINUTE)
def open_cases() -> int:
    """Open cases for work that does not proceed by itself, close resolved ones; return how many of both."""
    now, changed = clock.real_now(), 0
    with transaction.atomic(durable=True):
        work_failures.forget(now=now)
    for kind in monitor.kinds():
        # A failure in one kind must not hide the findings of the others.
        part = functools.partial(_open_cases, kind, now)
        changed += attempts.attempt(part, work="payments.open_cases", subject=kind, now=now) or 0
    return changed


def _open_cases(kind: str, now: clock.RealTime) -> int:
    with transaction.atomic(durable=True):
        swept = monitor.sweep(kind=kind, now=now)
    return swept.opened + swept.closed


@job(
    "payments.add_up_days",
    every=MINUTE,
    rights={
        "payments.LedgerDay": change("debit", "credit", "first_posting", "last_posting"),
        "payments.RailDay": change("begun", "completed", "failed", "amount"),
        "payments.SandboxRailDay": change("begun", "completed", "failed", "amount"),
        "payments.DayMark": change("up_to"),
    },
)
def add_up_days() -> int:
    """Add new postings and changes of payments to the daily totals."""
    return daily_totals.advance() + rail_statistics.advance()


@job("payments.pay_platform_fees", every=10 * MINUTE, rights={"payments.PlatformFeePayout": APPEND})
def pay_platform_fees() -> int:
    """Move what platforms charged on past days to their internal accounts; return how many accounts were credited."""
    now, paid = clock.real_now(), 0
    for due_one in platform_fee_payouts.due(now=now, limit=_PAYOUTS_AT_ONCE):
        subject = f"{identifiers.public('PlatformConfig', due_one.platform_id)} {due_one.code}"
        part = functools.partial(_pay_platform_fees, due_one, now)
        platform_id = due_one.platform_id
        paid += (
            attempts.attempt(part, work="payments.pay_platform_fees", subject=subject, platform_id=platform_id, now=now)
            or 0
        )
    return paid


def _pay_platform_fees(due_one: platform_fee_payouts.Due, now: clock.RealTime) -> int:
    with transaction.atomic(durable=True):
        return 0 if platform_fee_payouts.pay(due=due_one, actor=audit.SYSTEM, now=now) is None else 1


@job("payments.seal_journal", every=10, due=due.ENTRY_UNSEALED, rights={"payments.JournalSeal": APPEND})
def seal_journal() -> int:
    """Seal the entries posted since the last seal; return how many there were."""
    return seals.LOG.seal_all()


@job(
    sealing.TASK,
    every=MINUTE,
    due=sealing.DUE,
    rights={
        "payments.SignedRoot": change(
            *("entries", "entry_pages", "read_until", "next_tree", "next_position", "trees", "tree_blocks"),
            *("statement", "digest", "signatures", "sealed_at"),
        ),
        "payments.EntryPage": APPEND,
        "payments.BalanceTree": change("accounts"),
        "payments.SealedBalance": change("balance", "last_at"),
        "payments.BalancePage": APPEND,
        "payments.BalanceTotal": change("accounts", "total", "pages", "digest"),
    },
)
def seal_days() -> int:
    """Seal the day before into a signed root for some seconds; return how many pages and roots were made."""
    return sealing.seal_due()


@job(
    "payments.check_the_books",
    every=MINUTE,
    due=check.DUE,
    rights={"payments.LedgerCheckRun": APPEND, "payments.CheckedBalance": change("balance")},
    # The first time, all postings are added up.
    at_most=2 * HOUR,
)
def check_the_books() -> int:
    """Check the books for some seconds, and hold the accounts with a fault; return how many pages were read.

    After the last page of a night the newest seal of the journal is written to the process's log: kept elsewhere, it
    proves that none was removed.
    """
    checked_balances.advance()
    check.begin(now=clock.real_now())
    pages = jobs.repeat(lambda: check.step(now=clock.real_now()), seconds=_CHECK_SECONDS, task_name=check.TASK)
    if pages and check.state() == "ok" and (head := seals.LOG.head()):
        logger.info("the journal is as it was sealed", extra={"seal": head[0], "digest": head[1]})
    return pages


@job("payments.refresh_rates", every=MINUTE, rights={"payments.RateSnapshot": APPEND})
def refresh_rates() -> int:
    """Ask the sources of exchange rates that are due; return how many answered."""
    return rates.refresh_due()


@job("payments.tend_uma", every=HOUR, rights={"payments.UmaNonce": DELETE})
def tend_uma() -> int:
    """Replace UMA keys that are due, erase retired ones; return how many old rows of counterparties were deleted."""
    now = clock.real_now()
    for platform_id in identities.due_for_rotation(now=now):
        part, subject = functools.partial(_rotate, platform_id, now), identities.subject_of(platform_id)
        attempts.attempt(part, work="payments.tend_uma", subject=subject, platform_id=platform_id, now=now)
    with transaction.atomic(durable=True):
        identities.erase_retired(now=now)
        forgotten = keys.forget(now=now)
    while count := nonces.forget(now=now):
        forgotten += count
    return forgotten


def _rotate(platform_id: uuid.UUID | None, now: clock.RealTime) -> None:
    with transaction.atomic(durable=True):
        identities.rotate(platform_id=platform_id, actor=audit.SYSTEM, now=now)


@job(uma_domains.VERIFY_TASK, every=2, due=due.UMA_DOMAIN_DUE)
def verify_uma_domains() -> int:
    """Look for the proofs of domains that are due, several at once; return how many domains there were."""
    now = clock.real_now()
    with transaction.atomic(durable=True):
        due = uma_domains.claim_due(limit=_DOMAINS_AT_ONCE, now=now)
    if not due:
        return 0
    with concurrent.futures.ThreadPoolExecutor(len(due), "domains") as pool:
        looks = [pool.submit(domain_proofs.look, domain=one.domain, proof=one.proof) for one in due]
    for one, look in zip(due, looks, strict=True):
        part = functools.partial(_record_domain, one.domain_id, look)
        subject = identifiers.public("UmaDomain", one.domain_id)
        attempts.attempt(part, work=uma_domains.VERIFY_TASK, subject=subject, now=now)
    jobs.notify(uma_domains.VERIFY_TASK)
    return len(due)


def _record_domain(domain_id: uuid.UUID, look: concurrent.futures.Future[str]) -> None:
    problem = look.result()
    with transaction.atomic(durable=True):
        uma_domains.record(domain_id=domain_id, problem=problem, now=clock.real_now())


@job("payments.rescreen_beneficiaries", every=MINUTE)
def rescreen_beneficiaries() -> int:
    """Screen the next beneficiaries against a new list; return how many accounts there were."""
    with transaction.atomic(durable=True):
        return beneficiary_screening.rescreen(now=clock.real_now())


@job("payments.forget_lookups", every=DAY)
def forget_lookups() -> int:
    """Delete old lookups in small steps and return how many there were."""
    forgotten = 0
    while True:
        with transaction.atomic(durable=True):
            count = lookups.forget(real_now=clock.real_now())
        forgotten += count
        if not count:
            return forgotten


@job("payments.forget_quotes", every=HOUR)
def forget_quotes() -> int:
    """Delete quotes that nobody used, with their payments, for a minute at most; return how many there were."""
    now, forgotten = clock.real_now(), 0
    place: retention.Place | None = retention.FIRST
    end = time.monotonic() + _FORGET_SECONDS
    while place is not None and time.monotonic() < end:
        with transaction.atomic(durable=True):
            count, place = retention.forget(now=now, after=place)
        forgotten += count
    return forgotten


@signals.worker_process_init.connect
def call_in_threads(**_: Any) -> None:
    """Let each process of a worker make its calls to other institutions beside its tasks."""
    counterparty_calls.start()

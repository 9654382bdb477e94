"""The check of the books: re-add everything and name each fault.

It trusts nothing that a trigger or a constraint promises, because it exists for the day when one was
switched off, a backup was restored wrongly, or somebody wrote to the tables by hand.
"""

import dataclasses
import datetime as dt

from django.db import connection, transaction

from payments.ledger import chart
from payments.models import LedgerCheckRun
from platforms.kit import clock

MAX_FAULTS = 1000
STALE_AFTER = dt.timedelta(hours=49)
"""A check that has not run for two nights says nothing about the books."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """Something in the books that can't be right."""

    kind: str
    subject: str
    detail: str


_CHART_VALUES = ", ".join(
    f"('{kind.value}', '{row.normal_side}', {row.is_guarded})" for kind, row in chart.CHART.items()
)
_CHECKS: tuple[tuple[str, str], ...] = (
    (
        "ENTRY_UNBALANCED",
        """SELECT 'entry ' || entry_id || ' ' || currency,
                  'debits minus credits is ' || sum(CASE side WHEN 'D' THEN amount ELSE -amount END)
             FROM payments_posting GROUP BY entry_id, currency
           HAVING sum(CASE side WHEN 'D' THEN amount ELSE -amount END) <> 0""",
    ),
    (
        "ENTRY_WITHOUT_POSTINGS",
        """SELECT 'entry ' || entry.id, 'has fewer than two postings' FROM payments_journalentry entry
            WHERE (SELECT count(*) FROM payments_posting WHERE entry_id = entry.id) < 2""",
    ),
    (
        "POSTING_WITHOUT_ENTRY",
        """SELECT 'posting ' || posting.id, 'its entry or its account is missing' FROM payments_posting posting
             LEFT JOIN payments_journalentry entry ON entry.id = posting.entry_id
             LEFT JOIN payments_ledgeraccount account ON account.id = posting.account_id
            WHERE entry.id IS NULL OR account.id IS NULL""",
    ),
    (
        "POSTING_NOT_POSITIVE",
        """SELECT 'posting ' || id, 'amount ' || amount || ', side ' || side FROM payments_posting
            WHERE amount <= 0 OR side NOT IN ('D', 'C')""",
    ),
    (
        "CURRENCY_MIXED",
        """SELECT 'posting ' || posting.id, posting.currency || ' on an account in ' || account.currency
             FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
            WHERE posting.currency <> account.currency""",
    ),
    (
        "TENANTS_MIXED",
        """SELECT 'entry ' || entry.id, 'touches account ' || account.id || ' of another platform'
             FROM payments_posting posting
             JOIN payments_journalentry entry ON entry.id = posting.entry_id
             JOIN payments_ledgeraccount account ON account.id = posting.account_id
            WHERE account.platform_id <> entry.platform_id""",
    ),
    (
        "BALANCE_WRONG",
        """SELECT 'account ' || account.id,
                  'shows ' || account.balance || ', postings add up to ' || coalesce(added.balance, 0)
             FROM payments_ledgeraccount account
             LEFT JOIN (
                 SELECT posting.account_id,
                        sum(CASE WHEN posting.side = account.normal_side
                                 THEN posting.amount ELSE -posting.amount END) AS balance
                   FROM payments_posting posting
                   JOIN payments_ledgeraccount account ON account.id = posting.account_id
                  GROUP BY posting.account_id
             ) added ON added.account_id = account.id
            WHERE account.is_guarded AND account.balance IS DISTINCT FROM coalesce(added.balance, 0)""",
    ),
    (
        "BALANCE_NEGATIVE",
        """SELECT 'account ' || id, 'balance is ' || balance FROM payments_ledgeraccount
            WHERE is_guarded AND balance < 0""",
    ),
    (
        "ACCOUNT_OFF_CHART",
        f"""SELECT 'account ' || account.id, 'kind ' || account.kind || ' does not agree with the chart of accounts'
              FROM payments_ledgeraccount account
              LEFT JOIN (VALUES {_CHART_VALUES}) AS chart(kind, normal_side, is_guarded) ON chart.kind = account.kind
             WHERE chart.normal_side IS DISTINCT FROM account.normal_side::text
                OR chart.is_guarded IS DISTINCT FROM account.is_guarded""",  # noqa: S608 - values of an enum of ours
    ),
    (
        "DAY_TOTALS_WRONG",
        """SELECT 'day ' || coalesce(shown.day, added.day) || ' ' || coalesce(shown.kind, added.kind) || ' '
                  || coalesce(shown.currency, added.currency),
                  'totals say ' || coalesce(shown.debit, 0) || ' debited and ' || coalesce(shown.credit, 0)
                  || ' credited, postings ' || coalesce(added.debit, 0) || ' and ' || coalesce(added.credit, 0)
             FROM payments_ledgerday shown
             FULL JOIN (
                 SELECT account.platform_id, account.kind, account.currency,
                        (posting.at AT TIME ZONE 'UTC')::date AS day,
                        coalesce(sum(posting.amount) FILTER (WHERE posting.side = 'D'), 0) AS debit,
                        coalesce(sum(posting.amount) FILTER (WHERE posting.side = 'C'), 0) AS credit,
                        min(posting.id) AS first, max(posting.id) AS last
                   FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
                  WHERE posting.id <= (SELECT up_to FROM payments_daymark WHERE name = 'ledger')
                  GROUP BY 1, 2, 3, 4
             ) added ON (added.platform_id, added.kind, added.currency, added.day)
                      = (shown.platform_id, shown.kind, shown.currency, shown.day)
            WHERE (shown.debit, shown.credit) IS DISTINCT FROM (added.debit, added.credit)
               -- Who reads a part of a day looks between these two keys only.
               OR shown.first_posting > added.first OR shown.last_posting < added.last""",
    ),
    (
        "REVERSAL_DIFFERS",
        """SELECT 'entry ' || reversal.id, 'is not the mirror image of entry ' || reversal.reverses_id
             FROM payments_journalentry reversal
            WHERE reversal.reverses_id IS NOT NULL AND EXISTS (
                SELECT FROM (
                    SELECT account_id, currency,
                           sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS net
                      FROM payments_posting WHERE entry_id IN (reversal.id, reversal.reverses_id)
                     GROUP BY account_id, currency
                ) pair WHERE net <> 0
            )""",
    ),
    (
        "CLEARING_WITHOUT_PAYMENT",
        """SELECT 'transaction ' || payment.id,
                  'is ' || payment.status || ' but ' || sum(CASE side WHEN 'C' THEN amount ELSE -amount END)
                  || ' ' || account.currency || ' of it is in clearing'
             FROM payments_posting posting
             JOIN payments_journalentry entry ON entry.id = posting.entry_id
             JOIN payments_ledgeraccount account ON account.id = posting.account_id
             JOIN payments_transaction payment ON payment.id = entry.transaction_id
            WHERE account.kind = 'PAYOUT_CLEARING'
            GROUP BY payment.id, payment.status, account.currency
           HAVING (sum(CASE side WHEN 'C' THEN amount ELSE -amount END) <> 0)
                  <> CASE WHEN payment.quote_id IS NULL THEN payment.status IN ('CREATED', 'PENDING', 'PROCESSING')
                          ELSE payment.status = 'PROCESSING' AND payment.next_action IN ('PAY_OUT', 'PAY_IN') END""",
    ),
    (
        "FUNDING_WITHOUT_USE",
        """SELECT 'transaction ' || payment.id,
                  'is ' || payment.status || ' but ' || sum(CASE side WHEN 'C' THEN amount ELSE -amount END)
                  || ' ' || account.currency || ' of its funding is in clearing'
             FROM payments_posting posting
             JOIN payments_journalentry entry ON entry.id = posting.entry_id
             JOIN payments_ledgeraccount account ON account.id = posting.account_id
             JOIN payments_transaction payment ON payment.id = entry.transaction_id
            WHERE account.kind = 'FUNDING_CLEARING'
            GROUP BY payment.id, payment.status, account.currency
           HAVING (sum(CASE side WHEN 'C' THEN amount ELSE -amount END) <> 0)
                  <> (payment.next_action = 'GIVE_BACK' AND payment.next_action_at IS NOT NULL)""",
    ),
    (
        "SUSPENSE_WITHOUT_ITEM",
        """SELECT 'account ' || account.id,
                  'holds ' || (SELECT coalesce(sum(CASE side WHEN 'C' THEN amount ELSE -amount END), 0)
                                 FROM payments_posting WHERE account_id = account.id)
                  || ' ' || account.currency || ', and the open items add up to ' || coalesce(items.total, 0)
             FROM payments_ledgeraccount account
             LEFT JOIN (SELECT platform_id, currency, sum(amount) AS total FROM payments_suspenseitem
                         WHERE resolved_at IS NULL GROUP BY platform_id, currency) items
                    ON items.platform_id = account.platform_id AND items.currency = account.currency
            WHERE account.kind = 'SUSPENSE'
              AND coalesce(items.total, 0) <> (
                      SELECT coalesce(sum(CASE side WHEN 'C' THEN amount ELSE -amount END), 0)
                        FROM payments_posting WHERE account_id = account.id)""",
    ),
    (
        "INTERNAL_ACCOUNT_MISLAID",
        """SELECT 'internal account ' || holder.id, 'its ledger account is of another currency, platform or kind'
             FROM payments_internalaccount holder
             JOIN payments_ledgeraccount account ON account.id = holder.ledger_account_id
            WHERE account.currency <> holder.currency OR account.platform_id <> holder.platform_id
               OR NOT account.is_guarded""",
    ),
    (
        "TRANSACTION_WITHOUT_PARTY",
        """SELECT 'transaction ' || payment.id, 'names a platform, a customer or an account that does not exist'
             FROM payments_transaction payment
            WHERE NOT EXISTS (SELECT FROM platforms_platform WHERE id = payment.platform_id)
               OR (payment.internal_account_id IS NOT NULL
                   AND NOT EXISTS (SELECT FROM payments_internalaccount WHERE id = payment.internal_account_id))
               OR (payment.external_account_id IS NOT NULL
                   AND NOT EXISTS (SELECT FROM payments_externalaccount WHERE id = payment.external_account_id))
               OR (payment.quote_id IS NULL
                   AND (payment.internal_account_id IS NULL
                        -- What comes in by UMA comes from an address.
                        OR (payment.external_account_id IS NULL AND payment.sender NOT LIKE '$%')))
               OR (payment.quote_id IS NOT NULL
                   AND NOT EXISTS (SELECT FROM payments_quote
                                    WHERE id = payment.quote_id AND transaction_id = payment.id))
               OR (payment.customer_id IS NOT NULL
                   AND NOT EXISTS (SELECT FROM compliance_customer WHERE id = payment.customer_id))""",
    ),
    (
        "EXCHANGE_OFF_QUOTE",
        """SELECT 'entry ' || entry.id, 'does not exchange what its quote ' || quote.id || ' says'
             FROM payments_journalentry entry
             JOIN payments_quote quote ON quote.transaction_id = entry.transaction_id
             JOIN payments_transaction payment ON payment.id = quote.transaction_id
            CROSS JOIN LATERAL (
                SELECT coalesce(sum(amount) FILTER (
                           WHERE side = 'D' AND posting.currency = quote.sending_currency
                             AND kind IN ('CUSTOMER_FUNDS', 'PLATFORM_FUNDS', 'FUNDING_CLEARING')), 0) AS sent,
                       coalesce(sum(amount) FILTER (
                           WHERE side = 'C' AND kind = 'PAYOUT_CLEARING'
                             AND posting.currency = coalesce(nullif(quote.bridge_currency, ''),
                                                             quote.receiving_currency)), 0) AS leaving,
                       coalesce(sum(amount) FILTER (WHERE side = 'C' AND kind = 'FEES'), 0) AS fees
                  FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
                 WHERE posting.entry_id = entry.id
            ) booked
            WHERE entry.purpose = 'QUOTE_EXECUTED'
              AND ((payment.sent_amount, payment.received_amount, payment.fees)
                   <> (quote.total_sending, quote.total_receiving, quote.fees_included)
                   OR (booked.sent, booked.leaving, booked.fees)
                   <> (quote.total_sending, coalesce(quote.bridge_amount, quote.total_receiving), quote.fees_included)
                   OR EXISTS (SELECT FROM payments_journalentry again
                               WHERE again.transaction_id = entry.transaction_id
                                 AND again.purpose = entry.purpose AND again.id <> entry.id))""",
    ),
    (
        "ENTRY_WITHOUT_TRANSACTION",
        """SELECT 'entry ' || entry.id, 'names a transaction that does not exist'
             FROM payments_journalentry entry
            WHERE entry.transaction_id IS NOT NULL
              AND NOT EXISTS (SELECT FROM payments_transaction WHERE id = entry.transaction_id)""",
    ),
    (
        "TRANSACTION_STATUS_UNEXPLAINED",
        """SELECT 'transaction ' || payment.id, 'is ' || payment.status || ', its history ends with '
                  || coalesce(latest.to_status, 'nothing')
             FROM payments_transaction payment
             LEFT JOIN LATERAL (
                 SELECT to_status FROM payments_transactionstatuschange
                  WHERE transaction_id = payment.id ORDER BY id DESC LIMIT 1
             ) latest ON true
            WHERE latest.to_status IS DISTINCT FROM payment.status""",
    ),
)


def run() -> LedgerCheckRun:
    """Check the books in one consistent snapshot, store the outcome and return it."""
    started = clock.real_now()
    faults: list[Fault] = []
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        # One snapshot for all checks: payments go on meanwhile.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        for kind, sql in _CHECKS:
            cursor.execute(f"{sql} LIMIT {MAX_FAULTS}")
            faults += [Fault(kind, subject, detail) for subject, detail in cursor.fetchall()]
        cursor.execute("SELECT (SELECT count(*) FROM payments_journalentry), (SELECT count(*) FROM payments_posting)")
        entries, postings = cursor.fetchone()
    return LedgerCheckRun.objects.create(
        started_at=started,
        finished_at=clock.real_now(),
        entries=entries,
        postings=postings,
        faults=[dataclasses.asdict(fault) for fault in faults],
    )


def state() -> str:
    """Return what the latest check says: `ok`, `broken`, `stale`, or `unchecked` before the first one."""
    latest = LedgerCheckRun.objects.order_by("-finished_at").values("finished_at", "faults").first()
    if latest is None:
        return "unchecked"
    if latest["faults"]:
        return "broken"
    return "stale" if latest["finished_at"] < clock.real_now() - STALE_AFTER else "ok"

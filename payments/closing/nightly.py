"""What the check of the books compares of closed months every night: figures, and the audit log."""

from collections.abc import Iterator, Mapping

from payments.closing import figures
from payments.ledger import check
from payments.ledger.check_parts import Comparison, Fault
from payments.models import MonthClose, MonthState
from platforms.models import AuditEntry
from platforms.operations.check_keys import Function

_CLOSE, _REOPEN = "month.close", "month.reopen"
COMPARE_FIGURES = """
WITH closed AS MATERIALIZED (
    SELECT id, platform_id, month, edition FROM payments_monthclose WHERE state = 'CLOSED'
), kept AS (
    SELECT closed.id, figure.kind, figure.currency, figure.opening, figure.debits, figure.credits
      FROM closed JOIN payments_monthfigure figure ON (figure.close_id, figure.edition) = (closed.id, closed.edition)
), turnover AS MATERIALIZED (
    -- Of the days that are counted, which the check compares with their postings, and of what has been posted since.
    SELECT platform_id, kind, currency, date_trunc('month', day)::date AS month,
           sum(debit) AS debits, sum(credit) AS credits
      FROM (
          SELECT platform_id, kind, currency, day, debit, credit FROM payments_ledgerday
           WHERE platform_id IN (SELECT platform_id FROM closed)
           UNION ALL
          SELECT account.platform_id, account.kind, account.currency, (posting.at AT TIME ZONE 'UTC')::date,
                 CASE posting.side WHEN 'D' THEN posting.amount ELSE 0 END,
                 CASE posting.side WHEN 'C' THEN posting.amount ELSE 0 END
            FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
           WHERE posting.id > coalesce((SELECT up_to FROM payments_daymark WHERE name = 'ledger'), 0)
             AND account.platform_id IN (SELECT platform_id FROM closed)
      ) AS parts (platform_id, kind, currency, day, debit, credit)
     GROUP BY 1, 2, 3, 4
), shown AS (
    SELECT closed.id, turnover.kind, turnover.currency,
           coalesce(sum(turnover.credits - turnover.debits) FILTER (WHERE turnover.month < closed.month), 0) AS opening,
           coalesce(sum(turnover.debits) FILTER (WHERE turnover.month = closed.month), 0) AS debits,
           coalesce(sum(turnover.credits) FILTER (WHERE turnover.month = closed.month), 0) AS credits
      FROM closed JOIN turnover ON turnover.platform_id = closed.platform_id AND turnover.month <= closed.month
     GROUP BY 1, 2, 3
)
SELECT 'MONTH_CHANGED', 'MonthClose:' || closed.id,
       to_char(closed.month, 'YYYY-MM') || ' ' || kind || ' ' || currency || ': kept opening '
       || coalesce(kept.opening, 0) || ', debits ' || coalesce(kept.debits, 0) || ', credits '
       || coalesce(kept.credits, 0) || '; the journal has ' || coalesce(shown.opening, 0) || ', '
       || coalesce(shown.debits, 0) || ', ' || coalesce(shown.credits, 0),
       closed.platform_id, '{}'::bigint[]
  FROM kept FULL JOIN shown USING (id, kind, currency) JOIN closed USING (id)
 WHERE (coalesce(kept.opening, 0), coalesce(kept.debits, 0), coalesce(kept.credits, 0))
       IS DISTINCT FROM (coalesce(shown.opening, 0), coalesce(shown.debits, 0), coalesce(shown.credits, 0))
"""


def compare_log() -> Iterator[Fault]:
    """Yield months that are not as the audit log, which is sealed, says that people have left them."""
    closes = list(MonthClose.objects.filter(edition__gt=0).order_by("id"))
    log = _log({close.public_id for close in closes})
    for close in closes:
        last_close, last = log.get(close.public_id, (None, ""))
        said = last_close.details if last_close else {}
        kept = figures.digest(close, figures.kept(close), edition=close.edition)
        if not said.get("digest") == close.digest == kept or said.get("edition") != close.edition:
            yield _fault(close, "its kept figures are not those that the audit log names by their digest")
        if last_close and last_close.actor_id == said.get("proposedBy", last_close.actor_id):
            yield _fault(close, "by the audit log one person alone has closed it")
        if (close.state == MonthState.CLOSED) != (last == _CLOSE):
            yield _fault(close, f"it is {close.state}, and by the audit log that is not what people did last")


def _log(subjects: set[str]) -> Mapping[str, tuple[AuditEntry | None, str]]:
    """Return by subject the entry of its last close, and the verb of what was done last."""
    rows = AuditEntry.objects.filter(subject__in=subjects, verb__in=(_CLOSE, _REOPEN)).order_by("id")
    log: dict[str, tuple[AuditEntry | None, str]] = {}
    for row in rows:
        last_close = row if row.verb == _CLOSE else log.get(row.subject, (None, ""))[0]
        log[row.subject] = last_close, row.verb
    return log


def _fault(close: MonthClose, detail: str) -> Fault:
    return Fault("MONTH_CHANGED", close.public_id, f"{close.month:%Y-%m}: {detail}", close.platform_id)


check.register(Comparison("figures of months", (COMPARE_FIGURES,)))
check.register(Function("log of months", compare_log))

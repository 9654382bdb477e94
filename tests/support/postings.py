"""Balances that are added up from the postings, past the totals that the service keeps."""

import datetime as dt

from django.db import connection


def balance(account_id: int, *, at: dt.datetime | None = None) -> int:
    """Return an account's balance on its normal side, up to and including `at`."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(CASE WHEN posting.side = account.normal_side THEN posting.amount"
            " ELSE -posting.amount END), 0) FROM payments_posting posting"
            " JOIN payments_ledgeraccount account ON account.id = posting.account_id"
            " WHERE posting.account_id = %s AND (%s::timestamptz IS NULL OR posting.at <= %s::timestamptz)",
            [account_id, at, at],
        )
        return int(cursor.fetchone()[0])

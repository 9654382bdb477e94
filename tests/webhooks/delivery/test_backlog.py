"""What senders read to find the next event of a stream, among many that have gone."""

import re

import pytest
from django.db import connection

from tests.support.plans import planned
from webhooks.delivery import sender

pytestmark = pytest.mark.usefixtures("database")

_ACCOUNT = "InternalAccount:busy"
_FIRST_OF_A_STREAM = re.compile(r"\s*(WITH|SELECT|UPDATE)\b.*ORDER BY \w+\.number LIMIT", re.DOTALL)
# The index of what waits has been written for each, and has kept the room.
_GONE = """
INSERT INTO webhooks_event (id, platform_id, type, resource, payload, created_at, state, attempts, next_attempt_at)
SELECT gen_random_uuid(), %(platform)s, 'OUTGOING_PAYMENT.PENDING',
       CASE WHEN n %% 4 = 0 THEN %(account)s ELSE 'Transaction:' || n END, '{}', now(), 'PENDING', 0, now()
  FROM generate_series(1, 20000) n;
"""


@pytest.fixture
def many_gone(platform):
    """Twenty thousand events that were delivered, a quarter of them about one account."""
    with connection.cursor() as cursor:
        cursor.execute(_GONE, {"platform": platform.id, "account": _ACCOUNT})
        cursor.execute("UPDATE webhooks_event SET state = 'DELIVERED', next_attempt_at = NULL")


@pytest.mark.usefixtures("many_gone")
def test_the_first_event_of_a_busy_account_is_not_looked_for_among_all_that_it_was_told(platform, emit, receiver):
    for n in range(3):
        emit(platform, resource=_ACCOUNT, data={"n": n})
        emit(platform, resource=f"Transaction:new {n}", data={"n": n})
    plans: list[str] = []
    with planned("webhooks_event") as explain:

        def look(execute, statement, parameters, *others):
            if _FIRST_OF_A_STREAM.match(statement):
                plans.append("\n".join(explain(statement, parameters, options="COSTS OFF")))
            return execute(statement, parameters, *others)

        with connection.execute_wrapper(look):
            sender.run()

    assert len(receiver.received) == 6
    assert any("Update on webhooks_event" in plan for plan in plans), "outcomes were stored"
    assert any("webhook_event_in_line" in plan for plan in plans)
    assert [plan for plan in plans if "webhook_event_of_resource" in plan] == []

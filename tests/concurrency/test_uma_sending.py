"""Payments to UMA addresses: executed, paid and reported by several threads at the same moment."""

import functools

import pytest
from django.db import transaction

from payments.models import JournalEntry, OutgoingUmaPayment
from payments.uma.sending import outgoing
from payments.workflow import advancing, claims
from platforms.base import clock
from tests.support import threads
from tests.support.races import execution, history, running_out
from tests.support.uma.paying import Paying, books_are_sound, sandbox

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def paying(api, alice, worker):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    return Paying(api, alice, account, worker)


def test_of_many_executions_one_pays(paying, api):
    quote = paying.quote(sandbox("success.usd"))

    replies = threads.at_once([execution(api, quote["id"])] * 8)

    assert sorted(reply.status_code for reply in replies) == [200] + [409] * 7
    assert paying.balance() == 900_00


def test_an_execution_and_the_end_of_its_time_do_not_both_happen(paying, api, worker):
    quote = paying.quote(sandbox("pending.long.usd"))

    executed, _ = threads.at_once([execution(api, quote["id"]), running_out(api, worker)])

    last = history(quote["id"])[-1]
    # Executed in time, but paid by a worker that came after the invoice's end: then the money is back.
    assert (executed.status_code, last) in {(200, "PROCESSING"), (200, "FAILED"), (409, "EXPIRED")}
    assert paying.balance() == (900_00 if last == "PROCESSING" else 1_000_00)


def test_workers_that_hold_the_same_payment_pay_it_once(paying):
    quote = paying.quote(sandbox("success.usd"))
    paying.execute(quote)
    [claimed] = claims.claim_payments(limit=1)

    threads.at_once([functools.partial(advancing.advance, claimed)] * 6)
    paying.pass_time(quote, 10)
    payment = paying.pass_time(quote, 10)

    of_sender = JournalEntry.objects.filter(transaction_id=quote["transactionId"].partition(":")[2])
    assert sorted(of_sender.values_list("purpose", flat=True)) == ["PAYOUT_SETTLED", "QUOTE_EXECUTED"]
    assert payment["status"] == "COMPLETED"
    assert books_are_sound()


def test_the_word_of_the_other_side_that_comes_several_times_changes_nothing(paying):
    quote = paying.quote(sandbox("pending.long.usd"))
    paying.execute(quote)
    paying.work(quote)
    key = OutgoingUmaPayment.objects.get().transaction_id

    def hear():
        with transaction.atomic():
            outgoing.note_word(transaction_id=key, status="COMPLETED", error="", now=clock.real_now())

    threads.at_once([hear] * 6)
    payment = paying.work(quote)

    assert (payment["status"], OutgoingUmaPayment.objects.get().receiver_status) == ("PROCESSING", "COMPLETED")

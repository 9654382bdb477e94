"""Pages of quotes: the price explained, money that arrived, the queue of what waits, what exchanging brought."""

import re
import uuid
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.urls import reverse

from payments.models import FundingReceipt, Quote, RateSnapshot, SuspenseItem
from tests.backoffice.conftest import BackOffice, list_of, page_of, transaction_of
from tests.support.backoffice.pages import words
from tests.support.payments import quote_requests

EXCHANGE_RESULT = "admin:payments_quote_exchange_result"


def quote_of(public_id: str) -> Any:
    return Quote.objects.get(id=public_id.partition(":")[2])


def reader(*models: str) -> BackOffice:
    """Somebody who may see these models and nothing else."""
    user = User.objects.create_user(username=f"reader-{uuid.uuid4()}", is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename__in=[f"view_{model}" for model in models]))
    return BackOffice(user)


def test_a_quote_shows_its_terms_and_both_sides(backoffice, story):
    page = backoffice.text(f"/admin/payments/quote/{story.quote}/change/")

    text = words(page)
    assert "200.00 USD" in text
    assert "3,699.99 MXN" in text
    assert "(369999)" not in text
    assert "paid in real time" in text
    assert f'href="/admin/payments/transaction/{story.quoted.partition(":")[2]}/change/"' in page
    assert "Completed" in text


def test_a_quotes_price_is_explained_from_the_stored_rates(backoffice, story):
    page = backoffice.text(page_of(quote_of(story.quote)))

    text = words(page)
    assert "One Costs Of As of Used USD 18.5 MXN when taken inverse" in text
    assert "Mid rate 1 / 18.5, to 15 digits 0.0540540540540541 USD for one MXN" in text
    assert "200.00 USD / 0.0540540540540541 = 3699.99999999999685… MXN, rounded down 3699.99 MXN" in text
    assert "matches the stored price" in text
    assert page_of(RateSnapshot.objects.get()) in page


def test_a_quote_that_does_not_add_up_says_so(backoffice, story):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no trigger stands in the way of the damage
        cursor.execute("UPDATE payments_quote SET total_receiving = total_receiving + 1")
        cursor.execute("SET LOCAL session_replication_role = origin")

    text = words(backoffice.text(page_of(quote_of(story.quote))))

    assert "DIFFERS FROM THE STORED PRICE. amount received: stored 370000, worked out 369999." in text


def test_what_the_sender_said_is_masked(backoffice, api, alice, story):
    pesos = api.external_account(alice, quote_requests.clabe("111"), "MXN")
    facts = {"TAX_ID": "QQ-12-34-56-C", "FULL_NAME": "Ada Lovelace"}
    quote = quote_requests.quote(api, story.internal_account, pesos, senderCustomerInfo=facts).json()["id"]

    page = backoffice.text(page_of(quote_of(quote)))

    assert "QQ-12-34-56-C" not in page
    assert "TAX_ID" in page


def test_a_payment_shows_its_quote_what_arrived_and_what_waits(backoffice, story):
    page = backoffice.text(page_of(transaction_of(story.quoted)))

    text = words(page)
    assert page_of(quote_of(story.quote)) in page
    assert "Quote Send amount Fees included Rate Receive amount Fixed amount Expires" in text
    assert re.search(r"Incoming funds .*200\.00 USD Suspense Paid twice PAID_AGAIN .*200\.00 USD Applied", text)
    assert re.search(r"Suspense .*Open 200\.00 USD Paid twice PAID_AGAIN", text)


def test_a_quote_shows_the_books_of_its_payment(backoffice, story):
    text = words(backoffice.text(page_of(quote_of(story.quote))))

    assert re.search(
        r"Funding received #\d+ FUNDING_RECEIVED \S+ \S+ UTC"
        r" Rail settlement, USD #\d+ RAIL_SETTLEMENT 200\.00 USD"
        r" 200\.00 USD Funding clearing, USD #\d+ FUNDING_CLEARING",
        text,
    )
    assert re.search(
        r"Quote executed #\d+ QUOTE_EXECUTED \S+ \S+ UTC"
        r" Funding clearing, USD #\d+ FUNDING_CLEARING 200\.00 USD"
        r" 200\.00 USD Exchange, USD #\d+ EXCHANGE"
        r" Exchange, MXN #\d+ EXCHANGE 3,699\.99 MXN 3,699\.99 MXN Payout clearing, MXN",
        text,
    )
    assert text.index("Funding received #") < text.index("Quote executed #") < text.index("Payout settled #")


def test_what_was_undone_names_what_it_reverses(backoffice, api, alice, worker, story):
    bad = api.external_account(alice, quote_requests.clabe("002"), "MXN")
    quote = quote_requests.quote(api, story.internal_account, bad, immediatelyExecute=True).json()
    worker.run()

    reversal = r"Quote reversed #\d+ QUOTE_REVERSED \(reverses #\d+\)"
    assert re.search(reversal, words(backoffice.text(page_of(quote_of(quote["id"])))))
    assert re.search(r"reverses #\d+", words(backoffice.text(page_of(transaction_of(quote["transactionId"])))))


def test_the_queue_shows_what_is_open_first_and_the_oldest_of_it_on_top(backoffice, api, story):
    first = SuspenseItem.objects.get()
    send = {"quoteId": story.quote, "currencyCode": "USD"}
    for amount in (1, 2, 3):
        api.post("/sandbox/send", {**send, "currencyAmount": amount})
    second = SuspenseItem.objects.get(amount=1)
    SuspenseItem.objects.filter(pk=second.pk).update(resolved_at=second.opened_at)
    api.post("/sandbox/clock/advance", {"seconds": 3 * 86_400 + 7200})

    reply = backoffice.get(list_of(SuspenseItem))

    assert [row.amount for row in reply.context["cl"].result_list] == [first.amount, 2, 3, 1]
    text = words(reply.content.decode())
    assert "3 d 2 h Open" in text
    assert "0 h 0 min Resolved" in text


def test_one_box_finds_a_quote_by_its_public_id(backoffice, story):
    page = backoffice.text("/admin/search/", s=story.quote, extended="1")

    assert f'href="{page_of(quote_of(story.quote))}"' in page


def test_a_quote_is_found_by_its_payment(backoffice, story):
    found = backoffice.get(list_of(Quote), q=story.quoted).context["cl"].result_list

    assert [row.public_id for row in found] == [story.quote]


def test_the_exchange_result_adds_up_positions_and_what_rounding_left(backoffice, api, alice, worker, story):
    pesos, bad = (api.external_account(alice, quote_requests.clabe(suffix), "MXN") for suffix in ("111", "002"))
    for account in (pesos, bad):
        quote_requests.quote(api, story.internal_account, account, immediatelyExecute=True)
    worker.run()

    text = words(backoffice.text(reverse(EXCHANGE_RESULT)))

    # 200.00 USD without a fee gave 3,699.99 pesos; 100.00 less 1.50 and less 1.5 % gave 1,794.49; the third came back.
    # A payment by UMA brought 8,750 satoshis for 7.00 USD.
    for position in ("BTC EXCHANGE 0.00008750 BTC", "MXN EXCHANGE -5,494.48 MXN", "USD EXCHANGE 290.00 USD A position"):
        assert f"acme Exchange, {position}" in text
    # 297.00 - 5,494.48 x 0.0540540540540541, in the title with all of its decimals
    assert "acme USD → MXN 2 297.00 USD 5,494.48 MXN 3.00 USD 0.001081 USD" in text


@pytest.mark.parametrize("days", ["31", "366", "nonsense", "999999999999"])
def test_the_exchange_result_is_for_a_period(backoffice, story, days):
    text = words(backoffice.text(reverse(EXCHANGE_RESULT), days=days))

    assert f"in the last {days if days in {'31', '366'} else 7} days" in text
    assert "USD → MXN" in text


def test_who_may_not_see_the_books_sees_none_of_it(story):
    few, more = reader("quote"), reader("quote", "ledgeraccount")

    page = few.text(page_of(quote_of(story.quote)))

    assert "Price calculation" in page
    assert "Journal entries" not in page
    assert "Incoming funds" not in page
    assert few.get(reverse(EXCHANGE_RESULT)).status_code == 403
    assert more.get(reverse(EXCHANGE_RESULT)).status_code == 200


def test_who_may_not_see_quotes_sees_none_on_a_payments_page(story):
    page = reader("transaction").text(page_of(transaction_of(story.quoted)))

    assert "Fees included" not in page
    assert "Incoming funds" not in page


def test_receipts_are_listed_with_what_became_of_them(backoffice, story):
    text = words(backoffice.text(list_of(FundingReceipt)))

    assert re.search(r"200\.00 USD Suspense Paid twice PAID_AGAIN", text)
    assert re.search(r"200\.00 USD Applied", text)

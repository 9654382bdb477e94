"""Balances and payments of a customer, in sum, beside its case: who reads them, what is logged, what they cost."""

from collections.abc import Sequence

import pytest
from django.http import HttpRequest
from django.urls import reverse

from compliance.admin.review_desk import permissions
from compliance.models import Customer
from payments.admin.support import customer_sums
from platforms.backoffice import actions, panels
from platforms.models import AuditEntry
from tests.backoffice.review_desk.conftest import claim, page
from tests.support.backoffice.pages import words
from tests.support.payments import scenarios

pytestmark = pytest.mark.django_db
READ = "customer.read_payments"


def sums(case) -> str:
    return reverse("admin:compliance_desk_payments", args=[case.key])


def sums_of(customer: str) -> Sequence[panels.Panel]:
    row = Customer.objects.select_related("platform").get(id=customer.partition(":")[2])
    return [panel for panel in customer_sums.of_customer(HttpRequest(), row) if panel is not None]


def test_the_reviewer_of_the_case_reads_the_sums_and_it_is_logged(rita, individual):
    claim(individual)
    assert sums(individual) in rita.text(page(individual))

    shown = words(rita.text(sums(individual)))

    assert "Balances" in shown
    assert "No payments." in shown
    entry = AuditEntry.objects.get(verb=READ)
    assert (entry.actor_id, entry.subject) == ("rita", individual.customer)
    assert entry.details["verification"] == individual.verification


def test_before_the_case_is_claimed_nothing_is_shown_and_nothing_logged(rita, rob, individual):
    claim(individual)

    reply = rob.client.get(sums(individual), follow=True)

    assert "Claim the case first" in words(reply.content.decode())
    assert sums(individual) not in rob.text(page(individual))
    assert not AuditEntry.objects.filter(verb=READ).exists()


def test_without_the_permission_a_sentence_says_so(rita, individual, monkeypatch):
    claim(individual)
    may = actions.may
    monkeypatch.setattr(
        actions, "may", lambda user, action: action is not permissions.READ_PAYMENTS and may(user, action)
    )

    assert "You may not read balances and payments of customers." in words(rita.text(page(individual)))
    assert rita.get(sums(individual)).status_code == 403


def test_a_case_that_is_unknown_is_not_found_and_nothing_is_sent_there(rita, individual):
    unknown = "00000000-0000-7000-8000-000000000000"

    assert rita.get(reverse("admin:compliance_desk_payments", args=[unknown])).status_code == 404
    assert rita.post(sums(individual)).status_code == 405


def test_completed_payments_are_added_up_by_way_and_currency(api, alice, worker, queries):
    for _ in range(2):
        scenarios.transfer_out()(api, alice)
    worker.run()
    assert queries(lambda: sums_of(alice)) == 1 + 2  # the customer itself

    balances, payments = sums_of(alice)
    assert balances.rows
    assert [(row[0], row[1], row[3]) for row in payments.rows] == [("paid out", "2", "2")]


def test_of_many_payments_the_newest_are_added_up_and_that_is_said(api, alice, worker, monkeypatch):
    for _ in range(3):
        scenarios.transfer_out()(api, alice)
    worker.run()
    monkeypatch.setattr(customer_sums, "MOST", 2)

    _, payments = sums_of(alice)

    assert [row[3] for row in payments.rows] == ["2"]
    assert payments.note == "Only the newest 2 payments are added up: there are older ones."


def test_what_did_not_complete_is_counted_apart(api, alice):
    scenarios.transfer_out()(api, alice)

    _, payments = sums_of(alice)

    assert (payments.rows, payments.note) == ([], "Not completed, or not yet: 1.")


def test_the_case_page_gets_the_tables_alone(rita, individual):
    claim(individual)

    reply = rita.client.get(sums(individual), headers={"HX-Request": "true"}).content.decode()

    assert "<h3>Balances</h3>" in reply
    assert "<html" not in reply

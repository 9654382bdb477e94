"""Lists are turned round by their time, which their keys have an index of; no other heading sorts."""

import re

import pytest
from django.contrib import admin

from banks.models import BankStatement
from payments.models import Deposit, JournalEntry, SuspenseItem, Transaction
from platforms.models import AuditEntry
from tests.backoffice.conftest import list_of
from webhooks.models import Event

pytestmark = pytest.mark.django_db
LISTS = (Transaction, Deposit, SuspenseItem, Event, AuditEntry, JournalEntry, BankStatement)


def keys(office, model, **query: str) -> list[str]:
    return [str(row.pk) for row in office.get(list_of(model), **query).context["cl"].result_list]


def place(model) -> int:
    """The number by which addresses name the column that sorts."""
    page = admin.site._registry[model]
    return [getattr(column, "admin_order_field", None) for column in page.list_display].index("pk")


@pytest.mark.parametrize("model", LISTS)
def test_a_list_is_turned_round_by_its_time(model, backoffice, story):
    newest = keys(backoffice, model)
    oldest = [str(key) for key in model.objects.order_by("pk").values_list("pk", flat=True)[: len(newest)]]
    assert newest

    assert keys(backoffice, model, o=str(place(model))) == oldest
    assert keys(backoffice, model, o=f"-{place(model)}") == newest


def test_a_narrowed_list_is_turned_round_too(backoffice, story):
    narrowed = {"status__exact": "COMPLETED"}
    newest = keys(backoffice, Transaction, **narrowed)
    assert len(newest) > 1

    assert keys(backoffice, Transaction, **narrowed, o=str(place(Transaction))) == newest[::-1]


@pytest.mark.parametrize("model", LISTS)
def test_no_heading_but_that_of_the_time_sorts(model, backoffice, story):
    page = backoffice.text(list_of(model))

    assert {int(number) for number in re.findall(r"[?&;]o=-?(\d+)", page)} == {place(model)}
    others = {str(number) for number in range(12)} - {str(place(model))}
    for number in sorted(others)[:3]:
        assert keys(backoffice, model, o=number) == keys(backoffice, model)

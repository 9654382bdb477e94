"""Instances built without the constructor equal those that the database returns for their row."""

import pytest
from django.db import connection

from payments.models import Transaction
from payments.workflow import transactions
from platforms import audit
from platforms.base import clock, identifiers
from platforms.database import instances

pytestmark = pytest.mark.django_db


def test_what_is_left_out_of_an_instance_has_its_default_in_the_object_and_in_the_row(acme):
    now, key = clock.real_now(), identifiers.new_key()
    given = {
        "id": key,
        "platform_id": acme.platform.id,
        "type": "INCOMING",
        "status": "CREATED",
        "sender": "ExternalAccount:1",
        "receiver": 'InternalAccount:"2"',
        "sent_amount": 2**53 + 1,
        "sent_currency": "USD",
        "received_amount": 1,
        "received_currency": "USD",
        "rate_details": {"a": [None, "%s"]},
        "reference": "TX1",
        "created_at": now,
        "updated_at": now,
    }
    payment = instances.build_row(Transaction, given)

    transactions.begin(payment, cause="test", actor=audit.SYSTEM, now=now)

    assert instances.row(Transaction.objects.get(id=key)) == instances.row(payment)
    assert (payment.fees, payment.next_action, payment.refund) == (0, "TRANSFER", None)


def test_the_names_of_columns_are_those_of_the_table():
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM payments_transaction LIMIT 0")
        assert sorted(column.name for column in cursor.description) == sorted(instances.columns(Transaction))

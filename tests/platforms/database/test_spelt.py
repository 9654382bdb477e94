"""Names that were stored before names were spelt in Latin letters."""

import pytest
from django.db import connection

from compliance.models import Customer
from platforms.database import spelt

pytestmark = pytest.mark.django_db
NAME = "coalesce(full_name, business_info ->> 'legalName')"


def test_names_that_are_there_are_spelt_in_batches_once(api, monkeypatch):
    monkeypatch.setattr(spelt, "_BATCH", 2)
    people = {name: api.customer(name) for name in ("Олена", "שרה לוי", "陳大文", "Ada Lovelace", "José")}
    Customer.objects.update(spellings="")

    for _ in range(2):
        with connection.cursor():
            spelt.fill(connection, table="compliance_customer", name=NAME)

    spellings = {name: Customer.objects.get(id=key.partition(":")[2]).spellings for name, key in people.items()}
    assert {name for name, text in spellings.items() if text} == {"Олена", "שרה לוי", "陳大文", "José"}
    assert spellings["Олена"].split()[0] == "olena"

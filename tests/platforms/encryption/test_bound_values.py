"""Columns that are sealed as a whole: a value opens in its own row, wherever somebody with the database puts it."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from compliance.hosted import kyc_links
from compliance.models import KycLink
from config.management.commands.rotate_encryption_keys import BLOBS, Blob
from payments.uma.identities import identities
from platforms.base import clock
from platforms.encryption import encryption
from tests.support import factories
from webhooks.signing import signing_keys

pytestmark = pytest.mark.django_db


@pytest.fixture
def _two_rows_of_each(api, alice, bob, acme, rival) -> None:
    for customer in (alice, bob):
        assert (
            api.post("/customers/external-accounts", _account_of(customer), key=f"account of {customer}").status_code
            == 201
        )
        assert api.get("/customers/kyc-link", platformCustomerId=f"new {customer}").status_code == 200
    for link in KycLink.objects.all():
        kyc_links.answer(link_id=link.id, given={"fullName": f"who follows link {link.id}"})
    for tenant in (acme, rival):
        signing_keys.ensure(platform_id=tenant.platform.id, now=clock.real_now())
        identities.ensure(platform_id=tenant.platform.id, now=clock.real_now())


def _account_of(customer: str) -> dict[str, Any]:
    info = factories.usd_account(number="000123456789")
    return {"customerId": customer, "currency": "USD", "accountInfo": info}


def _rows(blob: Blob) -> dict[object, tuple[object, bytes]]:
    """Return what a column holds: the key of each sealed row, what its value is bound to, the value."""
    table, column = blob.sealed.table, blob.sealed.column
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id, {blob.row}, {column} FROM {table} WHERE {blob.only} AND {column} <> '' ORDER BY id", []
        )
        found = cursor.fetchall()
    return {
        key: (row, stored.encode() if isinstance(stored, str) else bytes(stored))
        for key, row, stored in found
        if not blob.is_text or stored[0] != "{"
    }


def _write(blob: Blob, key: Any, stored: bytes) -> None:
    with connection.cursor() as cursor:
        value = stored.decode() if blob.is_text else stored
        cursor.execute(f"UPDATE {blob.sealed.table} SET {blob.sealed.column} = %s WHERE id = %s", [value, key])


@pytest.mark.usefixtures("_two_rows_of_each")
def test_a_value_that_was_moved_to_another_row_does_not_open(api, alice, bob, acme):
    for blob in BLOBS:
        _move_a_value(blob)

    # Nor does what reads one use it: Alice's key gives no reply about Bob, and nothing is signed with another key.
    reply = api.post("/customers/external-accounts", _account_of(alice), key=f"account of {alice}")
    assert bob not in reply.content.decode()
    assert reply.status_code == 500
    _, unreadable = signing_keys.readable_signers(platform_ids=[acme.platform.id], now=clock.real_now())
    assert set(unreadable) == {acme.platform.id}


def _move_a_value(blob: Blob) -> None:
    rows = _rows(blob)
    (one, (row, own)), (_, (_, other)) = list(rows.items())[:2]
    assert blob.sealed.open(own, row=row)

    _write(blob, one, other)

    row, stored = _rows(blob)[one]
    with pytest.raises(encryption.Unreadable):
        blob.sealed.open(stored, row=row)


@pytest.mark.usefixtures("_two_rows_of_each")
def test_values_of_earlier_releases_are_read_and_a_rotation_binds_them(api, alice, acme):
    before = {}
    for blob in BLOBS:
        for key, (row, stored) in _rows(blob).items():
            before[blob, key] = blob.sealed.open(stored, row=row)
            _write(blob, key, encryption.encrypt(before[blob, key]))
    reply = api.post("/customers/external-accounts", _account_of(alice), key=f"account of {alice}")
    assert reply.status_code == 201
    assert signing_keys.signers(platform_ids=[acme.platform.id], now=clock.real_now())

    first, second = _rotated(), _rotated()

    assert len(before) >= 2 * len(BLOBS)
    assert (first, second) == (len(before), 0)
    rows = {(blob, key): found for blob in BLOBS for key, found in _rows(blob).items()}
    assert {key: key[0].sealed.open(stored, row=row) for key, (row, stored) in rows.items()} == before
    assert all(stored.startswith(encryption.current_bound_prefix().encode()) for _, stored in rows.values())


def _rotated() -> int:
    """Return how many values `rotate_encryption_keys` has written anew."""
    out = io.StringIO()
    call_command("rotate_encryption_keys", stdout=out)
    return sum(int(line.rpartition(": ")[2]) for line in out.getvalue().splitlines())


def test_no_value_of_a_field_opens_in_a_column_that_reads_unbound_ones():
    of_a_field = encryption.encrypt(b"1", context="payments_externalaccount.primary_identifier:1")

    with pytest.raises(encryption.Unreadable):
        encryption.decrypt_bound(of_a_field, context="webhooks_event.payload:1")


@pytest.mark.parametrize("stored", [b"s2.", b"s2.01234567.AAAA", b"s1.01234567.AAAA", b"plain", b""])
def test_what_was_never_sealed_does_not_open(stored):
    with pytest.raises(encryption.Unreadable):
        encryption.decrypt_bound(stored, context="table.column:1")

"""Where files lie: encrypted, readable by nobody else, under the current key after a rotation."""

import base64
import datetime as dt
import os
import pathlib
import stat

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import storages

from compliance.documents import encrypted_storage
from config.variables import values
from platforms.encryption import encryption

TODAY = dt.date(2026, 11, 21)
CONTENT = b"%PDF-1.7 what nobody may read" * 1000


def _path(key: str) -> pathlib.Path:
    return pathlib.Path(storages["documents"].path(key))


def _new_key() -> str:
    return base64.urlsafe_b64encode(os.urandom(32)).decode()


def test_a_file_comes_back_as_it_was_and_lies_there_encrypted():
    key = encrypted_storage.put(CONTENT, today=TODAY)

    assert encrypted_storage.get(key) == CONTENT
    assert key.startswith("documents/2026-11-21/")
    stored = _path(key).read_bytes()
    assert b"%PDF" not in stored
    assert encryption.is_current(stored)


def test_nobody_else_on_the_machine_may_read_it():
    key = encrypted_storage.put(CONTENT, today=TODAY)

    assert stat.S_IMODE(_path(key).stat().st_mode) == 0o600
    assert stat.S_IMODE(_path(key).parent.stat().st_mode) == 0o700


def test_a_file_in_the_place_of_another_does_not_open():
    one, other = encrypted_storage.put(CONTENT, today=TODAY), encrypted_storage.put(b"something else", today=TODAY)
    _path(one).replace(_path(other))

    with pytest.raises(encryption.Unreadable):
        encrypted_storage.get(other)
    with pytest.raises(encryption.Unreadable):
        encrypted_storage.get(one)


def test_a_changed_file_does_not_open():
    key = encrypted_storage.put(CONTENT, today=TODAY)
    stored = bytearray(_path(key).read_bytes())
    stored[-20] ^= 1
    _path(key).write_bytes(stored)

    with pytest.raises(encryption.Unreadable):
        encrypted_storage.get(key)


def test_an_erased_file_is_gone_and_may_be_erased_again():
    key = encrypted_storage.put(CONTENT, today=TODAY)

    encrypted_storage.erase(key)
    encrypted_storage.erase(key)

    assert not _path(key).exists()


def test_a_file_under_an_old_key_is_encrypted_anew_in_its_place(settings):
    old, new = settings.ENCRYPTION_KEYS[0], _new_key()
    key = encrypted_storage.put(CONTENT, today=TODAY)
    settings.ENCRYPTION_KEYS = [new, old]

    assert encrypted_storage.renew(key) is True
    assert encrypted_storage.renew(key) is False
    settings.ENCRYPTION_KEYS = [new]
    assert encrypted_storage.get(key) == CONTENT
    assert list(encrypted_storage.keys_of(TODAY)) == [key]
    assert stat.S_IMODE(_path(key).stat().st_mode) == 0o600


def test_without_its_key_a_file_does_not_open(settings):
    key = encrypted_storage.put(CONTENT, today=TODAY)
    settings.ENCRYPTION_KEYS = [_new_key()]

    with pytest.raises(encryption.Unreadable):
        encrypted_storage.get(key)
    with pytest.raises(encryption.Unreadable):
        encrypted_storage.renew(key)


def test_an_empty_storage_has_no_days():
    assert encrypted_storage.days() == []


def test_a_directory_of_this_machine_is_the_default_storage():
    assert values.document_storage("file:///srv/some%20where") == {
        "BACKEND": "compliance.documents.encrypted_storage.DocumentDirectory",
        "OPTIONS": {"location": "/srv/some where", "file_permissions_mode": 0o600, "directory_permissions_mode": 0o700},
    }


def test_a_bucket_is_another():
    address = "s3://identity-papers/live/files?endpoint_url=https://s3.example.com&region_name=eu-central-1"

    assert values.document_storage(address) == {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": "identity-papers",
            "location": "live/files",
            "endpoint_url": "https://s3.example.com",
            "region_name": "eu-central-1",
            "file_overwrite": True,
            "default_acl": None,
        },
    }


@pytest.mark.parametrize(
    "address", ["", "/srv/documents", "file://host/srv", "s3:///folder", "ftp://key:secret@host/folder"]
)
def test_another_address_of_a_storage_is_refused_without_being_repeated(address):
    with pytest.raises(ImproperlyConfigured, match="DOCUMENT_STORAGE") as refused:
        values.document_storage(address)

    assert "secret" not in str(refused.value)

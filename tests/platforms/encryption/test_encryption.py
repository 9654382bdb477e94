import base64

import pytest

from platforms.encryption import encryption


def _key(letter: bytes) -> str:
    return base64.urlsafe_b64encode(letter * 32).decode()


OLD, NEW = _key(b"o"), _key(b"n")


@pytest.fixture(autouse=True)
def keys(settings):
    settings.ENCRYPTION_KEYS = [OLD]
    return settings


def test_what_is_sealed_comes_back_and_shows_nothing_of_itself():
    sealed = encryption.encrypt(b"078-05-1120", context="table.column:1")

    assert encryption.decrypt(sealed, context="table.column:1") == b"078-05-1120"
    assert b"1120" not in base64.urlsafe_b64decode(sealed.rpartition(b".")[2])


def test_one_value_is_never_sealed_twice_alike():
    assert encryption.encrypt(b"1") != encryption.encrypt(b"1")


@pytest.mark.parametrize("context", ["", "table.column:2", "table.other:1"])
def test_a_value_opens_in_its_own_place_only(context):
    sealed = encryption.encrypt(b"1", context="table.column:1")

    with pytest.raises(encryption.Unreadable):
        encryption.decrypt(sealed, context=context)


@pytest.mark.parametrize("place", [0, 5, 12, 20, -1])
def test_a_damaged_value_does_not_open(place):
    sealed = bytearray(encryption.encrypt(b"some text"))
    sealed[place] = ord("A") if sealed[place] != ord("A") else ord("B")

    with pytest.raises(encryption.Unreadable):
        encryption.decrypt(bytes(sealed))


@pytest.mark.parametrize("plain", [b"", b"plain", b"s1.", b"s1.01234567.AAAA", b"gAAAAA"])
def test_what_was_never_sealed_does_not_open(plain):
    with pytest.raises(encryption.Unreadable):
        encryption.decrypt(plain)


def test_an_old_key_opens_until_it_is_taken_away(keys):
    sealed = encryption.encrypt(b"1")
    keys.ENCRYPTION_KEYS = [NEW, OLD]

    assert encryption.decrypt(sealed) == b"1"
    assert not encryption.is_current(sealed)
    assert encryption.is_current(encryption.encrypt(b"1"))

    keys.ENCRYPTION_KEYS = [NEW]

    with pytest.raises(encryption.Unreadable):
        encryption.decrypt(sealed)


def test_a_blind_index_depends_on_value_purpose_and_key(settings):
    index = encryption.digest("078051120", purpose="ssn")

    assert encryption.digest("078051120", purpose="ssn") == index
    assert encryption.digest("078051121", purpose="ssn") != index
    assert encryption.digest("078051120", purpose="account") != index
    settings.BLIND_INDEX_KEY = "another" * 10
    assert encryption.digest("078051120", purpose="ssn") != index

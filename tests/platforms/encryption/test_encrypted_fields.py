import uuid

import orjson
import pytest
from django.db import connection, models
from django.test.utils import isolate_apps

from platforms.encryption import encryption
from platforms.encryption.encrypted_fields import BlindIndexField, Encrypted, EncryptedJSONField, EncryptedTextField

ROW = uuid.UUID(int=1)
PERSON = {
    "name": "Ada",
    "taxId": "078-05-1120",
    "address": {"city": "London", "phone": "+44"},
    "tags": ["a"],
    "no": None,
}


@pytest.fixture(scope="module")
def person_model():
    with isolate_apps("platforms"):

        class Person(models.Model):  # noqa: DJ008 - it has no table and is never shown
            id = models.UUIDField(primary_key=True, default=uuid.uuid4)
            number = EncryptedTextField(null=True)
            number_digest = BlindIndexField(source="number", is_compact=True, null=True)
            opened = EncryptedJSONField(opened=("name", "address.city"), null=True)
            closed = EncryptedJSONField(closed=("taxId", "address.phone"), null=True)
            whole = EncryptedJSONField(null=True)

            class Meta:
                app_label = "platforms"

        return Person


def _field(model, name):
    return model._meta.get_field(name)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("opened", {"name": "Ada", "address": {"city": "London"}, "no": None}),
        ("closed", {"name": "Ada", "address": {"city": "London"}, "tags": ["a"], "no": None}),
        ("whole", {"no": None}),
    ],
)
def test_of_an_object_only_what_is_open_can_be_read_in_the_database(person_model, name, plain):
    field = _field(person_model, name)

    stored = field.seal(PERSON, row=ROW).stored

    def readable(value):
        if isinstance(value, dict):
            return {key: readable(part) for key, part in value.items() if not _is_sealed(part)}
        return value

    assert readable(orjson.loads(stored)) == plain
    assert field.open(stored, row=ROW) == PERSON


def _is_sealed(part) -> bool:
    return isinstance(part, str) and part.startswith(encryption.current_prefix())


@pytest.mark.parametrize("name", ["opened", "closed", "whole"])
def test_an_object_opens_in_its_own_row_and_column_only(person_model, name):
    stored = _field(person_model, name).seal(PERSON, row=ROW)

    with pytest.raises(encryption.Unreadable):
        _field(person_model, name).open(stored, row=uuid.UUID(int=2))
    with pytest.raises(encryption.Unreadable):
        _field(person_model, "whole" if name != "whole" else "opened").open(stored, row=ROW)


def test_a_member_opens_under_its_own_name_only(person_model):
    field = _field(person_model, "whole")
    stored = orjson.loads(field.seal({"a": "1", "b": "2"}, row=ROW).stored)

    with pytest.raises(encryption.Unreadable):
        field.open(orjson.dumps({"a": stored["b"]}).decode(), row=ROW)


@pytest.mark.parametrize("smuggled", ["plain", 7, ["a"], {"a": 1}])
def test_a_plain_value_in_a_sealed_place_is_not_believed(person_model, smuggled):
    with pytest.raises(encryption.Unreadable):
        _field(person_model, "whole").open(orjson.dumps({"taxId": smuggled}).decode(), row=ROW)


def test_an_attribute_is_opened_when_it_is_read_and_not_before(person_model):
    stored = _field(person_model, "number").seal("078-05-1120", row=ROW)
    row = person_model(id=ROW)
    row.number = stored

    assert row.__dict__["number"] is stored
    assert row.number == "078-05-1120"
    assert row.__dict__["number"] == "078-05-1120"


def test_what_was_not_read_is_saved_as_it_was(person_model):
    field = _field(person_model, "number")
    stored = field.seal("078-05-1120", row=ROW)
    row = person_model(id=ROW, number=stored)

    assert field.pre_save(row, add=False) is stored
    row.number = "1"
    assert field.open(field.pre_save(row, add=False), row=ROW) == "1"
    row.number = None
    assert field.pre_save(row, add=False) is None


@pytest.mark.parametrize(("name", "value"), [("number", "078-05-1120"), ("closed", {"taxId": "1"})])
def test_a_plain_value_can_neither_be_searched_nor_written_without_its_row(person_model, name, value):
    with pytest.raises(TypeError, match="blind index"):
        str(person_model.objects.filter(**{name: value}).query)
    with pytest.raises(TypeError, match="blind index"):
        _field(person_model, name).get_db_prep_save(value, connection)


def test_a_sealed_value_does_not_show_itself_when_it_is_printed():
    assert "s1.x" not in repr(Encrypted("s1.x"))


def test_a_blind_index_follows_its_attribute(person_model):
    index = _field(person_model, "number_digest")
    row = person_model(id=ROW, number="078-05-1120")

    assert index.pre_save(row, add=True) == index.digest("078 05 1120") == index.digest("078051120")
    row.number = None
    assert index.pre_save(row, add=False) is None


@pytest.mark.parametrize("name", ["number", "number_digest", "opened", "closed", "whole"])
def test_a_migration_keeps_what_a_field_was_told(person_model, name):
    field = _field(person_model, name)

    _, _, arguments, options = field.deconstruct()

    assert type(field)(*arguments, **options).deconstruct()[1:] == field.deconstruct()[1:]

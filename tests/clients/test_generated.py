"""How the clients are generated. That they are what the API document gives is asked by `make clients`."""

import pytest

from clients import generate

pytestmark = pytest.mark.beside


def test_a_difference_is_seen(tmp_path):
    for folder in ("committed", "fresh"):
        (tmp_path / folder / "in").mkdir(parents=True)
        (tmp_path / folder / "in" / "same").write_text("same")
        (tmp_path / folder / "other").write_text(folder)
    (tmp_path / "committed" / "old").write_text("")
    (tmp_path / "fresh" / "in" / "new").write_text("")

    assert generate.differences(tmp_path / "committed", tmp_path / "fresh") == ["in/new", "old", "other"]


def test_a_generator_that_writes_something_else_is_noticed(tmp_path):
    """The layer relies on operations that always return, and on enumerations that are open."""
    with pytest.raises(generate.NotAsExpected, match="0 times"):
        generate._changed("parsed: T", r"parsed: T \| None", lambda _: "")
    (tmp_path / "openapi.yaml").write_text("openapi: 3.1.0")
    with pytest.raises((generate.NotAsExpected, KeyError)):
        generate.python(tmp_path / "openapi.yaml", tmp_path / "made")


def test_every_operation_is_there_in_python():
    document = generate.read(generate.DOCUMENT)
    operations = [
        operation
        for methods in document["paths"].values()
        for operation in methods.values()
        if isinstance(operation, dict)
    ]
    modules = [path for path in (generate.PYTHON / "api").glob("*/*.py") if path.name != "__init__.py"]

    assert len(modules) == len(operations) > 60

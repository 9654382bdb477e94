"""How the clients are generated, and what one is told when the document is not the one that they were checked with."""

import shutil
import subprocess
import sys

import pytest

from clients import generate, pack

pytestmark = pytest.mark.beside


@pytest.fixture
def checked(tmp_path, monkeypatch):
    """A file of digests that says what is there."""
    generate.make(generate.IN_TYPESCRIPT)
    file = tmp_path / "digests.txt"
    file.write_text("".join(f"{name} {digest}\n" for name, digest in generate.digests().items()))
    monkeypatch.setattr(generate, "DIGESTS", file)
    monkeypatch.setattr("sys.argv", ["generate"])
    return file


def test_the_clients_were_checked_with_this_document(checked):
    """The digests in the tree, which whoever has run the tests of the clients notes."""
    assert (generate.PYTHON.parents[3] / "digests.txt").read_text() == checked.read_text()


@pytest.mark.parametrize("name", ["docs/openapi.yaml", "openapi-python-client-0.29.1", "openapi-typescript-7.13.0"])
def test_another_document_or_generator_is_told_with_what_to_do(checked, name, capsys):
    assert generate.main() == 0
    checked.write_text(checked.read_text().replace(f"{name} ", f"{name} 0"))

    assert generate.main() == 1

    told = capsys.readouterr().out
    assert f"(clients/digests.txt): {name}\n" in told
    assert "make test ARGS=tests/clients" in told
    assert "CLIENTS_WRITE=1 make clients" in told


def test_the_digests_are_noted_when_one_says_so(checked, monkeypatch):
    kept = checked.read_text()
    checked.write_text("docs/openapi.yaml 0\n")
    monkeypatch.setattr("sys.argv", ["generate", "--write"])

    assert (generate.main(), checked.read_text()) == (0, kept)


def test_it_is_made_once_and_again_when_it_or_what_it_is_made_of_has_changed(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    times = []
    beside = tmp_path / "beside"
    beside.write_text("1")

    def write(document, folder):
        times.append(document)
        folder.mkdir()
        (folder / "made").write_text("by the generator")

    client = generate.Client(tmp_path / "generated", write, lambda: "generator-1", (beside,))
    for change in (
        lambda: None,
        lambda: (client.folder / "made").write_text("by hand"),
        lambda: beside.write_text("2"),
        (client.folder / "made").unlink,
    ):
        generate.make(client)
        generate.make(client)
        change()

    assert len(times) == 3
    generate.make(client)
    assert len(times) == 4
    assert (client.folder / "made").read_text() == "by the generator"


def test_a_client_without_its_generated_part_is_not_packed(tmp_path):
    shutil.copytree(pack.PYTHON, tmp_path / "python", ignore=shutil.ignore_patterns("generated", "__pycache__"))
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", tmp_path / "python"]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode != 0
    assert "`make clients` in the repository makes it" in done.stdout + done.stderr


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

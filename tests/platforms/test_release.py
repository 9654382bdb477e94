"""Which code runs, as far as a folder says it."""

import pathlib
import tomllib

import pytest

from platforms import release

_ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture
def folder(settings, tmp_path):
    _forget()
    settings.BASE_DIR = tmp_path
    (tmp_path / ".git").mkdir()
    yield tmp_path
    _forget()


def _forget():
    release.commit.cache_clear()
    release.name.cache_clear()


def test_the_version_is_that_of_the_project():
    assert tomllib.loads((_ROOT / "pyproject.toml").read_text())["project"]["version"] == release.VERSION


@pytest.mark.parametrize(
    ("files", "commit"),
    [
        ({}, ""),
        ({"COMMIT": "a" * 40 + "\n", ".git/HEAD": "b" * 40}, "a" * 40),
        ({".git/HEAD": "b" * 40}, "b" * 40),
        ({".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": "c" * 40}, "c" * 40),
        ({".git/HEAD": "ref: refs/packed\n"}, ""),
        ({"COMMIT": "unknown"}, ""),
    ],
)
def test_the_commit_is_what_was_written_when_the_folder_was_made_else_that_of_the_working_copy(folder, files, commit):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)

    assert release.commit() == commit
    assert release.name() == (f"{release.VERSION}+{commit[:12]}" if commit else release.VERSION)

"""The first day's change is made as the page says: the test fails, the diff is applied, the test passes."""

import re

import pytest

from tests.docs.contributor import copies

pytestmark = pytest.mark.beside

_TEXT = (copies.PROJECT / "docs" / "contributor" / "first-day.md").read_text()
_DIFFS = re.findall(r"```diff\n(.*?)```", _TEXT, re.DOTALL)
_TESTS = [command.split() for command in re.findall(r'^make test ARGS="(tests/.*?) -n 1"', _TEXT, re.MULTILINE)]


def test_the_change_goes_from_a_failing_test_to_a_passing_one(tmp_path):
    project = copies.copy(tmp_path / "project")
    test, change = _DIFFS
    failing, passing = _TESTS

    copies.apply(test, project)
    before = copies.run(project, *failing)
    copies.apply(change, project)
    after = copies.run(project, *passing)

    assert "1 failed" in before.stdout, before.stdout[-5000:] + before.stderr[-1000:]
    assert "'COMPLETED'" in before.stdout
    assert after.returncode == 0, after.stdout[-5000:] + after.stderr[-1000:]


def test_every_file_of_the_map_is_there():
    paths = re.findall(r"^\| [^|]* \| `([^`]*)` \|$", _TEXT, re.MULTILINE)

    assert len(paths) == 9
    assert [path for path in paths if not (copies.PROJECT / path).is_file()] == []

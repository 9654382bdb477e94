"""`tests/counts.txt`: written by `--counts`, from the tests that ran, and compared by all other runs."""

import os
import pathlib
import subprocess
import sys

import pytest

from tests import counts

pytestmark = pytest.mark.service

_ROOT = pathlib.Path(__file__).parents[2]
_CONFTEST = """
import pytest
from tests import counts

counts.TABLE = __import__("pathlib").Path(__file__).with_name("counts.txt")

def pytest_addoption(parser):
    parser.addoption("--counts", action="store_true")

def pytest_configure(config):
    config.pluginmanager.register(counts.Counts(config), "counts")

@pytest.fixture
def compare(request):
    kept = request.config.pluginmanager.get_plugin("counts")
    return lambda count, label="": kept.compare(request.node.nodeid, count, label)
"""
_CASES = """
import pytest

@pytest.mark.parametrize("rows", [1, 20])
def test_list(compare, rows):
    compare(LIST)

def test_create(compare):
    compare(CREATE, "first")
    compare(1, "again")
"""


@pytest.fixture
def run(tmp_path):
    """Return a function that writes two tests with their counts, runs some, and returns what was printed."""
    (tmp_path / "conftest.py").write_text(_CONFTEST)
    table = tmp_path / "counts.txt"
    table.write_text("gone/test_a.py::test_x = 1\ntest_cases.py::test_former = 4\n")

    def start(*arguments, listed="2", create=5):
        (tmp_path / "test_cases.py").write_text(_CASES.replace("LIST", listed).replace("CREATE", str(create)))
        environment = {**os.environ, "PYTHONPATH": str(_ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        command = [sys.executable, "-m", "pytest", "-q", "--rootdir", ".", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout, table.read_text()

    return start


def test_workers_count_and_one_table_is_written_that_other_runs_compare_with(run):
    code, text, table = run("--counts", "-p", "xdist", "-n", "2")
    assert code == 0, text
    rows = "test_cases.py::test_create | again = 1\ntest_cases.py::test_create | first = 5\n"
    assert table == f"{rows}test_cases.py::test_list = 2\n"

    code, text, table = run(create=6)

    assert code == 1
    assert "test_cases.py::test_create | first = 6, and tests/counts.txt says 5" in text
    assert 'make test ARGS="--counts test_cases.py::test_create"' in text
    # Of another function no row is written, nor is one taken away.
    assert run("--counts", "-k", "create", create=6)[2] == table.replace("first = 5", "first = 6")


def test_cases_of_a_function_that_cost_differently_are_told(run):
    code, text, table = run("--counts", listed="rows")

    assert code == 1
    assert "test_cases.py::test_list = 20, and was 1 before" in text
    assert "test_list" not in table


_TABLE = {"a.py::test_one": 1, "a.py::test_two | first": 2, "a.py::test_two | former": 3, "b.py::test_three": 4}
_TAKEN = {"a.py::test_one": 7, "a.py::test_two | first": 5}


@pytest.mark.parametrize(
    ("passed", "is_whole", "expected"),
    [
        ({"a.py::test_one", "a.py::test_two"}, True, {**_TAKEN, "b.py::test_three": 4}),
        ({"a.py::test_one", "a.py::test_two"}, False, {**_TABLE, **_TAKEN}),
        ({"a.py::test_one"}, True, {**_TABLE, "a.py::test_one": 7}),
        (set(), True, _TABLE),
    ],
)
def test_rows_are_those_of_tests_that_passed_and_of_tests_that_were_left_out(passed, is_whole, expected):
    begun = {"a.py::test_one", "a.py::test_two"}

    assert counts.merged(_TABLE, _TAKEN, passed=passed, begun=begun, is_whole=is_whole) == expected


def test_the_table_is_as_it_would_be_written():
    text = counts.TABLE.read_text()

    assert counts.written(counts.read(text)) == text
    assert {key for key in counts.read(text) if not (_ROOT / key.partition("::")[0]).exists()} == set()

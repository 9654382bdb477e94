"""How the benchmark runs the programs that it needs."""

import sys

import pytest

from bench import programs

pytestmark = pytest.mark.service

_COUNT = [sys.executable, "-c", "import sys; print(len(sys.stdin.read()))"]


def test_a_program_is_given_more_than_a_command_line_holds():
    # A thousand customers with their accounts.
    assert programs.run("count", _COUNT, given="x" * 1_000_000) == "1000000\n"


def test_a_program_that_fails_is_reported_with_its_last_words():
    with pytest.raises(programs.ProgramError, match=r"(?s)^broken failed:.*no such column"):
        programs.run("broken", [sys.executable, "-c", "raise SystemExit('no such column')"])


def test_a_server_that_ends_is_not_waited_for(tmp_path, monkeypatch):
    (tmp_path / "log").mkdir()
    monkeypatch.setenv("VAR_DIR", str(tmp_path))

    with (
        pytest.raises(programs.ProgramError, match=r"broken has ended; see .*bench-broken\.log"),
        programs.web("broken", application="no.such:application"),
    ):
        pass

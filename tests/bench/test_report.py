"""What a run says of its figures, and the code that it ends with."""

import json

import pytest

from bench import __main__ as bench
from bench import report
from bench.report import Line, Target

pytestmark = pytest.mark.service

_AT_LEAST, _AT_MOST = Target(0.5, 0.8), Target(1.5, 1.1, at_most=True)


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Run a benchmark of the lines given, each a part of its own; return its code, what it prints and its file."""
    # The benchmark sets them for the programs that it starts.
    for name in ("WEB_WORKERS", "ALLOW_LOOPBACK_WEBHOOKS"):
        monkeypatch.setenv(name, "")

    def run(*words, **lines):
        parts = {name: lambda found, _, line=line: found.add(line.what, [line]) for name, line in lines.items()}
        path = tmp_path / "deep" / "bench.json"
        code = bench.main([*words, "--output", str(path)], parts=parts)
        return code, capsys.readouterr().out, json.loads(path.read_text())

    return run


@pytest.mark.parametrize(
    ("value", "target", "verdict"),
    [
        (0.49, _AT_LEAST, "MISSED"),
        (0.5, _AT_LEAST, "ok"),
        (0.8, _AT_LEAST, "aim reached"),
        (1.51, _AT_MOST, "MISSED"),
        (1.5, _AT_MOST, "ok"),
        (1.1, _AT_MOST, "aim reached"),
        (9.0, Target(0.5), "ok"),
    ],
)
@pytest.mark.parametrize("against", ["the limit", ""])
def test_a_missed_must_is_printed_and_ends_with_status_1(run, value, target, verdict, against):
    line = Line("the ledger", "17 /s", value, against, target)

    code, told, file = run(line=line)

    assert code == (1 if verdict == "MISSED" else 0)
    assert (f"MISSED: the ledger is {value:.2f}; must" in told) == (verdict == "MISSED")
    assert f": {verdict}" in told
    assert file["missed"] == (["the ledger"] if verdict == "MISSED" else [])
    assert file["sections"]["the ledger"][0]["verdict"] == verdict


def test_a_missed_must_among_others_is_enough(run):
    code, told, file = run(good=Line("good", "1", 1.0, "x", _AT_LEAST), bad=Line("bad", "1", 0.1, "x", _AT_LEAST))

    assert (code, file["missed"]) == (1, ["bad"])
    assert "NOT JUDGED" not in told


def test_a_tiny_run_judges_nothing_and_says_so(run):
    code, told, file = run("--tiny", line=Line("the ledger", "17 /s", 0.1, "the limit", _AT_LEAST))

    assert code == 0
    assert "NOT JUDGED" in told
    assert "MISSED" not in told
    assert (file["judged"], file["sections"]["the ledger"][0]["verdict"]) == (False, "not judged")


def test_a_figure_without_target_is_never_missed(run):
    assert run(line=Line("the limit", "17 /s", 0.0))[0] == 0


def test_parts_run_in_the_order_that_is_asked_for(run):
    lines = {name: Line(name, "1") for name in ("one", "two", "three")}

    assert list(run(**lines)[2]["sections"]) == ["one", "two", "three"]
    assert list(run("--only", "three", "--only", "one", **lines)[2]["sections"]) == ["three", "one"]


def test_a_ratio_is_formed_within_each_round():
    # The machine was half as fast in the second round; the ratio of the medians would be 0.35.
    line = report.rate("core", [40.0, 30.0, 50.0], [100.0, 50.0, 125.0], "limit")

    assert line.value == pytest.approx(0.4)
    assert line.figure == "40 /s ±25 %"


def test_a_rate_without_a_limit_is_judged_by_its_median():
    line = report.rate("wait", [1200.0, 100.0, 1100.0], target=Target(1000, at_most=True), unit="ms")

    assert line.verdict == "MISSED"

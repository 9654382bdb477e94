"""What lets a test fail by chance, found in its source: each exception stands here with its reason."""

import ast
import functools
import pathlib
import re
from collections.abc import Callable, Iterator

import pytest

_ROOT = pathlib.Path(__file__).parents[2]
_PATIENCE, _PLANS = "tests/support/patience.py", "tests/support/plans.py"
_CLOCKS = {"time.monotonic", "time.perf_counter"}
Found = Iterator[ast.AST]

# --- what counts as such ---


def _name(node: ast.AST) -> str:
    """Return the last name of what is called."""
    called = node.func if isinstance(node, ast.Call) else node
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in {int, float}


def _is_elapsed(node: ast.AST) -> bool:
    """Tell whether it is `time.monotonic() - began`."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _reads_clock(node.left)


def _reads_clock(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in _CLOCKS


def limits(tree: ast.AST) -> Found:
    """Yield limits in seconds that are not patience's: how long something took, may take, or is waited for."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE()], comparators=[most]) if _is_elapsed(left):
                if "patience.LONG" not in ast.unparse(most):
                    yield node
            case ast.BinOp(left=left, op=ast.Add(), right=more) if _reads_clock(left):
                if "patience.LONG" not in ast.unparse(more):
                    yield node
            case ast.Call(keywords=[*keywords]) if any(
                each.arg == "timeout" and _is_number(each.value) for each in keywords
            ):
                yield node
            case ast.Call(func=ast.Attribute(attr="wait" | "join" | "result" | "acquire"), args=[most]):
                if _is_number(most):
                    yield node


def sleeps(tree: ast.AST) -> Found:
    """Yield sleeps outside of loops: what shall have happened by then has by chance; `patience.until` waits for it."""
    in_loops = {
        id(node)
        for loop in ast.walk(tree)
        if isinstance(loop, ast.While | ast.For)
        for node in ast.walk(loop)
        if isinstance(node, ast.Call)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) == "sleep" and node.args and id(node) not in in_loops:
            yield node


def plans(tree: ast.AST) -> Found:
    """Yield questions for plans: statements, and `explain()` of rows."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("EXPLAIN"):
            yield node
        if isinstance(node, ast.Call) and _name(node) == "explain" and not node.args:
            yield node


_NOW = {"now", "real_now", "utcnow", "today", "localdate", "localtime"}
_OF_THE_CALENDAR = {"date", "day", "month", "year", "hour", "weekday", "strftime", "isocalendar"}


def days(tree: ast.AST) -> Found:
    """Yield readings of the day or the hour: it may end before what is compared with it is done."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Call() as read, attr=part) if part in _OF_THE_CALENDAR and _name(read) in _NOW:
                yield node
            case ast.FormattedValue(value=ast.Call() as read, format_spec=ast.JoinedStr()) if _name(read) in _NOW:
                yield node
            case ast.Call(func=ast.Attribute(attr="today" | "localdate" | "localtime")):
                yield node


# --- where they stand ---


_WORDS: dict[Callable[[ast.AST], Found], re.Pattern[str]] = {
    limits: re.compile(r"timeout=\d|monotonic|perf_counter|\.(wait|join|result|acquire)\(\d"),
    sleeps: re.compile("sleep"),
    plans: re.compile("EXPLAIN|explain"),
    days: re.compile("|".join(_NOW)),
}
"""Files without such a word are not parsed: to parse all of them takes seconds."""


@functools.cache
def _texts() -> dict[str, str]:
    paths = [path for path in sorted((_ROOT / "tests").rglob("*.py")) if path != pathlib.Path(__file__)]
    return {path.relative_to(_ROOT).as_posix(): path.read_text() for path in paths}


@functools.cache
def _tree(path: str) -> ast.Module:
    return ast.parse(_texts()[path])


def _places(find: Callable[[ast.AST], Found], *, but: str = "", unless: str = "") -> set[str]:
    """Return the functions that hold what is looked for, as `file::function`; of what is nested, the outermost.

    Left out are the file `but`, and functions that take the fixture `unless`, themselves or with their file.
    """
    places = set()
    for path in (path for path, text in _texts().items() if _WORDS[find].search(text)):
        tree = _tree(path)
        lines = {node.lineno for node in find(tree) if isinstance(node, ast.expr)}
        if not lines or path == but or (unless and _marks(tree, unless)):
            continue
        for line in lines:
            around = _outermost(tree, line)
            if not (unless and around and unless in _signature(around)):
                places.add(f"{path}::{around.name if around else ''}")
    return places


def _outermost(tree: ast.Module, line: int) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return min(around, key=lambda node: node.lineno, default=None)


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    return " ".join(map(ast.unparse, [node.args, *node.decorator_list]))


def _marks(tree: ast.Module, fixture: str) -> bool:
    """Tell whether all tests of a file take a fixture."""
    marks = [
        node for node in tree.body if isinstance(node, ast.Assign) and "pytestmark" in ast.unparse(node.targets[0])
    ]
    return any(fixture in ast.unparse(mark.value) for mark in marks)


_LONGER_IS_THE_SAME = "time goes by, and more of it changes nothing"
_UNDER_WAY = "keeps something under way for a moment; that it is, is not asked"
LIMITS = {
    "tests/support/processes/worker.py::_advance": "a run that takes so long has left work to the next",
    "tests/compliance/documents/test_races.py::test_a_document_that_is_being_submitted_is_not_deleted_meanwhile": (
        "shows that somebody still waits"
    ),
    "tests/concurrency/test_ledger_check.py::test_no_false_alarm_while_payments_move": "how long it plays",
    "tests/docs/stories.py::_long": "seconds of a platform's clock",
    "tests/docs/stories.py::_unused": "seconds of a platform's clock",
    "tests/faults/test_leases.py::test_a_call_that_goes_on_after_its_batch_keeps_its_lease": (
        "nothing may happen meanwhile"
    ),
    "tests/faults/test_leases.py::test_a_step_that_outlasts_its_lease_keeps_it": "nothing may happen meanwhile",
    "tests/faults/test_moody_rails.py::test_a_rail_that_hangs_delays_nothing_but_what_it_was_told": (
        "half of what the step would be held for, and thirty times what the run takes"
    ),
    "tests/faults/test_neighbours.py::test_a_callback_that_is_not_answered_delays_no_other_and_no_task": (
        "one after the other the callbacks that hang would take twenty seconds; the call takes none"
    ),
    "tests/faults/test_processes.py::test_a_stopped_process_goes_on_and_nothing_is_lost": "how long it is stopped",
    "tests/launch/test_watchdog.py::test_a_forked_process_that_stands_still_is_killed_by_the_one_that_forked_it": (
        "shows that nothing ends"
    ),
    "tests/support/servers/services.py::_once": "a request that a killed process had is sent again",
    "tests/webhooks/delivery/test_faults.py::storm": "how long it kills",
}
SLEEPS = {
    "tests/conftest.py::within_an_hour": "until the next hour",
    "tests/faults/test_kill.py::run_transfers_under_fire": _UNDER_WAY,
    "tests/faults/test_poison_elsewhere.py::fetch": "hangs, and is cut off",
    "tests/faults/test_processes.py::test_a_stopped_process_goes_on_and_nothing_is_lost": _LONGER_IS_THE_SAME,
    "tests/launch/test_run.py::_stacks": "only tells more of a failure",
    "tests/launch/test_watchdog.py::test_a_web_process_whose_threads_are_stuck_gives_no_signs": _LONGER_IS_THE_SAME,
    "tests/platforms/base/test_jobs.py::test_a_hundred_rings_are_few_messages_and_the_bell_rings_on": (
        _LONGER_IS_THE_SAME
    ),
    "tests/platforms/base/test_jobs.py::test_a_ring_is_heard_after_the_commit_and_not_before": _LONGER_IS_THE_SAME,
    "tests/platforms/base/test_jobs.py::test_a_ring_of_work_that_was_rolled_back_is_not_heard": _LONGER_IS_THE_SAME,
    "tests/platforms/database/test_batches.py::_execute": _UNDER_WAY,
    "tests/platforms/http/test_rate_limit.py::test_a_refused_write_changes_nothing_and_may_be_sent_again": (
        _LONGER_IS_THE_SAME
    ),
    "tests/platforms/http/test_rate_limit.py::test_the_bucket_fills_again": _LONGER_IS_THE_SAME,
    "tests/support/servers/paying.py::_ask": "a pause before the next request",
    "tests/support/servers/webhook_receiver.py::take": "as slow as a test wants it",
    "tests/webhooks/delivery/test_client.py::test_a_status_counts_even_when_its_body_never_ends": (
        "hangs, and is cut off"
    ),
    "tests/webhooks/delivery/test_concurrency_limit.py::come": _UNDER_WAY,
    "tests/webhooks/delivery/test_concurrency_limit.py::test_a_waiting_sender_joins_when_others_make_room": (
        _LONGER_IS_THE_SAME
    ),
    "tests/webhooks/delivery/test_faults.py::test_a_call_reaches_every_process_of_a_worker": _LONGER_IS_THE_SAME,
    "tests/webhooks/delivery/test_faults.py::test_stale_sweeps_are_not_in_front_of_a_wake_up": _LONGER_IS_THE_SAME,
    "tests/webhooks/delivery/test_order.py::"
    "test_one_event_of_a_resource_is_under_way_at_a_time_however_many_senders_there_are": _UNDER_WAY,
    "tests/webhooks/delivery/test_waking.py::"
    "test_an_event_that_is_put_aside_while_its_predecessor_comes_through_is_due": _LONGER_IS_THE_SAME,
    "tests/webhooks/delivery/test_waking.py::"
    "test_an_event_whose_predecessor_is_just_coming_through_is_not_put_aside": _LONGER_IS_THE_SAME,
    "tests/webhooks/developer/test_listen.py::test_what_happens_while_the_network_is_cut_arrives_afterwards": (
        _LONGER_IS_THE_SAME
    ),
}
DAYS = {
    "tests/backoffice/access/bank_cases.py::_compare": "any day does",
    "tests/backoffice/access/test_actions.py::_proposed_before": "any day within a year does",
    "tests/backoffice/access/test_audit.py::_accept_hit": "any day within a year does",
    "tests/compliance/owners/test_refused_owners.py::": "three days from the birthday that matters",
    "tests/banks/statements/test_files.py::test_contents_that_no_row_names_are_erased_after_a_day": ("names a folder"),
    "tests/docs/reference/story.py::_reports": "names and types of what any day has are compared",
    "tests/backoffice/month_end/test_statement_runs.py::entered": "the days on either side belong to it",
    "tests/banks/statements/test_rules.py::today": "any day does that has begun",
    "tests/support/payments/month_ends.py::month_before": "months that are over stay over",
    "tests/banks/statements/world.py::": "any day does that has begun",
    "tests/payments/rates/test_feed.py::test_a_snapshot_is_made_only_when_something_has_changed": "`bank` waits",
    "tests/payments/rates/test_feed.py::test_after_easter_rates_are_not_too_old": "`bank` waits",
}


def test_a_limit_in_seconds_is_patience():
    assert _places(limits, but=_PATIENCE) == LIMITS.keys(), "take patience.LONG, or count"


def test_what_is_waited_for_is_asked_for():
    assert _places(sleeps, but=_PATIENCE) == SLEEPS.keys(), "wait with patience.until"


def test_plans_are_asked_for_in_one_place_that_says_what_they_rest_on():
    assert _places(plans, but=_PLANS) == set(), "take tests.support.plans.planned"


def test_the_day_is_read_within_an_hour():
    assert _places(days, unless="within_an_hour") == DAYS.keys(), "take the fixture within_an_hour"


@pytest.mark.parametrize(
    ("find", "source"),
    [
        (limits, "assert time.monotonic() - began < 10"),
        (limits, "until = time.monotonic() + 5"),
        (limits, "process.communicate(timeout=30)"),
        (limits, "thread.join(5)"),
        (sleeps, "time.sleep(1)\nassert done"),
        (plans, "cursor.execute(f'EXPLAIN {sql}')"),
        (plans, "rows.explain()"),
        (days, "clock.real_now().date()"),
        (days, "f'{clock.real_now():%d}'"),
        (days, "dt.date.today()"),
    ],
)
def test_control_each_is_found(find, source):
    assert len(list(find(ast.parse(source)))) == 1


@pytest.mark.parametrize(
    ("find", "source"),
    [
        (limits, "assert time.monotonic() - began < patience.LONG / 5"),
        (limits, "assert time.monotonic() - began >= 5"),
        (limits, "thread.join(patience.LONG); ', '.join(names)"),
        (sleeps, "while not done():\n    time.sleep(0.1)"),
        (plans, "book.explain('EUR', 'USD')"),
        (days, "clock.real_now() - dt.timedelta(1)"),
    ],
)
def test_control_other_things_are_not(find, source):
    assert list(find(ast.parse(source))) == []

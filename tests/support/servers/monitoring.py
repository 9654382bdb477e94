"""Alarms judged by promtool: scrapes from before a fault and while it lasts, played as Prometheus reads them."""

import json
import os
import pathlib
import shutil
import subprocess
from collections.abc import Collection, Mapping, Sequence

import pytest
from prometheus_client.parser import text_string_to_metric_families

from config.launch import environment
from config.metrics import endpoint, figures
from platforms.base import clock

SAMPLES = pathlib.Path(environment.PROJECT) / "docs" / "samples"
RULES = SAMPLES / "prometheus-rules.yml"
STEP_SECONDS = 5
"""As prometheus.yml scrapes and evaluates."""
_STEPS = 12
"""So many before the fault, and while it lasts: a minute each."""
_TARGET = {"job": "payments", "instance": "payments-web-1:8000"}
_UP = ("up", ())
Key = tuple[str, tuple[tuple[str, str], ...]]
Scrape = Mapping[Key, float]
"""Values by name and labels, and the time of the scrape."""
_NOW: Key = ("now", ())
_DISK: Key = ("payments_disk_free_ratio", ())
_HALF_FREE = 0.5
OUT_OF_REACH: Scrape = {_UP: 0.0}
_RENEWED = "payments_commit_age_seconds"
"""An age that the scrape itself renews: it stays small while the database commits."""


def promtool() -> str:
    """Where promtool is; without one the test is skipped, which CI counts as a failure."""
    found = shutil.which("promtool")
    if found is None:
        if os.environ.get("REQUIRE_PROMTOOL"):
            pytest.fail("no promtool was found, and REQUIRE_PROMTOOL is set")
        pytest.skip("no promtool on this machine (Debian: prometheus); REQUIRE_PROMTOOL=1 makes that a failure")
    return found


def run(*words: str) -> None:
    """Run promtool; fail with what it says."""
    done = subprocess.run([promtool(), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def read() -> Scrape:
    """Scrape in this process."""
    figures._last = (0.0, [])
    found: dict[Key, float] = {_UP: 1.0, _NOW: clock.real_now().timestamp()}
    for family in text_string_to_metric_families(endpoint.text().decode()):
        for sample in family.samples:
            if sample.name.startswith("payments_") and not sample.name.endswith(("_bucket", "_sum", "_created")):
                found[sample.name, tuple(sorted(sample.labels.items()))] = sample.value
    if _DISK in found:
        # How full the disk is on which the tests run is no fault of the service.
        found[_DISK] = _HALF_FREE
    return found


def assert_fires(before: Scrape, during: Scrape, alarms: Collection[str], *, folder: pathlib.Path) -> None:
    """Assert that nothing fires before the fault, and a minute after its beginning these alarms and no others."""
    series = [
        {"series": _named(key), "values": _played(key, before, during)} for key in sorted({*before, *during} - {_NOW})
    ]
    _judge(series, {f"{STEP_SECONDS * (_STEPS - 1)}s": [], f"{2 * STEP_SECONDS * _STEPS}s": alarms}, folder=folder)


def assert_silent(day: Sequence[Scrape], *, folder: pathlib.Path) -> None:
    """Assert that no alarm fires in 24 hours in which the scrapes follow each other, half a minute apart."""
    steps = 24 * 120
    series = []
    for key in sorted({key for scrape in day for key in scrape} - {_NOW}):
        values = [_at(key[0], day, key, number) for number in range(steps)]
        series.append({"series": _named(key), "values": " ".join(values)})
    asked = [{"expr": 'count_over_time(ALERTS{alertstate="firing"}[24h])', "eval_time": "24h", "exp_samples": []}]
    _test(series, asked, interval="30s", folder=folder)


def _at(name: str, day: Sequence[Scrape], key: Key, number: int) -> str:
    scrape = day[number % len(day)]
    value = scrape.get(key)
    if value is None:
        return "_"
    if name.endswith("_timestamp_seconds"):
        return f"{30 * number + value - scrape[_NOW]:.0f}"
    if name.endswith(("_count", "_total")):
        # What was counted between the scrapes, again in each round.
        begin = day[0].get(key, 0.0)
        return f"{value - begin + (number // len(day)) * (day[-1].get(key, 0.0) - begin):.0f}"
    return f"{value:.9g}"


def _played(key: Key, before: Scrape, during: Scrape) -> str:
    """Return the values of a series in promtool's words, as they would go on.

    A time that is the same in two scrapes stands still; an age that has grown goes on growing; what was counted in
    between is counted again with each scrape.
    """
    name, old, new = key[0], before.get(key), during.get(key)
    if name.endswith("_timestamp_seconds"):
        return _times(old, new, before.get(_NOW, 0.0))
    first = "_x12" if old is None else f"{old:.9g}+0x11"
    if new is None:
        return f"{first} stale _x12"
    if name.endswith(("_count", "_total")):
        grown = new - (old or 0.0)
        return f"{first} {new:.9g}+{grown:.9g}x12"
    grows = name.endswith("_age_seconds") and name != _RENEWED and new > (old or 0.0)
    return f"{first} {new:.9g}+{STEP_SECONDS if grows else 0}x12"


def _times(old: float | None, new: float | None, scraped_at: float) -> str:
    """Return the values of a time. Of promtool's clock the first scrape is the beginning."""
    begin = (scraped_at if old is None else old) - scraped_at
    end = begin + STEP_SECONDS * (_STEPS - 1)
    first = "_x12" if old is None else f"{begin:.3f}+{STEP_SECONDS}x11"
    if new is None:
        return f"{first} stale _x12"
    return f"{first} {end:.3f}+{0 if new == old else STEP_SECONDS}x12"


def _named(key: Key) -> str:
    labels = ",".join(f"{name}={json.dumps(value)}" for name, value in [*key[1], *_TARGET.items()])
    return f"{key[0]}{{{labels}}}"


def _judge(series: list[dict[str, str]], expected: Mapping[str, Collection[str]], *, folder: pathlib.Path) -> None:
    asked = [
        {
            "expr": 'max by (alertname) (ALERTS{alertstate="firing"})',
            "eval_time": at,
            "exp_samples": [{"labels": f'{{alertname="{name}"}}', "value": 1} for name in sorted(alarms)],
        }
        for at, alarms in expected.items()
    ]
    _test(series, asked, interval=f"{STEP_SECONDS}s", folder=folder)


def _test(series: object, asked: object, *, interval: str, folder: pathlib.Path) -> None:
    played = {"interval": interval, "input_series": series, "promql_expr_test": asked}
    file = folder / "alarms.yml"
    # JSON is YAML.
    told = {"rule_files": [str(RULES)], "evaluation_interval": interval, "tests": [played]}
    file.write_text(json.dumps(told, ensure_ascii=False))
    run("test", "rules", str(file))

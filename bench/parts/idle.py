"""The cost of an idle instance: processor time and memory of all its processes."""

import time

from bench import instance, report
from bench.size import Size


def measure(found: report.Report, size: Size) -> None:
    """Measure the second start of an instance: the first one compiles, which takes memory. A tiny run has one start."""
    with instance.fresh(has_packages=True, has_source=not size.is_judged) as home:
        if size.is_judged:
            with instance.run(home):
                pass
        with instance.run(home) as running:
            print(f"· Looking at an idle instance for {size.idle_seconds:.0f} s", flush=True)
            time.sleep(size.settle_seconds)
            before, began = instance.used(running.pid), time.monotonic()
            time.sleep(size.idle_seconds)
            after, seconds = instance.used(running.pid), time.monotonic() - began
            memory = instance.memory(running.pid)
    percent = {name: (spent - before.get(name, 0.0)) / seconds * 100 for name, spent in after.items()}
    found.add(f"Rest: an idle instance over {seconds:.0f} s, all processes together", _lines(percent, memory))
    found.add("Rest: by process", [_of_process(name, percent[name], memory.get(name, 0.0)) for name in percent])


def _lines(percent: dict[str, float], memory: dict[str, float]) -> list[report.Line]:
    busy, size = sum(percent.values()), sum(memory.values())
    return [
        report.Line("processor", f"{busy:.2f} % of a core", busy, target=report.Target(1.5, at_most=True)),
        report.Line(
            "memory, proportional set size",
            f"{size:.0f} MB",
            size,
            target=report.Target(520, 400, at_most=True),
        ),
    ]


def _of_process(name: str, percent: float, memory: float) -> report.Line:
    return report.Line(name, f"{percent:.2f} %, {memory:.0f} MB")

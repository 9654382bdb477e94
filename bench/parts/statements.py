"""A bank's statement of very many lines, read, stored and matched by one process of a worker.

Another process makes the file, so that the peak of memory is that of the worker's step.
"""

from bench import child, cpu, databases, report
from bench.size import Size

_LINES_PER_SECOND = 100_000 / 60


def measure(found: report.Report, size: Size) -> None:
    """Apply one file, and report time, processor time and memory."""
    with databases.fresh("statements") as url:
        print(f"· Making a statement of {size.lines:,} lines", flush=True)
        child.call("bank_file", url, lines=size.lines)
        meter = cpu.Meter()
        before = meter.database()
        done = child.call("bank_lines", url)
        database = meter.database() - before
    lines = int(done["lines"])
    found.add(
        f"Bank statements: a camt.053 of {lines:,} lines",
        [
            report.Line(
                "read, stored and matched",
                f"{done['seconds']:.1f} s, {lines / done['seconds']:,.0f} lines/s",
                lines / done["seconds"],
                target=report.Target(_LINES_PER_SECOND),
                note=f"by rule {100 * done['matched'] / lines:.1f} %; {done['waiting']:.0f} lines wait for people",
            ),
            report.Line("processor time of the worker", f"{done['processor']:.1f} s"),
            report.Line("processor time of the database beside it", f"{database:.1f} s"),
            report.Line(
                "memory of the worker, at most",
                f"{done['more'] / 1024:.0f} MB more than the {done['before'] / 1024:.0f} MB before",
            ),
        ],
    )

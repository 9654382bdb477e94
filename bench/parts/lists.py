"""Lists stay flat: the same requests against a small and a large database, in turns."""

import dataclasses
from typing import Any

from bench import child, databases, load, programs, report, rounds
from bench.size import Size


def measure(found: report.Report, size: Size) -> None:
    """Compare the p95 of each list between the two sizes; one request at a time, so that only the answer counts."""
    with databases.fresh("small") as small_url, databases.fresh("large") as large_url:
        small = child.call("data", small_url, transactions=size.small, customers=size.small)
        large = load_large(large_url, size)
        lines = [report.Line("loading the large database", f"{large['seconds']:.0f} s")]
        few, many = _buffers(small_url, small), _buffers(large_url, large)
        with (
            programs.web("small", variables={"DATABASE_URL": small_url}) as small_web,
            programs.web("large", variables={"DATABASE_URL": large_url}) as large_web,
        ):
            for name in small["paths"]:
                print(f"\r· Asking for {name:<40}", end="", flush=True)
                sides = _side(name, small_web, small), _side(name, large_web, large)
                line = rounds.compare(name, *sides, status=200, turns=size.turns)
                note = f"{line.note}; buffers {many[name]:,} against {few[name]:,}"
                lines.append(dataclasses.replace(line, note=note))
        print("\r" + " " * 60 + "\r", end="")
    title = (
        f"Lists: {size.transactions:,} transactions, {size.many_customers:,} customers against {size.small:,} of each"
    )
    found.add(title, lines)


def load_large(url: str, size: Size) -> Any:
    """Fill the large database; return the result of `bench.children.data`."""
    print(f"· Loading {size.transactions:,} transactions", flush=True)
    return child.call("data", url, transactions=size.transactions, customers=size.many_customers)


def _buffers(url: str, data: Any) -> dict[str, int]:
    found: dict[str, int] = child.call("buffers", url, paths=data["paths"], headers=data["headers"])
    return found


def _side(name: str, web: programs.Web, data: Any) -> rounds.Side:
    return rounds.Side(web, load.request("GET", data["paths"][name], headers=data["headers"]))

"""What the doctor found, in short."""

from collections.abc import Iterable

from config.doctor.findings import Finding


def levels(found: Iterable[Finding]) -> list[str]:
    return [f"{one.level.name} {one.check}" for one in found]

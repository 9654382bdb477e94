"""Lines of a file, kept from its reading until they are applied: encrypted, in a temporary file without a name.

Readers find a wrong total at the end of a file only, and reading takes several times as long as this.
"""

import datetime as dt
import tempfile
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

import orjson

from banks.formats.records import Detail, Line, LineKind
from platforms.encryption import encryption

_AT_ONCE_BYTES = 2**18
"""Of lines that are encrypted at once."""
_IN_MEMORY_BYTES = 2**20
_LENGTH_BYTES = 8
_CONTEXT = "lines of a bank's statement"


class KeptLines:
    """Lines, each with the number of its statement in the file, from 0."""

    def __init__(self) -> None:
        """Keep none yet."""
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)  # noqa: SIM115 - closed with this
        self._open: list[bytes] = []
        self._size = 0

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Forget the lines."""
        self._file.close()

    def take(self, statement: int, line: Line) -> None:
        """Keep a line."""
        said = orjson.dumps((statement, line))
        self._open.append(said)
        self._size += len(said)
        if self._size >= _AT_ONCE_BYTES:
            self._write()

    def clear(self) -> None:
        """Forget the lines: others are taken."""
        self._file.seek(0)
        self._file.truncate()
        self._open, self._size = [], 0

    def __iter__(self) -> Iterator[tuple[int, Line]]:
        """Yield the lines in their order, once all were taken."""
        self._write()
        self._file.seek(0)
        while length := int.from_bytes(self._file.read(_LENGTH_BYTES)):
            for said in encryption.decrypt(self._file.read(length), context=_CONTEXT).splitlines():
                statement, line = orjson.loads(said)
                yield statement, _line(line)

    def _write(self) -> None:
        """Write what was taken since the last time."""
        content = encryption.encrypt(b"\n".join(self._open), context=_CONTEXT)
        self._file.write(len(content).to_bytes(_LENGTH_BYTES))
        self._file.write(content)
        self._open, self._size = [], 0


def _line(said: dict[str, Any]) -> Line:
    said["kind"] = LineKind(said["kind"])
    said["details"] = tuple(Detail(**one) for one in said["details"])
    for name in ("booked_on", "value_on"):
        said[name] = said[name] and dt.date.fromisoformat(said[name])
    return Line(**said)

"""pain.002, a bank's status reports on our files: version .03 and newer, streamed."""

import dataclasses
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from banks.formats.elements import Reader, reader_of, walk
from banks.formats.lines import Bounded, Source
from banks.formats.records import DamagedFile, Level, Status

_MESSAGE = re.compile(r"pain\.002\.00[123]\.(\d\d)")
"""002 and 003 are those of the German banks."""
_OLDEST = 3
_PART, _PAYMENT = 3, 4


def read(source: Source) -> Iterator[Status]:
    """Yield the answers of a report: on the file, then on each batch and its payments.

    A payment without a status of its own has that of its batch, or of the file. Raises DamagedFile, possibly after the
    last answer.
    """
    bounded = Bounded(source)
    report: _Report | None = None
    for begins, stack in walk(bounded, down_to=_PAYMENT):
        name = stack[-1].tag.rpartition("}")[2]
        if report is None or (begins and len(stack) == 1):
            report = _Report(_message(stack[0].tag))
        elif len(stack) == 1 and report.file is None:
            raise DamagedFile("the message", "OrgnlGrpInfAndSts is missing")
        elif len(stack) == _PAYMENT and name == "TxInfAndSts":
            yield from report.begin_batch(stack[-2])
            if not begins:
                yield report.payment(stack[-1])
                stack[-2].clear()
                bounded.done()
        elif not begins and len(stack) == _PART and name == "OrgnlGrpInfAndSts":
            yield from report.begin(stack[-1])
        elif not begins and len(stack) == _PART and name == "OrgnlPmtInfAndSts":
            yield from report.begin_batch(stack[-1])
            report.end_batch()
            stack[-2].clear()


def _message(tag: str) -> Reader:
    reader = reader_of(tag)
    found = _MESSAGE.fullmatch(reader.message)
    if reader.message and (found is None or int(found[1]) < _OLDEST):
        raise DamagedFile("the first element", "it is no pain.002 of version 03 or newer")
    return reader


class _Report:
    """A report while it is read: the answers on the file, and on the open batch."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.file: Status | None = None
        self._batch: Status | None = None
        self._number = 0

    def begin(self, element: ET.Element) -> Iterator[Status]:
        """Yield the answer on the file, if there is one."""
        message_id = self._reader.text(element, "OrgnlMsgId")
        self.file = self._status(element, Level.FILE, "GrpSts", place="the file", message_id=message_id)
        if self.file.status:
            yield self.file

    def begin_batch(self, element: ET.Element) -> Iterator[Status]:
        """Yield the answer on the batch, if there is one, the first time."""
        if self._batch:
            return
        if self.file is None:
            raise self._reader.damaged("OrgnlGrpInfAndSts", "it is missing, or comes late")
        batch_id = self._reader.text(element, "OrgnlPmtInfId")
        self._batch = self._status(
            element,
            Level.BATCH,
            "PmtInfSts",
            place=f"batch {batch_id}",
            message_id=self.file.message_id,
            batch_id=batch_id,
        )
        if self._batch.status:
            yield self._batch

    def payment(self, element: ET.Element) -> Status:
        """Return the answer on a payment of the batch."""
        assert self.file is not None
        assert self._batch is not None
        self._number += 1
        said = self._status(
            element,
            Level.PAYMENT,
            "TxSts",
            place=f"payment {self._number}, of {self._batch.place}",
            message_id=self.file.message_id,
            batch_id=self._batch.batch_id,
        )
        status = said.status or self._batch.status or self.file.status
        if not status:
            raise DamagedFile(said.place, "neither it, nor its batch, nor the file has a status")
        return dataclasses.replace(said, status=status)

    def end_batch(self) -> None:
        """Forget the batch."""
        self._batch = None

    def _status(
        self, element: ET.Element, level: Level, path: str, *, place: str, message_id: str, batch_id: str | None = None
    ) -> Status:
        reader = self._reader
        reasons = (reader.maybe(one, "Rsn/Cd", "Rsn/Prtry") for one in reader.all(element, "StsRsnInf"))
        return Status(
            place=place,
            level=level,
            message_id=message_id,
            status=reader.maybe(element, path) or "",
            batch_id=batch_id,
            end_to_end_id=reader.maybe(element, "OrgnlEndToEndId"),
            instruction_id=reader.maybe(element, "OrgnlInstrId"),
            reasons=tuple(code for code in reasons if code),
            reason_text=" ".join(reader.texts(element, "StsRsnInf/AddtlInf")),
        )

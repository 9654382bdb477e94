"""pain.002, the bank's reports on payment files."""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from practice.bank.markup import add, content_of, document

_REPORTS = {"pain.001.001.03": "pain.002.001.03", "pain.008.001.02": "pain.002.001.03"}
_NEWER = "pain.002.001.12"
REJECTED, ACCEPTED, SETTLED, IN_PART = "RJCT", "ACCP", "ACSC", "PART"


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """A status of ISO 20022, with a reason for a rejection."""

    status: str
    code: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class OfBatch:
    """The verdicts on a batch: on the whole batch, and by end-to-end id on payments."""

    batch_id: str
    whole: Verdict | None
    payments: Sequence[tuple[str, Verdict]] = ()


def report(
    *,
    id_: str,
    created: dt.datetime,
    message: str,
    message_id: str,
    whole: Verdict | None,
    batches: Sequence[OfBatch] = (),
) -> bytes:
    """Return the report on the file with this message id."""
    root = document(_REPORTS.get(message, _NEWER))
    body = add(root, "CstmrPmtStsRpt")
    header = add(body, "GrpHdr")
    add(header, "MsgId", id_)
    add(header, "CreDtTm", created.strftime("%Y-%m-%dT%H:%M:%SZ"))
    group = add(body, "OrgnlGrpInfAndSts")
    add(group, "OrgnlMsgId", message_id)
    add(group, "OrgnlMsgNmId", message)
    _say(group, "GrpSts", whole)
    for batch in batches:
        part = add(body, "OrgnlPmtInfAndSts")
        add(part, "OrgnlPmtInfId", batch.batch_id)
        _say(part, "PmtInfSts", batch.whole)
        for end_to_end_id, verdict in batch.payments:
            payment = add(part, "TxInfAndSts")
            add(payment, "OrgnlEndToEndId", end_to_end_id)
            _say(payment, "TxSts", verdict)
    return content_of(root)


def _say(element: ET.Element, name: str, verdict: Verdict | None) -> None:
    if verdict is None:
        return
    add(element, name, verdict.status)
    if verdict.code:
        add(element, "StsRsnInf/Rsn/Cd", verdict.code)

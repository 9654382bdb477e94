"""camt and pain.002 in envelopes and namespaces, entries of reversals by either side, and messages that say nothing."""

import io

import pytest

from banks.formats import answers, statements
from banks.formats.records import DamagedFile, Line, Reversals, ReversedSides
from banks.statements import contents
from banks.statements.contents import FileFormat
from tests.banks.formats import messages

CAMT = "camt.053.001.08"
STANDARD = f"<Document xmlns='urn:iso:std:iso:20022:tech:xsd:{CAMT}'>"
HEADER = (
    "<AppHdr xmlns='urn:iso:std:iso:20022:tech:xsd:head.001.001.02'><Fr><FIId/></Fr>"
    f"<BizMsgIdr>B1</BizMsgIdr><MsgDefIdr>{CAMT}</MsgDefIdr></AppHdr>"
)


def _read(text: str, **options):
    return list(statements.read(io.BytesIO(text.encode()), **options))


def _body(text: str) -> str:
    return text[text.index("<Document") :]


def _prefixed(text: str, prefix: str, root: str) -> str:
    inner = _body(text).removeprefix(STANDARD)
    return f"<{prefix}:Document {root}>" + inner.replace("</", f"<!/{prefix}:").replace("<", f"<{prefix}:").replace(
        f"<{prefix}:!/", "</"
    )


ENVELOPES = {
    "with the header of a business message": lambda text: (
        f"<BizMsgEnvlpe xmlns='urn:iso:std:iso:20022:tech:xsd:nvlp.001.001.01'><Hdr>{HEADER}</Hdr>"
        f"<Doc>{_body(text)}</Doc></BizMsgEnvlpe>"
    ),
    "of a service": lambda text: (
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header/><s:Body>"
        f"{_body(text)}</s:Body></s:Envelope>"
    ),
    "of SWIFT": lambda text: (
        f"<Saa:DataPDU xmlns:Saa='urn:swift:saa:xsd:saa.2.0'><Saa:Body>{HEADER}{_body(text)}</Saa:Body></Saa:DataPDU>"
    ),
    "none, in SWIFT's namespace": lambda text: text.replace("urn:iso:std:iso:20022:tech:xsd:", "urn:swift:xsd:"),
    "none, in SWIFT's older namespace": lambda text: text.replace("urn:iso:std:iso:20022:tech:xsd:", "urn:swift:xsd:$"),
    "none, and no namespace": lambda text: text.replace(f" xmlns='urn:iso:std:iso:20022:tech:xsd:{CAMT}'", ""),
    "none, and a prefix": lambda text: _prefixed(text, "ns2", f"xmlns:ns2='urn:iso:std:iso:20022:tech:xsd:{CAMT}'"),
}


@pytest.mark.parametrize("envelope", ENVELOPES.values(), ids=ENVELOPES)
def test_a_message_is_read_in_any_envelope_and_namespace(envelope):
    text = messages.camt(CAMT, [messages.line(1), messages.line(2, is_credit=False)])
    wrapped = envelope(text)

    assert contents.format_of(io.BytesIO(wrapped.encode())) is FileFormat.CAMT
    assert _read(wrapped) == _read(text)
    with pytest.raises(DamagedFile, match=r"differ by 0\.01"):
        _read(wrapped.replace("123.45", "123.46", 1))


@pytest.mark.parametrize("message", ["pain.002.001.03", "pain.002.003.03", "pain.002.001.10"])
def test_a_report_is_read_in_an_envelope_without_a_namespace_and_of_german_banks(message):
    text = messages.pain_002(message)
    expected = list(answers.read(io.BytesIO(text.encode())))
    forms = [
        f"<Envlp>{HEADER}{_body(text)}</Envlp>",
        text.replace(f' xmlns="urn:iso:std:iso:20022:tech:xsd:{message}"', ""),
    ]

    for form in forms:
        assert contents.format_of(io.BytesIO(form.encode())) is FileFormat.PAIN_002
        assert list(answers.read(io.BytesIO(form.encode()))) == expected


def test_several_messages_of_one_envelope_are_read():
    text = messages.camt(CAMT, [messages.line(1)])
    empty = "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'><BkToCstmrStmt/></Document>"

    assert _read(f"<All>{_body(text)}{_body(text)}</All>") == [*_read(text), *_read(text)]
    with pytest.raises(DamagedFile, match="it has no statement"):
        _read(f"<All>{_body(text)}{empty}</All>")
    with pytest.raises(DamagedFile, match="it is no message"):
        _read("<All><Nothing/></All>")
    with pytest.raises(DamagedFile, match="nested deeper"):
        _read("<a>" * 80 + _body(text) + "</a>" * 80)


def _reversals(*, whose: str) -> str:
    """Return a statement with a credit that was reversed, and a debit that was."""
    lines = [
        messages.line(1, amount=500, is_credit=False, is_reversal=True, details=()),
        messages.line(2, amount=700, is_reversal=True, details=()),
        messages.line(3, amount=100, details=()),
    ]
    text = messages.camt(CAMT, lines)
    if whose == "the original's":
        for side, other in (("DBIT", "CRDT"), ("CRDT", "DBIT")):
            text = text.replace(f"<CdtDbtInd>{side}</CdtDbtInd><RvslInd>true", f"<!>{other}</CdtDbtInd><RvslInd>true")
        text = text.replace("<!>", "<CdtDbtInd>")
    return text


def _moved(records) -> list[int]:
    return [one.amount if one.is_credit else -one.amount for one in records if isinstance(one, Line)]


def test_balances_tell_which_side_the_entry_of_a_reversal_has():
    assert _moved(_read(_reversals(whose="its own"))) == [-500, 700, 100]

    text = _reversals(whose="the original's")
    with pytest.raises(ReversedSides, match=r"differ by 4\.00"):
        _read(text)
    assert _moved(_read(text, reversals=Reversals.ORIGINALS_SIDE)) == [-500, 700, 100]
    with pytest.raises(DamagedFile, match=r"differ by 3\.99") as refused:
        _read(text.replace(">1.00<", ">1.01<"))
    assert not isinstance(refused.value, ReversedSides)


def test_balances_in_two_currencies_are_refused():
    text = messages.camt(CAMT, [messages.line(1)])
    closing = "<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy='EUR'>"
    assert closing in text

    with pytest.raises(DamagedFile, match="two currencies"):
        _read(text.replace(closing, closing.replace("EUR", "USD")))


def test_a_statement_that_says_nothing_is_refused_and_one_of_a_day_without_movement_is_read():
    text = messages.camt(CAMT, [])
    start, end = text.index("<Bal>"), text.rindex("</Bal>") + len("</Bal>")

    assert len(_read(text)) == 3
    with pytest.raises(DamagedFile, match="says nothing"):
        _read(text[:start] + text[end:])
    report = messages.camt("camt.052.001.08", [])
    start, end = report.index("<Bal>"), report.rindex("</Bal>") + len("</Bal>")
    assert len(_read(report[:start] + report[end:])) == 1

"""camt.052 to .054 and pain.002: what banks send, in every shape of it, and no damage that crashes."""

import contextlib
import dataclasses
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banks.formats import answers, lines, statements
from banks.formats.records import Balance, BalanceKind, DamagedFile, Level, LineKind, Statement, StatementKind
from tests.banks.formats import messages, schemas

MESSAGES = [f"camt.05{kind}.001.{version}" for kind in "234" for version in ("02", "04", "08", "14")]


def _read(text, encoding="utf-8"):
    return list(statements.read(io.BytesIO(text.encode(encoding))))


FEE = messages.line(2, kind=LineKind.FEE, is_credit=False, amount=550, code="ACMT/MDOP/CHRG", details=())
RETURN = messages.line(3, code="PMNT/ICDT/RRTN", details=(messages.detail(reason="AC04"),))
MANY = messages.line(
    4,
    kind=LineKind.DEBIT,
    is_credit=False,
    amount=300,
    details=(messages.detail(amount=100), messages.detail(amount=200, end_to_end_id="P2")),
)
PENDING = messages.line(5, is_booked=False)
REVERSAL = messages.line(6, kind=LineKind.DEBIT, is_credit=False, is_reversal=True)
LINES = [messages.line(1), FEE, RETURN, MANY, PENDING, REVERSAL]


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_of_any_version_yields_its_lines(message):
    text = messages.camt(message, LINES)
    schemas.schema(message).validate(text)

    head, *rest = _read(text)
    balances = [one for one in rest if isinstance(one, Balance)]

    assert isinstance(head, Statement)
    assert head.kind is {"2": StatementKind.REPORT, "3": StatementKind.STATEMENT}.get(
        message[7], StatementKind.NOTIFICATION
    )
    assert (head.id, head.account, head.currency, head.number) == ("S1", "DE89370400440532013000", "EUR", "42")
    assert head.created
    assert head.created.isoformat() == "2026-11-23T19:00:00+00:00"
    assert rest[len(balances) :] == LINES
    if message[7] != "4":
        moved = 12345 - 550 + 12345 - 300 - 12345
        assert [(one.kind, one.amount) for one in balances] == [
            (BalanceKind.OPENING, 100_000),
            (BalanceKind.CLOSING, 100_000 + moved),
        ]


_details = st.builds(
    messages.detail,
    amount=st.integers(0, 10**15),
    end_to_end_id=st.from_regex("[A-Za-z0-9-]{1,30}", fullmatch=True),
    name=st.text("abcäß<&", min_size=1),
)
_lines = st.builds(
    lambda amount, is_credit, is_booked, details: messages.line(
        kind=LineKind.CREDIT if is_credit else LineKind.DEBIT,
        amount=amount,
        is_credit=is_credit,
        is_booked=is_booked,
        details=tuple(details),
    ),
    st.integers(0, 10**15),
    st.booleans(),
    st.booleans(),
    st.lists(_details, max_size=3),
)


@settings(deadline=None)
@given(found=st.lists(_lines, max_size=5), message=st.sampled_from(MESSAGES[:8]))
def test_any_line_is_read_as_it_was_written(found, message):
    numbered = [dataclasses.replace(line, place=f"entry {n}, of statement S1") for n, line in enumerate(found, 1)]

    assert _read(messages.camt(message, numbered))[3:] == numbered


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "utf-16"])
def test_encodings_as_banks_send_them(encoding):
    text = messages.camt("camt.053.001.02", LINES).replace("encoding='UTF-8'", f"encoding='{encoding}'")

    assert _read(text, encoding)[3:] == LINES


BOMB = "<!DOCTYPE a [<!ENTITY b 'cc'><!ENTITY c '&b;&b;'>]><Document"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("<Document", BOMB, "the file"),
        ("<Document", f"<!--{'x' * 200_000}-->{BOMB}", "the file"),
        ("encoding='UTF-8'", "encoding='klingon'", "the file"),
        (".053.001.08", ".053.001.01", "the first element"),
        ("camt.053.001.08", "camt.053.001.08x", "the first element"),
        ("camt.053.001.08", "camt.052.001.08", "the message"),
        ("urn:iso:std:iso:20022:tech:xsd:camt.053.001.08", "urn:of-another-maker", "the first element"),
        ("BkToCstmrStmt>", "BkToCstmrLttr>", "the message"),
        (">123.45<", ">123.455<", "entry 1, of statement S1"),
        (">123.45<", ">-123.45<", "entry 1, of statement S1"),
        (">123.45<", ">1e9<", "entry 1, of statement S1"),
        (">123.45<", ">123.46<", "statement S1"),
        ("Ccy='EUR'>5.50", "Ccy='XYZ'>5.50", "entry 2, of statement S1"),
        ("<CdtDbtInd>DBIT", "<CdtDbtInd>OUT", "entry 2, of statement S1"),
        ("<BookgDt><Dt>2026-11-23", "<BookgDt><Dt>2026-02-30", "entry 1, of statement S1"),
        ("<BookgDt><Dt>2026-11-23", "<BookgDt><Dt>0000-01-01", "entry 1, of statement S1"),
        ("<BookgDt><Dt>2026-11-23", "<BookgDt><Dt>9999-12-31", "entry 1, of statement S1"),
        ("<BookgDt><Dt>2026-11-23", "<BookgDt><Dt>0001-01-01", "entry 1, of statement S1"),
        (">123.45<", f">{'9' * 40}<", "entry 1, of statement S1"),
        (">123.45<", ">123,45<", "entry 1, of statement S1"),
        (">123.45<", ">\uff11\uff12\uff13.45<", "entry 1, of statement S1"),
        ("encoding='UTF-8'", "encoding='UTF-16'", "line 1"),
        ("<NbOfNtries>6", "<NbOfNtries>7", "statement S1"),
        ("</Ntry>", "", "line 1"),
        ("</Document>", "", "line 1"),
        ("<Id>S1</Id>", "", "a statement"),
        ("<Ntry>", "<Ntry>" + "<a>" * 80 + "</a>" * 80, "the file"),
    ],
)
def test_a_damaged_file_is_one_error_that_names_the_place(old, new, where):
    text = messages.camt("camt.053.001.08", LINES)
    assert old in text

    with pytest.raises(DamagedFile) as refused:
        _read(text.replace(old, new))
    assert refused.value.where in {where, where.replace("statement S1", "entry 6, of statement S1")}


class _Endless:
    """An entry that never ends, and counts what was taken of it."""

    def __init__(self) -> None:
        self.taken = 0
        self._start = messages.head("camt.053.001.08", 0, 0, 1).encode() + b"<Ntry>"

    def read(self, size: int, /) -> bytes:
        piece, self._start = self._start or b"<a>b</a>" * (size // 8), b""
        self.taken += len(piece)
        return piece


def test_a_record_without_an_end_is_given_up(monkeypatch):
    monkeypatch.setattr(lines, "MAX_RECORD", 2**20)
    source = _Endless()

    with pytest.raises(DamagedFile, match="a record"):
        list(statements.read(source))
    assert source.taken < 2**21


class _Crumbs:
    """An entry of elements without content."""

    def __init__(self, pieces: int) -> None:
        self._pieces = [messages.head("camt.053.001.08", 0, 0, 1).encode() + b"<Ntry>", *[b"<a/>" * 1000] * pieces]

    def read(self, _size: int, /) -> bytes:
        return self._pieces.pop(0) if self._pieces else b""


def test_a_record_of_very_many_elements_is_given_up_before_it_takes_the_memory(monkeypatch):
    monkeypatch.setattr(lines, "MAX_ELEMENTS", 5_000)
    source = _Crumbs(1_000)

    with pytest.raises(DamagedFile, match="a record: it has more than 5000 elements"):
        list(statements.read(source))


def test_the_payments_of_one_line_are_not_too_many_elements(monkeypatch):
    text = messages.camt("camt.053.001.08", LINES)
    counted = text.count("<") - text.count("</")
    monkeypatch.setattr(lines, "MAX_ELEMENTS", counted // 2)

    assert _read(text)[3:] == LINES


_CAMT = messages.camt("camt.053.001.08", LINES).encode()
_ANSWER = messages.pain_002("pain.002.001.03").encode()


@settings(deadline=None, max_examples=300)
@given(
    at=st.integers(0, len(_CAMT)), cut=st.integers(0, 60), put=st.binary(max_size=30) | st.sampled_from([b"<", b"&b;"])
)
def test_no_damage_crashes_a_reader(at, cut, put):
    for content, read in ((_CAMT, statements.read), (_ANSWER, answers.read)):
        place = at % len(content)
        with contextlib.suppress(DamagedFile):
            list(read(io.BytesIO(content[:place] + put + content[place + cut :])))


@pytest.mark.parametrize("message", ["pain.002.001.03", "pain.002.001.12", "pain.002.001.14", "pain.002.001.15"])
def test_an_answer_of_any_version_is_read(message):
    text = messages.pain_002(message)
    schemas.schema(message).validate(text)

    found = list(answers.read(io.BytesIO(text.encode())))

    assert [(one.level, one.end_to_end_id, one.status, one.reasons, one.reason_text) for one in found] == [
        (Level.BATCH, None, "PART", (), ""),
        (Level.PAYMENT, "P-1", "ACSC", (), ""),
        (Level.PAYMENT, "P-2", "RJCT", ("AC04", "OWN"), "Closed"),
        (Level.BATCH, None, "RJCT", ("AM10",), ""),
        (Level.PAYMENT, "P-3", "RJCT", (), ""),
    ]
    assert {one.message_id for one in found} == {"BATCH-1"}
    assert [one.batch_id for one in found] == ["BATCH-1"] * 3 + ["BATCH-2"] * 2


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("<PmtInfSts>RJCT</PmtInfSts>", "", "payment 3, of batch BATCH-2"),
        ("<OrgnlPmtInfId>BATCH-2</OrgnlPmtInfId>", "", "the message"),
        ("<OrgnlMsgId>BATCH-1</OrgnlMsgId>", "", "the message"),
        ("<TxSts>ACSC", "<TxSts", "line 6"),
        ("pain.002.001.03", "pain.002.001.02", "the first element"),
    ],
)
def test_a_damaged_answer_names_the_place(old, new, where):
    text = messages.pain_002("pain.002.001.03")
    assert old in text

    with pytest.raises(DamagedFile) as refused:
        list(answers.read(io.BytesIO(text.replace(old, new).encode())))
    assert refused.value.where == where


_WITH_IDS = messages.line(
    kind=LineKind.DEBIT,
    is_credit=False,
    amount=300,
    details=(messages.detail(amount=100), messages.detail(amount=200)),
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<NtryDtls>", "<NtryDtls><Btch><PmtInfId>BATCH-1</PmtInfId></Btch>"),
        ("<NtryDtls>", "<NtryDtls><Btch><MsgId>BATCH-1</MsgId></Btch>"),
        ("<Refs><InstrId>", "<Refs><PmtInfId>BATCH-1</PmtInfId><InstrId>"),
        ("<Refs><InstrId>", "<Refs><MsgId>BATCH-1</MsgId><InstrId>"),
    ],
)
def test_a_line_with_its_payments_names_our_batch_too(old, new):
    [line] = [
        one for one in _read(messages.camt(MESSAGES[-2], [_WITH_IDS]).replace(old, new)) if hasattr(one, "batch_id")
    ]

    assert line == dataclasses.replace(_WITH_IDS, batch_id="BATCH-1")

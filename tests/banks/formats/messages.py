"""Messages as banks send them: camt.052 to .054 and pain.002, of the versions that differ."""

import datetime as dt
from typing import Any
from xml.sax.saxutils import escape

from banks.formats.records import Detail, Line, LineKind, decimal_text

_NAMES = {
    "052": ("BkToCstmrAcctRpt", "Rpt"),
    "053": ("BkToCstmrStmt", "Stmt"),
    "054": ("BkToCstmrDbtCdtNtfctn", "Ntfctn"),
}
DAY = dt.date(2026, 11, 23)


def _balance(kind: str, amount: int) -> str:
    side = "CRDT" if amount >= 0 else "DBIT"
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy='EUR'>{decimal_text(abs(amount), 'EUR')}</Amt>"
        f"<CdtDbtInd>{side}</CdtDbtInd><Dt><Dt>{DAY}</Dt></Dt></Bal>"
    )


def _party(name: str, *, is_new: bool) -> str:
    return f"<Pty><Nm>{escape(name)}</Nm></Pty>" if is_new else f"<Nm>{escape(name)}</Nm>"


def _detail(detail: Detail, line: Line, version: int) -> str:
    amount = f"<Amt Ccy='EUR'>{decimal_text(detail.amount or 0, 'EUR')}</Amt>"
    side = f"<CdtDbtInd>{'CRDT' if line.is_credit else 'DBIT'}</CdtDbtInd>"
    who = "Dbtr" if line.is_credit != bool(detail.reason or line.is_reversal) else "Cdtr"
    bic = "BIC" if version < 4 else "BICFI"
    back = f"<RtrInf><Rsn><Cd>{detail.reason}</Cd></Rsn><AddtlInf>by bank</AddtlInf></RtrInf>"
    amounts = f"<AmtDtls><TxAmt>{amount}</TxAmt></AmtDtls>" if version < 4 else f"{amount}{side}"
    return (
        f"<TxDtls><Refs><InstrId>I</InstrId><EndToEndId>{detail.end_to_end_id}</EndToEndId></Refs>{amounts}"
        f"<RltdPties><{who}>{_party(detail.name or '', is_new=version >= 8)}</{who}>"
        f"<{who}Acct><Id><IBAN>{detail.account}</IBAN></Id></{who}Acct></RltdPties>"
        f"<RltdAgts><{who}Agt><FinInstnId><{bic}>COBADEFFXXX</{bic}></FinInstnId></{who}Agt></RltdAgts>"
        f"<RmtInf><Ustrd>{escape(detail.remittance)}</Ustrd></RmtInf>{back if detail.reason else ''}</TxDtls>"
    )


def entry(line: Line, version: int) -> str:
    domain, family, sub_family = (line.code or "PMNT/RCDT/ESCT").split("/")
    status = "BOOK" if line.is_booked else "PDNG"
    said = f"<Cd>{status}</Cd>" if version >= 8 else status
    details = "".join(_detail(detail, line, version) for detail in line.details)
    return (
        f"<Ntry><Amt Ccy='EUR'>{decimal_text(line.amount, 'EUR')}</Amt>"
        f"<CdtDbtInd>{'CRDT' if line.is_credit else 'DBIT'}</CdtDbtInd>"
        f"<RvslInd>{'true' if line.is_reversal else 'false'}</RvslInd><Sts>{said}</Sts>"
        f"<BookgDt><Dt>{line.booked_on}</Dt></BookgDt><ValDt><DtTm>{line.value_on}T00:00:00+02:00</DtTm></ValDt>"
        f"<AcctSvcrRef>{line.bank_reference}</AcctSvcrRef>"
        f"<BkTxCd><Domn><Cd>{domain}</Cd><Fmly><Cd>{family}</Cd><SubFmlyCd>{sub_family}</SubFmlyCd></Fmly></Domn></BkTxCd>"
        f"{f'<NtryDtls>{details}</NtryDtls>' if details else ''}</Ntry>"
    )


def head(message: str, opening: int, closing: int, number: int) -> str:
    outer, inner = _NAMES[message[5:8]]
    totals = "" if message[5:8] == "054" else _balance("OPBD", opening) + _balance("CLBD", closing)
    return (
        f"<?xml version='1.0' encoding='UTF-8'?><Document xmlns='urn:iso:std:iso:20022:tech:xsd:{message}'><{outer}>"
        f"<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-23T20:00:00</CreDtTm></GrpHdr><{inner}><Id>S1</Id>"
        f"<ElctrncSeqNb>42</ElctrncSeqNb><CreDtTm>2026-11-23T20:00:00+01:00</CreDtTm>"
        f"<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>{totals}"
        f"<TxsSummry><TtlNtries><NbOfNtries>{number}</NbOfNtries></TtlNtries></TxsSummry>"
    )


def foot(message: str) -> str:
    outer, inner = _NAMES[message[5:8]]
    return f"</{inner}></{outer}></Document>"


def camt(message: str, lines: list[Line], *, opening: int = 100_000) -> str:
    moved = sum(line.amount if line.is_credit else -line.amount for line in lines if line.is_booked)
    entries = "".join(entry(line, int(message[-2:])) for line in lines)
    return head(message, opening, opening + moved, len(lines)) + entries + foot(message)


def line(number: int = 1, **changes) -> Line:
    """Return a line as the reader should."""
    said: dict[str, Any] = {
        "place": f"entry {number}, of statement S1",
        "kind": LineKind.CREDIT,
        "amount": 12345,
        "currency": "EUR",
        "is_credit": True,
        "booked_on": DAY,
        "value_on": DAY,
        "bank_reference": "B-1",
        "code": "PMNT/RCDT/ESCT",
        "details": (detail(),),
    }
    return Line(**(said | changes))


def detail(**changes) -> Detail:
    said: dict[str, Any] = {
        "amount": 12345,
        "currency": "EUR",
        "end_to_end_id": "0192f0e4a7c17b21",
        "instruction_id": "I",
        "name": "Ada Lovelace & Søn",
        "account": "FR1420041010050500013M02606",
        "bank": "COBADEFFXXX",
        "remittance": "Invoice <17>",
    }
    reason_text = {"reason_text": "by bank"} if changes.get("reason") else {}
    return Detail(**(said | reason_text | changes))


def pain_002(message: str) -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:{message}"><CstmrPmtStsRpt>
<GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-11-23T20:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>BATCH-1</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>BATCH-1</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts>
<TxInfAndSts><OrgnlEndToEndId>P-1</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts>
<TxInfAndSts><OrgnlInstrId>I-2</OrgnlInstrId><OrgnlEndToEndId>P-2</OrgnlEndToEndId><TxSts>RJCT</TxSts>
<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Closed</AddtlInf></StsRsnInf>
<StsRsnInf><Rsn><Prtry>OWN</Prtry></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>BATCH-2</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>
<StsRsnInf><Rsn><Cd>AM10</Cd></Rsn></StsRsnInf>
<TxInfAndSts><OrgnlEndToEndId>P-3</OrgnlEndToEndId></TxInfAndSts></OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>"""

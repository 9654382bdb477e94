"""What ISO 20022 says of camt.053.001.08, as far as our statements use it: elements in order, how often, what text."""

import re
from xml.etree import ElementTree as ET

NAMESPACE = "{urn:iso:std:iso:20022:tech:xsd:camt.053.001.08}"
_MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"
_AMOUNT = r"(?=[\d.]{1,19}$)\d+(\.\d{1,5})?"
_MAX35, _MAX34, _MAX70, _NUMBER = r".{1,35}", r".{1,34}", r".{1,70}", r"\d{1,15}"
_INDICATOR, _SUM = "CRDT|DBIT", r"-?\d{1,18}(\.\d{1,17})?"
_MANY = 10**9

# Type → its elements in the standard's order: name, at least, at most, and what it is: a type, or a pattern of text.
TYPES: dict[str, list[tuple[str, int, int, str]]] = {
    "Document": [("BkToCstmrStmt", 1, 1, "Message")],
    "Message": [("GrpHdr", 1, 1, "GroupHeader"), ("Stmt", 1, _MANY, "Statement")],
    "GroupHeader": [("MsgId", 1, 1, _MAX35), ("CreDtTm", 1, 1, _MOMENT)],
    "Statement": [
        ("Id", 1, 1, _MAX35),
        ("ElctrncSeqNb", 0, 1, _NUMBER),
        ("CreDtTm", 0, 1, _MOMENT),
        ("FrToDt", 0, 1, "Period"),
        ("Acct", 1, 1, "Account"),
        ("Bal", 1, _MANY, "Balance"),
        ("TxsSummry", 0, 1, "Summary"),
        ("Ntry", 0, _MANY, "Entry"),
    ],
    "Period": [("FrDtTm", 1, 1, _MOMENT), ("ToDtTm", 1, 1, _MOMENT)],
    "Account": [("Id", 1, 1, "AccountId"), ("Ccy", 0, 1, "[A-Z]{3}"), ("Nm", 0, 1, _MAX70)],
    "AccountId": [("Othr", 1, 1, "OtherId")],
    "OtherId": [("Id", 1, 1, _MAX34)],
    "Balance": [
        ("Tp", 1, 1, "BalanceType"),
        ("Amt", 1, 1, "Amount"),
        ("CdtDbtInd", 1, 1, _INDICATOR),
        ("Dt", 1, 1, "Moment"),
    ],
    "BalanceType": [("CdOrPrtry", 1, 1, "BalanceCode")],
    "BalanceCode": [("Cd", 1, 1, "OPBD|CLBD|ITBD|PRCD")],
    "Moment": [("DtTm", 1, 1, _MOMENT)],
    "Summary": [("TtlNtries", 0, 1, "Number"), ("TtlCdtNtries", 0, 1, "Total"), ("TtlDbtNtries", 0, 1, "Total")],
    "Number": [("NbOfNtries", 0, 1, _NUMBER)],
    "Total": [("NbOfNtries", 0, 1, _NUMBER), ("Sum", 0, 1, _SUM)],
    "Entry": [
        ("NtryRef", 0, 1, _MAX35),
        ("Amt", 1, 1, "Amount"),
        ("CdtDbtInd", 1, 1, _INDICATOR),
        ("RvslInd", 0, 1, "true|false"),
        ("Sts", 1, 1, "Status"),
        ("BookgDt", 0, 1, "Moment"),
        ("ValDt", 0, 1, "Moment"),
        ("AcctSvcrRef", 0, 1, _MAX35),
        ("BkTxCd", 1, 1, "TransactionCode"),
        ("NtryDtls", 0, _MANY, "Details"),
    ],
    "Status": [("Cd", 1, 1, "BOOK|PDNG|INFO|FUTR")],
    "TransactionCode": [("Prtry", 0, 1, "Proprietary")],
    "Proprietary": [("Cd", 1, 1, _MAX35)],
    "Details": [("TxDtls", 0, _MANY, "Transaction")],
    "Transaction": [("Refs", 0, 1, "References")],
    "References": [("TxId", 0, 1, _MAX35)],
}


def check(text: str) -> ET.Element:
    """Return the statement of a message; a message that the standard does not allow fails."""
    root = ET.fromstring(text)
    assert root.tag == f"{NAMESPACE}Document"
    _check(root, "Document")
    found = root.find(f"{NAMESPACE}BkToCstmrStmt/{NAMESPACE}Stmt")
    assert found is not None
    return found


def _check(element: ET.Element, kind: str) -> None:
    rules = TYPES[kind]
    names = [child.tag.removeprefix(NAMESPACE) for child in element]
    order = [name for name, *_ in rules]
    assert set(names) <= set(order), (kind, names)
    assert names == sorted(names, key=order.index), (kind, names)
    for name, least, most, what in rules:
        children = element.findall(f"{NAMESPACE}{name}")
        assert least <= len(children) <= most, (kind, name, len(children))
        for child in children:
            _check_one(child, what)


def _check_one(child: ET.Element, what: str) -> None:
    if what in TYPES:
        _check(child, what)
        return
    pattern = _AMOUNT if what == "Amount" else what
    assert len(child) == 0
    assert re.fullmatch(pattern, child.text or ""), (child.tag, child.text)
    assert set(child.attrib) == ({"Ccy"} if what == "Amount" else set()), child.tag
    assert re.fullmatch("[A-Z]{3}", child.get("Ccy", "USD"))


def texts(element: ET.Element, path: str) -> list[str]:
    """Return the texts at a path of names."""
    steps = "/".join(f"{NAMESPACE}{name}" for name in path.split("/"))
    return [found.text or "" for found in element.findall(steps)]

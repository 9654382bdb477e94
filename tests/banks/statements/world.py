"""Files as the house bank sends them, put into its folder, and what the service makes of them."""

import dataclasses
import datetime as dt
import itertools
import pathlib
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from django.conf import settings
from django.db import transaction

from banks import tasks as bank_tasks
from banks.formats.records import decimal_text
from banks.models import BankBatch, BankException, BankMatch, BankStatementLine
from banks.statements.by_hand import matched_by_hand
from payments.ledger import check
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.support import factories
from tests.support.payments import balance_news, quote_requests

IN = "house-bank/in"
DAY = dt.datetime.now(dt.UTC).date()
"""When the bank booked: batches are matched with lines of the days around them."""
_names, _suffixes = itertools.count(1), itertools.count(700)
_IDS = "<Refs><EndToEndId>{}</EndToEndId>{}</Refs>"


@dataclasses.dataclass(frozen=True)
class Entry:
    """A line of a camt.053; negative: money out."""

    amount: int
    end_to_end_id: str = ""
    text: str = ""
    name: str = "Ada Lovelace"
    account: str = "FR1420041010050500013M02606"
    bank: str = "COBADEFFXXX"
    mandate: str = ""
    charges: str = ""
    """What the bank states to have kept: of the payment, or, with a star before it, of the whole line."""
    code: str = "PMNT/RCDT/ESCT"
    reason: str = ""
    reference: str = "B-1"
    batch: str = ""
    is_booked: bool = True
    is_reversal: bool = False
    day: dt.date = DAY


def plain_sum(amount: int, day: dt.date, **changes: Any) -> Entry:
    """Return the line of a sum that names nobody, as banks book a batch of credit transfers."""
    plain = Entry(amount, name="", account="", bank="", code="PMNT/ICDT/ESCT", day=day)
    return dataclasses.replace(plain, **changes)


def camt(
    entries: Sequence[Entry],
    *,
    number: int = 1,
    opening: int = 1_000_00,
    kind: str = "053",
    account: str = "DE02120300000000202051",
    day: dt.date = DAY,
) -> bytes:
    """Return a statement (053), a report (052) or a notification (054), with balances that fit."""
    outer, inner = {
        "053": ("BkToCstmrStmt", "Stmt"),
        "052": ("BkToCstmrAcctRpt", "Rpt"),
        "054": ("BkToCstmrDbtCdtNtfctn", "Ntfctn"),
    }[kind]
    closing = opening + sum(one.amount for one in entries if one.is_booked)
    balances = "" if kind != "053" else _balance("OPBD", opening, day) + _balance("CLBD", closing, day)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.{kind}.001.08">'
        f"<{outer}><GrpHdr><MsgId>M{number}</MsgId><CreDtTm>2026-11-23T20:00:00</CreDtTm></GrpHdr><{inner}>"
        f"<Id>{kind}-{number}</Id><ElctrncSeqNb>{number}</ElctrncSeqNb><CreDtTm>2026-11-23T20:00:00+01:00</CreDtTm>"
        f"<Acct><Id><IBAN>{account}</IBAN></Id><Ccy>EUR</Ccy></Acct>{balances}\n"
        + "\n".join(_entry(one) for one in entries)
        + f"</{inner}></{outer}></Document>"
    ).encode()


def _balance(kind: str, amount: int, day: dt.date) -> str:
    side = "CRDT" if amount >= 0 else "DBIT"
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy='EUR'>{decimal_text(abs(amount), 'EUR')}</Amt>"
        f"<CdtDbtInd>{side}</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>"
    )


def _entry(one: Entry) -> str:
    domain, family, sub = one.code.split("/")
    side = "CRDT" if one.amount > 0 else "DBIT"
    who = "Dbtr" if (one.amount > 0) != bool(one.reason) else "Cdtr"
    amount = f"<Amt Ccy='EUR'>{decimal_text(abs(one.amount), 'EUR')}</Amt><CdtDbtInd>{side}</CdtDbtInd>"
    back = f"<RtrInf><Rsn><Cd>{one.reason}</Cd></Rsn></RtrInf>" if one.reason else ""
    mandate = f"<MndtId>{one.mandate}</MndtId>" if one.mandate else ""
    stated = one.charges.removeprefix("*")
    fee = f"<Chrgs><TtlChrgsAndTaxAmt Ccy='EUR'>{stated}</TtlChrgsAndTaxAmt></Chrgs>" if stated else ""
    of_line, fee = (fee, "") if one.charges.startswith("*") else ("", fee)
    back_again = "<RvslInd>true</RvslInd>" if one.is_reversal else ""
    details = (
        f"<Btch><PmtInfId>{one.batch}</PmtInfId></Btch>"
        if one.batch
        else f"<TxDtls>{_IDS.format(one.end_to_end_id or 'NOTPROVIDED', mandate)}{amount}{fee}"
        f"<RltdPties><{who}><Pty><Nm>{escape(one.name)}</Nm></Pty></{who}>"
        f"<{who}Acct><Id><IBAN>{one.account}</IBAN></Id></{who}Acct></RltdPties>"
        f"<RltdAgts><{who}Agt><FinInstnId><BICFI>{one.bank}</BICFI></FinInstnId></{who}Agt></RltdAgts>"
        f"<RmtInf><Ustrd>{escape(one.text)}</Ustrd></RmtInf>{back}</TxDtls>"
    )
    return (
        f"<Ntry>{amount}{back_again}<Sts><Cd>{'BOOK' if one.is_booked else 'PDNG'}</Cd></Sts>"
        f"<BookgDt><Dt>{one.day}</Dt></BookgDt><ValDt><Dt>{one.day}</Dt></ValDt>"
        f"<AcctSvcrRef>{one.reference}</AcctSvcrRef><BkTxCd><Domn><Cd>{domain}</Cd><Fmly><Cd>{family}</Cd>"
        f"<SubFmlyCd>{sub}</SubFmlyCd></Fmly></Domn></BkTxCd>{of_line}<NtryDtls>{details}</NtryDtls></Ntry>"
    )


def mt940(entries: Sequence[Entry], *, number: int = 1, opening: int = 1_000_00, day: dt.date = DAY) -> bytes:
    """Return a statement as German banks write it."""
    closing = opening + sum(one.amount for one in entries)
    lines = [":20:STARTUMSE", ":25:12030000/0000202051", f":28C:{number:05}/001", f":60F:{_side(opening, day)}"]
    for one in entries:
        mark = "C" if one.amount > 0 else "D"
        lines.append(
            f":61:{day:%y%m%d%m%d}{mark}{_comma(one.amount)}NTRF{one.end_to_end_id or 'NONREF'}//{one.reference}"
        )
        lines.append(f":86:166?00GUTSCHRIFT?20SVWZ+{one.text}?32{one.name}")
    lines += [f":62F:{_side(closing, day)}", "-"]
    return "\r\n".join(lines).encode()


def _side(amount: int, day: dt.date) -> str:
    return f"{'C' if amount >= 0 else 'D'}{day:%y%m%d}EUR{_comma(amount)}"


def _comma(amount: int) -> str:
    return decimal_text(abs(amount), "EUR").replace(".", ",")


def pain_002(message_id: str, **statuses: str) -> bytes:
    """Return a report with statuses by end-to-end id: `ACSC`, or a rejection as `RJCT/AC04`."""
    said = "".join(
        f"<TxInfAndSts><OrgnlEndToEndId>{one}</OrgnlEndToEndId><TxSts>{status.partition('/')[0]}</TxSts>"
        + (f"<StsRsnInf><Rsn><Cd>{status.partition('/')[2]}</Cd></Rsn></StsRsnInf>" if "/" in status else "")
        + "</TxInfAndSts>"
        for one, status in statuses.items()
    )
    return (
        '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>'
        "<GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-11-23T20:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts>"
        f"<OrgnlMsgId>{message_id}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId></OrgnlGrpInfAndSts>"
        f"<OrgnlPmtInfAndSts><OrgnlPmtInfId>{message_id}</OrgnlPmtInfId>{said}</OrgnlPmtInfAndSts>"
        "</CstmrPmtStsRpt></Document>"
    ).encode()


def put(content: bytes, name: str = "", folder: str = IN) -> pathlib.Path:
    """Put a file into the bank's folder as a bank does: whole, then renamed."""
    path = pathlib.Path(settings.BANK_FILES_FOLDER, folder, name or f"file-{next(_names)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    return part.rename(path)


def send(*contents: bytes) -> None:
    """Put files into the bank's folder, and have the worker read them."""
    for content in contents:
        put(content)
        read()


def read() -> int:
    return int(bank_tasks.read_bank_files())


def kinds() -> list[str]:
    """What the lines were taken for, in their order."""
    return list(BankMatch.objects.order_by("line__id", "number").values_list("kind", flat=True))


def waiting() -> list[str]:
    """Why lines wait for people, in their order."""
    return list(BankException.objects.filter(closed_at=None).order_by("line__id").values_list("reason", flat=True))


def lines() -> list[BankStatementLine]:
    return list(BankStatementLine.objects.order_by("id"))


def books_are_right() -> bool:
    balance_news.require_told()
    return list(check.find()) == []


def id_of(paid: str) -> str:
    """The end-to-end id of a payment."""
    return rail.row_of(paid).end_to_end_id


def collections_given_out(api, platform, worker, customer: str, *amounts: int) -> list[str]:
    """Take collections for one account to the bank, in one batch; return the transfers."""
    rail.connect(platform, debit_format="SEPA_CORE_008_08")
    account = api.internal_account(customer, "EUR")
    outside = api.external_account(customer, rail.euro_account("Ada Lovelace"), "EUR")
    made = [str(api.transfer_in(outside, account, amount).json()["id"]) for amount in amounts]
    worker.run()
    batch = BankBatch.objects.get()
    rail.close(batch)
    rail.release(batch)
    rail.sweep()
    return made


def collection_given_out(api, platform, worker, customer: str) -> tuple[str, str]:
    """Take a collection of 20.00 to the bank; return the transfer and the account that it is for."""
    [into] = collections_given_out(api, platform, worker, customer, 20_00)
    return into, api.internal_account(customer, "EUR")


def came_back_after_it_settled(api, platform, worker, customer: str) -> tuple[str, str]:
    """Have a collection of 20.00 settle and come back; return the transfer and the account that it was for."""
    into, account = collection_given_out(api, platform, worker, customer)

    send(camt([Entry(20_00, id_of(into))]))
    worker.run()
    send(camt([Entry(-20_00, id_of(into), reason="MD06")], number=2, opening=1_020_00))
    worker.run()

    assert kinds() == ["SETTLED"]
    assert waiting() == ["COLLECTION_RETURNED"]
    assert factories.balance_of(account) == 20_00
    assert books_are_right()
    return into, account


def reference_of(api, customer: str) -> str:
    """The reference that somebody names who pays into a customer's account in euros."""
    account = api.internal_account(customer, "EUR")
    [found] = [one for one in api.get("/customers/internal-accounts").json()["data"] if one["id"] == account]
    for way in found["fundingPaymentInstructions"]:
        reference = way["accountOrWalletInfo"].get("reference")
        if reference:
            return str(reference)
    raise AssertionError(found)


def unpaid_quote(api, customer: str, amount: int = 100_00) -> str:
    """A quote that a customer pays in real time, in euros; return its payment."""
    pesos = api.external_account(customer, quote_requests.clabe(f"{next(_suffixes)}"), "MXN")
    reply = quote_requests.quote(api, quote_requests.realtime("EUR", customer), pesos, amount=amount)
    assert reply.status_code == 201, reply.content
    return str(reply.json()["transactionId"])


def match_by_hand(payment: str) -> None:
    """Match the line that waits with a payment, as two people do."""
    match_with(id_of(payment))


def match_with(name: str) -> None:
    """Match the line that waits with what has this identifier, as two people do."""
    waiting = BankException.objects.get(closed_at=None)
    with transaction.atomic():
        matched_by_hand.settle(
            exception=waiting.pk,
            end_to_end_id=name,
            reason="agreed",
            actor=rail.ANNA,
            now=clock.real_now(),
        )

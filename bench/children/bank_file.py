"""A stored statement of a bank with very many lines, and the payments that it is about."""

import datetime as dt
import tempfile
from collections.abc import Iterator
from typing import BinaryIO

from django.db import transaction

from banks.models import BankBatch, BankConnection, BankPayment
from banks.rail import connections
from banks.statements.incoming import arrivals
from bench.children.tenants import Tenant, holders, tenant
from payments.models import InternalAccount
from platforms import audit
from platforms.base import clock, identifiers

_ACTOR = audit.operator("bench")
_IBAN = "DE02120300000000202051"
_DAY = dt.date(2026, 11, 23)
_OPENING = 10**12
_AT_ONCE = 2000


def run(*, lines: int) -> None:
    """Store a camt.053: 96.5 % payments of ours, 2 % deposits, 1 % fees, and 0.5 % that nothing explains."""
    owner = tenant(currencies=("USD", "EUR"))
    holders(owner, count=1)
    account = InternalAccount.objects.get(platform=owner.platform_id, currency="EUR", customer__isnull=False)
    with transaction.atomic():
        bank = _connection(owner)
    deposits, fees, unknown = lines // 50, lines // 100, lines // 200
    ids = _payments(owner, bank, lines - deposits - fees - unknown)
    with tempfile.TemporaryFile() as file:
        entries = [
            *((f"E{number:014}", -100, "PMNT/ICDT/ESCT", "Invoice") for number in range(ids)),
            *(("NOTPROVIDED", 200, "PMNT/RCDT/ESCT", account.funding_reference) for _ in range(deposits)),
            *(("NOTPROVIDED", -1, "PMNT/MCOP/CHRG", "Charge") for _ in range(fees)),
            *(("NOTPROVIDED", 300, "PMNT/RCDT/ESCT", "Hello") for _ in range(unknown)),
        ]
        _write(file, entries)
        file.seek(0)
        arrivals.store(connection=bank, name="bench.xml", file=file, actor=audit.SYSTEM, now=clock.real_now())


def _connection(owner: Tenant) -> BankConnection:
    return connections.enter(
        platform=owner.platform_id,
        name="house-bank",
        currency="EUR",
        owner_name="Acme",
        owner_country="DE",
        account_number=_IBAN,
        bic="BYLADEM1001",
        clearing_number="",
        bank_name="",
        sender_id="DE98ZZZ09999999999",
        credit_format="SEPA_001_09",
        debit_format="",
        cut_offs="14:30",
        time_zone="Europe/Berlin",
        holidays="",
        credit_lead_days=0,
        debit_lead_days=1,
        max_payment=None,
        max_day=None,
        delivery="FOLDER",
        folder="house-bank/out",
        answers_folder="house-bank/in",
        sftp_host="",
        sftp_port=22,
        sftp_user="",
        sftp_host_key="",
        reason="bench",
        actor=_ACTOR,
        now=clock.real_now(),
    )


def _payments(owner: Tenant, bank: BankConnection, count: int) -> int:
    """Make payments that were given to the bank, without their transfers."""
    now = clock.real_now()
    batch = BankBatch.objects.create(
        connection=bank,
        format="SEPA_001_09",
        currency="EUR",
        value_date=_DAY,
        cut_off_at=now,
        message_id=f"B{identifiers.new_key().hex}",
        state="DELIVERED",
        opened_at=now,
    )
    rows = (
        BankPayment(
            platform_id=owner.platform_id,
            movement=identifiers.new_key(),
            leg="TRANSFER",
            direction="PUSH",
            end_to_end_id=f"E{number:014}",
            connection_name=bank.name,
            batch=batch,
            amount=100,
            currency="EUR",
            content={},
            state="BATCHED",
            taken_at=now,
        )
        for number in range(count)
    )
    BankPayment.objects.bulk_create(rows, batch_size=_AT_ONCE)
    return count


def _write(file: BinaryIO, entries: list[tuple[str, int, str, str]]) -> None:
    closing = _OPENING + sum(amount for _, amount, _, _ in entries)
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">'
        f"<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>{_DAY}T20:00:00</CreDtTm></GrpHdr><Stmt><Id>S1</Id>"
        f"<ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>{_DAY}T20:00:00Z</CreDtTm><Acct><Id><IBAN>{_IBAN}</IBAN></Id>"
        f"<Ccy>EUR</Ccy></Acct>{_balance('OPBD', _OPENING)}{_balance('CLBD', closing)}\n"
    )
    file.write(head.encode())
    file.writelines(line.encode() for line in _lines(entries))
    file.write(b"</Stmt></BkToCstmrStmt></Document>")


def _balance(kind: str, amount: int) -> str:
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy='EUR'>{amount / 100:.2f}</Amt>"
        f"<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>{_DAY}</Dt></Dt></Bal>"
    )


def _lines(entries: list[tuple[str, int, str, str]]) -> Iterator[str]:
    for number, (end_to_end_id, amount, code, text) in enumerate(entries, start=1):
        domain, family, sub = code.split("/")
        who, side = ("Dbtr", "CRDT") if amount > 0 else ("Cdtr", "DBIT")
        said = f"<Amt Ccy='EUR'>{abs(amount) / 100:.2f}</Amt><CdtDbtInd>{side}</CdtDbtInd>"
        yield (
            f"<Ntry>{said}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{_DAY}</Dt></BookgDt><ValDt><Dt>{_DAY}</Dt></ValDt>"
            f"<AcctSvcrRef>B-{number}</AcctSvcrRef><BkTxCd><Domn><Cd>{domain}</Cd><Fmly><Cd>{family}</Cd>"
            f"<SubFmlyCd>{sub}</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls>"
            f"<Refs><EndToEndId>{end_to_end_id}</EndToEndId></Refs>{said}"
            f"<RltdPties><{who}><Pty><Nm>Ada Lovelace</Nm></Pty></{who}>"
            f"<{who}Acct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></{who}Acct></RltdPties>"
            f"<RltdAgts><{who}Agt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></{who}Agt></RltdAgts>"
            f"<RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n"
        )

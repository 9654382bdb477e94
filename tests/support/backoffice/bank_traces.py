"""What bank connections would have left in the story of the back office: a file to a bank, and one from it."""

import datetime as dt
import hashlib

from django.db import transaction

from banks.models import (
    BankBatch,
    BankConnection,
    BankException,
    BankFile,
    BankIncomingFile,
    BankMatch,
    BankPayment,
    BankRule,
    BankSet,
    BankSetPayment,
    BankStatement,
    BankStatementLine,
    ClaimReason,
    Debtor,
    RailRoute,
)
from banks.rail import files
from banks.statements import claims
from banks.statements.incoming import arrivals
from platforms import audit
from platforms.base import clock, identifiers
from platforms.encryption import encrypted_storage
from platforms.models import Platform
from tests.banks.incoming import ach


def leave(platform: Platform) -> None:
    """Leave a row of every table of banks behind."""
    _files(platform)
    _answers(platform)


def _files(platform: Platform) -> None:
    """A batch that was written, with one payment, and the connection and route that it went by."""
    now, someone = clock.real_now(), {"entered_by": "rita", "reason": "the contract", "created_at": clock.real_now()}
    made = BankConnection.objects.create(
        name="house-bank",
        platform=platform,
        currency="EUR",
        owner_name="Acme",
        account_number="DE02120300000000202051",
        credit_format="SEPA_001_09",
        cut_offs=[dt.time(14, 30)],
        time_zone="Europe/Berlin",
        credit_lead_days=0,
        debit_lead_days=1,
        delivery="FOLDER",
        folder="out",
        **someone,
    )
    # In force for nobody: the story's payments have another rail.
    RailRoute.objects.create(
        platform=platform, currency="EUR", connection_name=made.name, effective_at=now, ended_at=now, **someone
    )
    batch = BankBatch.objects.create(
        connection=made,
        format="SEPA_001_09",
        currency="EUR",
        value_date=now.date(),
        cut_off_at=now,
        message_id="B1",
        state="DELIVERED",
        count=1,
        total=100,
        opened_at=now,
    )
    BankPayment.objects.create(
        platform=platform,
        movement=identifiers.new_key(),
        leg="TRANSFER",
        direction="PUSH",
        end_to_end_id="AAAABBBBCCCCDDD",
        batch=batch,
        amount=100,
        currency="EUR",
        content={"name": "Ada", "number": "DE89370400440532013000"},
        state="SETTLED",
        taken_at=now,
    )
    BankFile.objects.create(
        batch=batch,
        name="b1.xml",
        storage_key=encrypted_storage.put(b"<Document/>", root=files.ROOT, today=now.date()),
        size=11,
        sha256=hashlib.sha256(b"<Document/>").digest(),
        count=1,
        total=100,
        written_at=now,
    )


def _answers(platform: Platform) -> None:
    """A file from a bank with one line, what was decided about it, and a rule."""
    now, bank = clock.real_now(), BankConnection.objects.get(name="house-bank")
    of_bank = {"connection": bank, "connection_name": bank.name}
    file = BankIncomingFile.objects.create(
        **of_bank,
        name="s1.xml",
        storage_keys=[encrypted_storage.put(b"<Document/>", root=arrivals.ROOT, today=now.date())],
        size=11,
        sha256=hashlib.sha256(b"<Document/>").digest(),
        state="APPLIED",
        received_at=now,
        received_by="rita",
    )
    ach.corrections(file, 1)
    statement = BankStatement.objects.create(
        **of_bank,
        file=file,
        number=1,
        kind="STATEMENT",
        currency="EUR",
        said_id="S1",
        digest=b"1" * 32,
        received_at=now,
    )
    line = BankStatementLine.objects.create(
        statement=statement,
        file=file,
        connection_name=bank.name,
        number=1,
        place="entry 1",
        is_credit=False,
        is_booked=True,
        is_reversal=False,
        is_fee=False,
        amount=100,
        currency="EUR",
        booked_on=now.date(),
        content={"said": {"name": "Ada", "account": "DE89370400440532013000", "text": "rent"}},
        fingerprint=b"1" * 32,
    )
    BankException.objects.create(line=line, connection=bank, reason="UNKNOWN", opened_at=now, closed_at=now)
    BankMatch.objects.create(
        line=line,
        number=1,
        kind="NOTED",
        platform=platform,
        amount=100,
        currency="EUR",
        is_credit=False,
        decided_by="rita",
        reason="seen",
        at=now,
    )
    together = BankSet.objects.create(
        connection_name=bank.name, kind="RETURNED", amount=100, currency="EUR", decided_by="rita", reason="sum", at=now
    )
    BankSetPayment.objects.create(bank_set=together, payment=BankPayment.objects.get(), kind="RETURNED", amount=100)
    with transaction.atomic():
        claim = claims.open_claim(
            line=line,
            platform=platform,
            amount=100,
            reason=ClaimReason.NOT_ORDERED,
            debtor=Debtor.BANK,
            actor=audit.SYSTEM,
            now=platform.now(),
        )
        claims.write_off(claim=claim.pk, amount=10, reason="spent on stamps", actor=audit.SYSTEM, now=now)
    BankRule.objects.create(
        connection_name=bank.name,
        kind="CODE",
        priority=1,
        code="ACMT",
        platform=platform,
        entered_by="rita",
        reason="fees",
        created_at=now,
    )

"""Payment files as a bank reads them: pain.001 and pain.008, in the order of their schemas, with nothing unknown."""

import dataclasses
import datetime as dt
import re
from collections.abc import Sequence

from practice.bank import markup
from practice.bank.markup import Part, Unreadable

ACH = "NACHA"
"""The `message` of a file that is none of ISO 20022."""
_MESSAGES = {
    "pain.001.001.03": "CstmrCdtTrfInitn",
    "pain.001.001.09": "CstmrCdtTrfInitn",
    "pain.008.001.02": "CstmrDrctDbtInitn",
    "pain.008.001.08": "CstmrDrctDbtInitn",
}
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One payment ordered by a customer: to the other side, or with `is_debit` from it. Amounts: smallest unit.

    `header` and `trace` are the batch's first record and the entry's number in NACHA. `sum_name` is the name in the
    entry of the customer's own account, where a balanced NACHA file has one: then its orders are booked as one sum.
    """

    batch_id: str
    end_to_end_id: str
    amount: int
    is_debit: bool
    due: dt.date
    name: str
    account: str
    bank: str = ""
    text: str = ""
    mandate: str = ""
    header: str = ""
    trace: str = ""
    sum_name: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class OrderFile:
    """A payment file. `account` is the customer's, empty for a format without it."""

    message: str
    message_id: str
    created: dt.datetime
    account: str
    currency: str
    orders: tuple[Order, ...]


def read(content: bytes) -> OrderFile:
    """Return the orders of a pain.001 or pain.008. Raises Unreadable, also for wrong counts and totals."""
    message, root = markup.parse(content)
    if message not in _MESSAGES:
        raise Unreadable("the file", "this message is not taken here")
    with root, root.take(_MESSAGES[message]) as body:
        return _File(message).read(body)


@dataclasses.dataclass(slots=True)
class _Totals:
    """The declared number and sum of payments, compared when the payments were read."""

    place: str
    number: str
    total: str

    @classmethod
    def take(cls, part: Part) -> "_Totals":
        return cls(part.place, part.text("NbOfTxs"), part.text("CtrlSum"))

    def check(self, orders: Sequence[Order], currency: str) -> None:
        if self.number != str(len(orders)):
            raise Unreadable(f"{self.place}/NbOfTxs", "it is not the number of payments", "AM18")
        total = markup.smallest_unit(self.total, currency, f"{self.place}/CtrlSum")
        if total != sum(order.amount for order in orders):
            raise Unreadable(f"{self.place}/CtrlSum", "it is not the sum of the payments", "AM10")


class _File:
    """A message while it is read."""

    def __init__(self, message: str) -> None:
        self._message = message
        self._is_debit = message.startswith("pain.008")
        self._is_newer = message in {"pain.001.001.09", "pain.008.001.08"}
        self._account, self._currency = "", ""

    def read(self, body: Part) -> OrderFile:
        with body.take("GrpHdr") as header:
            message_id = header.text("MsgId")
            created = _moment(header)
            totals = _Totals.take(header)
            header.text("InitgPty/Nm")
        orders = [order for block in body.every("PmtInf") for order in self._block(block)]
        totals.check(orders, self._currency or "EUR")
        return OrderFile(
            message=self._message,
            message_id=message_id,
            created=created,
            account=self._account,
            currency=self._currency,
            orders=tuple(orders),
        )

    def _block(self, part: Part) -> list[Order]:
        with part:
            batch_id = part.text("PmtInfId")
            _expect(part, "PmtMtd", "DD" if self._is_debit else "TRF")
            totals = _Totals.take(part)
            self._kind(part)
            due = self._due(part)
            self._ours(part)
            if self._is_debit:
                self._scheme(part.take("CdtrSchmeId"))
            name = "DrctDbtTxInf" if self._is_debit else "CdtTrfTxInf"
            orders = [self._order(one, batch_id, due) for one in part.every(name)]
        totals.check(orders, self._currency)
        return orders

    @staticmethod
    def _scheme(part: Part) -> None:
        """Read the creditor's scheme identification."""
        with part, part.take("Id") as outer, outer.take("PrvtId") as inner, inner.take("Othr") as other:
            other.text("Id")
            other.text("SchmeNm/Prtry")

    def _kind(self, part: Part) -> None:
        if kind := part.maybe("PmtTpInf"):
            with kind:
                kind.text("SvcLvl/Cd")
                if self._is_debit:
                    kind.text("LclInstrm/Cd")
                    kind.text("SeqTp")

    def _due(self, part: Part) -> dt.date:
        if self._is_debit:
            return _day(part.text("ReqdColltnDt"), part.place)
        return _day(part.text("ReqdExctnDt/Dt" if self._is_newer else "ReqdExctnDt"), part.place)

    def _ours(self, part: Part) -> None:
        """Read the customer's own side: all blocks of a file have one account."""
        ours = "Cdtr" if self._is_debit else "Dbtr"
        _party(part.take(ours))
        with part.take(f"{ours}Acct") as account:
            number, currency = _number(account), account.text("Ccy")
        if (self._account, self._currency) not in {("", ""), (number, currency)}:
            raise Unreadable(part.place, "another account than the block before", "AC02")
        self._account, self._currency = number, currency
        self._agent(part.take(f"{ours}Agt"))
        part.text("ChrgBr")

    def _order(self, part: Part, batch_id: str, due: dt.date) -> Order:
        theirs = "Dbtr" if self._is_debit else "Cdtr"
        with part:
            end_to_end_id = part.text("PmtId/EndToEndId")
            amount, mandate = self._amount(part), ""
            if self._is_debit:
                with part.take("DrctDbtTx") as outer, outer.take("MndtRltdInf") as related:
                    mandate = related.text("MndtId")
                    _day(related.text("DtOfSgntr"), related.place)
            agent = part.maybe(f"{theirs}Agt")
            bank = self._agent(agent) if agent else ""
            name = _party(part.take(theirs))
            with part.take(f"{theirs}Acct") as account:
                number = _number(account)
            if purpose := part.maybe("Purp"):
                with purpose:
                    purpose.text("Cd")
            remittance = part.maybe("RmtInf")
            text = ""
            if remittance:
                with remittance:
                    text = remittance.text("Ustrd")
        return Order(
            batch_id=batch_id,
            end_to_end_id=end_to_end_id,
            amount=amount,
            is_debit=self._is_debit,
            due=due,
            name=name,
            account=number,
            bank=bank,
            text=text,
            mandate=mandate,
        )

    def _amount(self, part: Part) -> int:
        if self._is_debit:
            amount = part.take("InstdAmt").amount(self._currency)
        else:
            with part.take("Amt") as outer:
                amount = outer.take("InstdAmt").amount(self._currency)
        if amount <= 0:
            raise Unreadable(part.place, "its amount is zero", "AM01")
        return amount

    def _agent(self, part: Part) -> str:
        """Return a bank's BIC, else its clearing number, else nothing."""
        with part, part.take("FinInstnId") as inner:
            bic = inner.maybe("BICFI" if self._is_newer else "BIC")
            member, number = inner.maybe("ClrSysMmbId"), ""
            if member:
                with member:
                    if system := member.maybe("ClrSysId"):
                        with system:
                            system.text("Cd")
                    number = member.text("MmbId")
            if not (bic or member):
                _expect(inner, "Othr/Id", "NOTPROVIDED")
            return bic.value() if bic else number


def _party(part: Part) -> str:
    """Return a party's name; its address is read and not used, but one without town or country is refused."""
    with part:
        name = part.text("Nm")
        if address := part.maybe("PstlAdr"):
            with address:
                parts = [address.maybe(tag) for tag in ("PstCd", "TwnNm", "Ctry")]
                for element in filter(None, parts):
                    element.value()
                if not all(parts[1:]):
                    raise Unreadable(address.place, "an address has a town and a country", "BE04")
                for line in address.every("AdrLine"):
                    line.value()
    return name


def _number(account: Part) -> str:
    with account.take("Id") as part:
        if iban := part.maybe("IBAN"):
            number = iban.value()
            if not _is_iban(number):
                raise Unreadable(iban.place, "it is no IBAN", "AC01")
            return number
        return part.text("Othr/Id")


def _is_iban(text: str) -> bool:
    return bool(_IBAN.fullmatch(text))


def _expect(part: Part, path: str, expected: str) -> None:
    if part.text(path) != expected:
        raise Unreadable(f"{part.place}/{path}", f"it is not {expected}")


def _day(text: str, place: str) -> dt.date:
    try:
        if _DAY.fullmatch(text):
            return dt.date.fromisoformat(text)
    except ValueError:
        pass
    raise Unreadable(place, "it has no such day", "DT01")


def _moment(header: Part) -> dt.datetime:
    text = header.text("CreDtTm")
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"{header.place}/CreDtTm", "it is no moment", "DT01") from None
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)

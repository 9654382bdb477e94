"""What the fintech's own program does: opens accounts, moves money, and waits until what it expects has happened."""

import dataclasses
import random
import time
import urllib.parse
from collections.abc import Callable

from config.launch import failures
from practice.demo import accounts, documents
from practice.demo.client import Client, Json
from practice.demo.people import Business, Owner, Person, payees
from practice.demo.receiver import Receiver

_PER_DOLLAR = {
    "USD": 100,
    "EUR": 92,
    "GBP": 79,
    "CAD": 138,
    "MXN": 1_850,
    "BRL": 540,
    "INR": 8_350,
    "PHP": 5_700,
    "NGN": 160_000,
    "BTC": 1_250,
    "USDC": 1_000_000,
}
"""Smallest units of a currency that make a dollar in the sandbox."""
_PATIENCE_SECONDS = 300
_PAUSE_SECONDS, _SLOW_PAUSE_SECONDS = 0.1, 0.3
_SLOW_SECONDS = 400
"""What the sandbox keeps waiting, and a quote that nobody pays, ends sooner."""


@dataclasses.dataclass(frozen=True, slots=True)
class Customer:
    """A customer as the fintech's program remembers it."""

    id: str
    person: Person | Business
    uma: str
    accounts: dict[str, str]
    """Internal accounts, by currency."""
    first_currency: str
    """The one in which invitations name an amount."""

    @property
    def currency(self) -> str:
        """The currency of its income."""
        return self.person.currency


@dataclasses.dataclass(frozen=True, slots=True)
class _Expected:
    transaction_id: str
    status: str
    refund: str
    is_slow: bool


class Fintech:
    """The program. `seed` chooses amounts and payees; ids and times are the service's."""

    def __init__(self, client: Client, receiver: Receiver, *, uma_domain: str, counterparty: str, seed: str) -> None:
        """Take the platform's domain of UMA addresses, and that of the sandbox's counterparty."""
        self.client, self.receiver = client, receiver
        self.customers: dict[str, Customer] = {}
        self.now = ""
        """The platform's time, as it was last told."""
        self.chance = random.Random(seed)  # noqa: S311 - the same month every time, no secret
        self._uma_domain, self._counterparty = uma_domain, counterparty
        self._payees = payees()
        self._numbers = iter(range(1, 100_000))
        self._expected: list[_Expected] = []

    # Customers.

    def join(self, person: Person | Business) -> Customer:
        """Open a customer's accounts."""
        number = len(self.customers) + 1
        address = f"${person.slug}@{self._uma_domain}"
        names = {"platformCustomerId": user_name(number), "umaAddress": address}
        made = self.client.post("/customers", {**person.body(), **names})
        opened = self.client.get_all("/customers/internal-accounts", customerId=made["id"])
        held = {account["balance"]["currency"]["code"]: account["id"] for account in opened}
        customer = Customer(made["id"], person, made["umaAddress"], held, made["currencies"][0])
        self.customers[person.name] = customer
        return customer

    def upload(self, holder: str, kind: str, *, country: str, file: bytes, number: str = "") -> Json:
        """Hand in a document; `number` is that of a passport."""
        is_picture = file.startswith(b"\x89PNG")
        parts = {"documentType": kind, "country": country, "documentHolder": holder}
        parts |= {"documentNumber": number} if number else {}
        name = f"{kind.lower().replace('_', '-')}.{'png' if is_picture else 'pdf'}"
        return self.client.upload("/documents", parts, name=name, content=file)

    def identify(self, customer: Customer, *, file: bytes | None = None) -> Json:
        """Hand in the passport of a person and have the identity checked; return the verification."""
        person = customer.person
        assert isinstance(person, Person)
        number = f"{person.country}{1_400_000 + next(self._numbers)}"
        picture = file or passport_of(person, number)
        self.upload(customer.id, "PASSPORT", country=person.country, file=picture, number=number)
        return self.client.post("/verifications", {"customerId": customer.id})

    def name_owner(self, customer: Customer, owner: Owner, *, shows_passport: bool = True) -> None:
        """Record an owner of a business, with the passport."""
        number = next(self._numbers)
        made = self.client.post("/beneficial-owners", owner.body(customer.id, number=number))
        if shows_passport:
            paper = f"{owner.nationality}{1_400_000 + number}"
            picture = passport_of(owner, paper)
            self.upload(made["id"], "PASSPORT", country=owner.nationality, file=picture, number=paper)

    def show_registry(self, customer: Customer) -> None:
        """Hand in what a business has from its registry, and a bill that names its address."""
        business = customer.person
        assert isinstance(business, Business)
        info = business.info
        facts = [f"Company: {business.latin}", f"Number: {info['registrationNumber']}", f"Tax number: {info['taxId']}"]
        facts += [f"Founded: {info['incorporatedOn']}", f"Seat: {business.latin_address}", ""]
        facts += [f"{owner.latin}: {owner.share} %, {' and '.join(owner.roles)}" for owner in business.owners]
        files = {
            "STATE_REGISTRY_EXCERPT": documents.page("Excerpt from the commercial register", facts),
            "PROOF_OF_ADDRESS": documents.page(
                "Electricity bill", [business.latin, business.latin_address, "", "Due: 84.20"]
            ),
        }
        for kind, file in files.items():
            self.upload(customer.id, kind, country=business.country, file=file)

    # Money.

    def amount(self, currency: str, dollars: float) -> int:
        """Return so many dollars in the smallest unit of a currency."""
        return round(dollars * _PER_DOLLAR[currency])

    def fund(self, customer: Customer, dollars: float, currency: str = "") -> None:
        """Let money arrive for a customer."""
        wanted = currency or customer.currency
        path = f"/sandbox/internal-accounts/{customer.accounts[wanted]}/fund"
        self.client.post(path, {"amount": self.amount(wanted, dollars)})

    def payee(
        self, customer: Customer, currency: str, *, ending: str = "", is_own: bool = False, **options: bool
    ) -> str:
        """Make an external account of somebody whom a customer pays, or of the customer; return its id.

        `ending` chooses what the sandbox does, nothing special without one.
        """
        number = next(self._numbers)
        owner = customer.person if is_own and isinstance(customer.person, Person) else self._somebody(currency)
        facts = accounts.details(currency, number=number, ending=ending or accounts.ordinary(number), owner=owner)
        body = {"customerId": customer.id, "currency": currency, "accountInfo": facts, **options}
        return str(self.client.post("/customers/external-accounts", body)["id"])

    def _somebody(self, currency: str) -> Person:
        known = [person for person in self._payees if person.currency == currency]
        return self.chance.choice(known or self._payees)

    def send(self, customer: Customer, payee: str, dollars: float, currency: str = "") -> str:
        """Transfer money out of a customer's account; return the transaction's id."""
        wanted = currency or customer.currency
        source, destination = {"accountId": customer.accounts[wanted]}, {"accountId": payee}
        body = {"source": source, "destination": destination, "amount": self.amount(wanted, dollars)}
        return str(self.client.post("/transfer-out", body)["id"])

    def collect(self, customer: Customer, payer: str, dollars: float, currency: str) -> str:
        """Collect money from an account of the customer elsewhere; return the transaction's id."""
        source, destination = {"accountId": payer}, {"accountId": customer.accounts[currency]}
        body = {"source": source, "destination": destination, "amount": self.amount(currency, dollars)}
        return str(self.client.post("/transfer-in", body)["id"])

    def quote(self, source: Json, destination: Json, amount: int, *, side: str = "SENDING", text: str = "") -> Json:
        """Ask what a payment costs."""
        locked = {"lockedCurrencySide": side, "lockedCurrencyAmount": amount}
        described = {"description": text} if text else {}
        return self.client.post("/quotes", {"source": source, "destination": destination, **locked, **described})

    def pay(self, source: str, destination: str, amount: int, *, side: str = "SENDING", text: str = "") -> str:
        """Pay from an account to an account by a quote; return the transaction's id."""
        quote = self.quote(from_account(source), to_account(destination), amount, side=side, text=text)
        self.client.post(f"/quotes/{quote['id']}/execute")
        return str(quote["transactionId"])

    def pay_in(self, quote: Json, *, amount: int | None = None) -> str:
        """Play the payment from outside for a quote; return the transaction's id."""
        body = {"quoteId": quote["id"], "currencyCode": quote["sendingCurrency"]["code"]}
        body |= {} if amount is None else {"currencyAmount": amount}
        return str(self.client.post("/sandbox/send", body)["id"])

    # UMA.

    def pay_address(self, customer: Customer, receiver: str, dollars: float, text: str) -> str:
        """Pay somebody at the sandbox's counterparty; return the transaction's id."""
        address = f"${receiver}@{self._counterparty}"
        looked_up = self.client.get(f"/receiver/uma/{urllib.parse.quote(address)}", customerId=customer.id)
        body = {
            "lookupId": looked_up["lookupId"],
            "source": from_account(customer.accounts[customer.currency]),
            "destination": {"destinationType": "UMA_ADDRESS", "umaAddress": address},
            "lockedCurrencySide": "SENDING",
            "lockedCurrencyAmount": self.amount(customer.currency, dollars),
            "description": text,
        }
        quote = self.client.post("/quotes", body)
        self.client.post(f"/quotes/{quote['id']}/execute")
        return str(quote["transactionId"])

    def be_paid(self, customer: Customer, sender: str, dollars: float, currency: str = "") -> str:
        """Let somebody at the counterparty pay a customer; return the transaction's id."""
        wanted = currency or customer.currency
        body = {
            "senderUmaAddress": f"${sender}@{self._counterparty}",
            "receiverUmaAddress": customer.uma,
            "receivingCurrencyCode": wanted,
            "receivingCurrencyAmount": self.amount(wanted, dollars),
        }
        return str(self.client.post("/sandbox/uma/receive", body)["id"])

    # Time.

    def expect(self, transaction_id: str, status: str, *, refund: str = "", is_slow: bool = False) -> None:
        """Note how a payment ends; `refund` is the status of what goes back. One that is slow takes minutes."""
        self._expected.append(_Expected(transaction_id, status, refund, is_slow))

    def settle(self) -> None:
        """Wait until every payment has ended as it was noted; raises LaunchError for one that does not."""
        # The clock is moved for the slow ones only once nothing else is under way.
        for one in sorted(self._expected, key=lambda one: one.is_slow):
            self._wait_for(one)
        self._expected.clear()

    def pass_time(self, seconds: int) -> None:
        """Move the platform's clock, once nothing is under way."""
        self.settle()
        self._move_clock(seconds)

    def _move_clock(self, seconds: int) -> None:
        self.now = self.client.post("/sandbox/clock/advance", {"seconds": seconds})["now"]

    def _wait_for(self, one: _Expected) -> None:
        def has_ended() -> bool:
            payment = self.client.get(f"/transactions/{one.transaction_id}")
            seen = (payment["status"], payment.get("refund", {}).get("status", ""))
            if seen != (one.status, one.refund) and one.is_slow:
                self._move_clock(_SLOW_SECONDS)
            return seen == (one.status, one.refund)

        pause = _SLOW_PAUSE_SECONDS if one.is_slow else _PAUSE_SECONDS
        wait_until(has_ended, f"{one.transaction_id} to become {one.status} {one.refund}".rstrip(), pause=pause)


def wait_until(is_so: Callable[[], bool], what: str, *, pause: float = _PAUSE_SECONDS) -> None:
    """Ask until it is so; raises LaunchError after five minutes."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while not is_so():
        if time.monotonic() > end:
            raise failures.LaunchError(
                f"Waited {_PATIENCE_SECONDS} s for {what}.", "Is the worker running? Its log is var/log/worker.log."
            )
        time.sleep(pause)


def user_name(number: int) -> str:
    """Return what the fintech itself calls a customer."""
    return f"user-{number:04}"


def passport_of(person: Person | Owner, number: str) -> bytes:
    """Return a picture of somebody's passport."""
    country = person.country if isinstance(person, Person) else person.nationality
    return documents.passport(name=person.latin, country=country, birth_date=person.birth_date, number=number)


def from_account(account: str) -> Json:
    """Return the source of a quote."""
    return {"sourceType": "ACCOUNT", "accountId": account}


def to_account(account: str) -> Json:
    """Return the destination of a quote."""
    return {"destinationType": "ACCOUNT", "accountId": account}


def from_outside(customer: Customer, currency: str) -> Json:
    """Return the source of a quote that somebody pays from outside."""
    return {"sourceType": "REALTIME_FUNDING", "customerId": customer.id, "currency": currency}

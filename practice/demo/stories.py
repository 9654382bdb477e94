"""What happens in the month: each story is played on a day of `month`."""

import datetime as dt
from collections.abc import Callable
from typing import TypeAlias

from practice.demo.fintech import Fintech, from_account, from_outside, to_account
from practice.demo.people import Business, Person

Story: TypeAlias = Callable[[Fintech], None]

_A_WHILE_SECONDS = 3600
_TRANSFERS = {"002": "FAILED", "003": "FAILED", "004": "REJECTED", "005": "FAILED"}
"""How a transfer ends, by the ending of the account number."""
_PAYOUTS = {
    "002": ("FAILED", "COMPLETED"),
    "003": ("COMPLETED", ""),
    "004": ("FAILED", "COMPLETED"),
    "005": ("FAILED", "COMPLETED"),
    "006": ("REFUNDED", "COMPLETED"),
    "007": ("FAILED", "FAILED"),
}
"""How a quoted payment ends, and its refund."""
_TEXTS = ("Family support", "Rent", "School fees", "Hospital bill", "Invoice 2231", "Savings", "Wedding gift")
_ABROAD = ("MXN", "BRL", "INR", "PHP", "NGN", "EUR", "GBP", "USD", "CAD")


# Customers.


def join(person: Person, *, dollars: float = 0) -> Story:
    """Somebody opens an account, and gets money."""

    def play(fintech: Fintech) -> None:
        customer = fintech.join(person)
        if dollars:
            fintech.fund(customer, dollars)

    return play


def join_with_passport(person: Person, *, file: bytes | None = None) -> Story:
    """Somebody opens an account and shows a passport: the own one, or this picture."""

    def play(fintech: Fintech) -> None:
        fintech.identify(fintech.join(person), file=file)

    return play


def join_without_passport(person: Person) -> Story:
    """Somebody opens an account, asks to be verified, and has shown nothing."""

    def play(fintech: Fintech) -> None:
        fintech.client.post("/verifications", {"customerId": fintech.join(person).id})

    return play


def join_business(business: Business, *, is_complete: bool = True, dollars: float = 0) -> Story:
    """A business opens an account, names its owners, shows its documents and asks to be verified.

    One that is not complete lacks the last owner's passport.
    """

    def play(fintech: Fintech) -> None:
        customer = fintech.join(business)
        for owner in business.owners:
            fintech.name_owner(customer, owner, shows_passport=is_complete or owner is not business.owners[-1])
        fintech.show_registry(customer)
        fintech.client.post("/verifications", {"customerId": customer.id})
        if dollars:
            fintech.fund(customer, dollars)

    return play


def leave(name: str) -> Story:
    """A customer without money leaves."""

    def play(fintech: Fintech) -> None:
        fintech.client.delete(f"/customers/{fintech.customers[name].id}")

    return play


# Payments without a quote.


def transfer(name: str, ending: str = "") -> Story:
    """A customer pays somebody in the currency of the account."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        payee = fintech.payee(customer, customer.currency, ending=ending)
        paid = fintech.send(customer, payee, _some(fintech, 20, 160))
        # Pending for half a minute of the platform's clock.
        fintech.expect(paid, _TRANSFERS.get(ending, "COMPLETED"), is_slow=ending == "005")

    return play


def collection(name: str, ending: str = "") -> Story:
    """Money is collected from a customer's own account at a bank."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        payer = fintech.payee(customer, customer.currency, ending=ending, is_own=True)
        asked = fintech.collect(customer, payer, _some(fintech, 150, 400), customer.currency)
        fintech.expect(asked, _TRANSFERS.get(ending, "COMPLETED"), is_slow=ending == "005")

    return play


# Payments by a quote.


def abroad(name: str, ending: str = "", *, currency: str = "", side: str = "SENDING") -> Story:
    """A customer pays somebody in another currency; one side of the price is fixed."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        chosen = currency or fintech.chance.choice([one for one in _ABROAD if one != customer.currency])
        payee = fintech.payee(customer, chosen, ending=ending)
        amount = fintech.amount(customer.currency if side == "SENDING" else chosen, _some(fintech, 25, 180))
        text = fintech.chance.choice(_TEXTS)
        paid = fintech.pay(customer.accounts[customer.currency], payee, amount, side=side, text=text)
        status, refund = _PAYOUTS.get(ending, ("COMPLETED", ""))
        # Under way for six minutes of the platform's clock.
        fintech.expect(paid, status, refund=refund, is_slow=ending == "003")

    return play


def under_way(name: str, currency: str) -> Story:
    """A payment that is on its way when the month ends."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        amount = fintech.amount(customer.currency, _some(fintech, 60, 90))
        payee = fintech.payee(customer, currency, ending="003")
        fintech.expect(fintech.pay(customer.accounts[customer.currency], payee, amount, text="Rent"), "PROCESSING")

    return play


def to_a_friend(name: str, friend: str) -> Story:
    """A customer pays another one, in the friend's currency."""

    def play(fintech: Fintech) -> None:
        customer, receiver = fintech.customers[name], fintech.customers[friend]
        amount = fintech.amount(customer.currency, _some(fintech, 10, 60))
        account = receiver.accounts[_other(customer.currency, receiver.currency)]
        fintech.expect(fintech.pay(customer.accounts[customer.currency], account, amount, text="Dinner"), "COMPLETED")

    return play


def to_a_wallet(name: str, currency: str) -> Story:
    """A customer buys bitcoin or a stablecoin, and has it sent to a wallet."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        amount = fintech.amount(customer.currency, _some(fintech, 30, 120))
        wallet = fintech.payee(customer, currency, is_own=True)
        fintech.expect(fintech.pay(customer.accounts[customer.currency], wallet, amount), "COMPLETED")

    return play


def collected(name: str, ending: str = "", *, payer_ending: str = "") -> Story:
    """A quoted payment whose money is collected from the payer's bank first."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        payer = fintech.payee(customer, customer.currency, ending=payer_ending, is_own=True)
        amount = fintech.amount(customer.currency, _some(fintech, 50, 150))
        paid = fintech.pay(payer, fintech.payee(customer, "MXN", ending=ending), amount, text="Rent")
        status, refund = ("FAILED", "") if payer_ending else _PAYOUTS.get(ending, ("COMPLETED", ""))
        fintech.expect(paid, status, refund=refund)

    return play


def not_executed(name: str) -> Story:
    """A customer asks for a price, and does not pay."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        source = from_account(customer.accounts[customer.currency])
        amount = fintech.amount(customer.currency, _some(fintech, 200, 400))
        quote = fintech.quote(source, to_account(fintech.payee(customer, "PHP")), amount)
        fintech.expect(quote["transactionId"], "EXPIRED", is_slow=True)

    return play


def funded(name: str, *, short_by: int = 0, is_late: bool = False, is_paid_twice: bool = False) -> Story:
    """A payment that a customer pays from another bank: exactly, or too little, or too late, or twice."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        payee = fintech.payee(customer, _other(customer.currency, "INR"))
        amount = fintech.amount(customer.currency, _some(fintech, 80, 240))
        quote = fintech.quote(from_outside(customer, customer.currency), to_account(payee), amount, text="Tuition")
        if is_late:
            fintech.expect(quote["transactionId"], "EXPIRED", is_slow=True)
            fintech.settle()
        fintech.pay_in(quote, amount=quote["totalSendingAmount"] - short_by)
        status, refund = ("EXPIRED" if is_late else "FAILED", "COMPLETED") if is_late or short_by else ("COMPLETED", "")
        fintech.expect(quote["transactionId"], status, refund=refund)
        if is_paid_twice:
            fintech.pass_time(_A_WHILE_SECONDS)
            fintech.pay_in(quote)

    return play


def renamed_meanwhile(name: str, new_name: str) -> Story:
    """A customer has a new name, and a new check, when the money for a quote arrives: it goes back."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        amount = fintech.amount(customer.currency, _some(fintech, 90, 120))
        source = from_outside(customer, customer.currency)
        quote = fintech.quote(source, to_account(fintech.payee(customer, "BRL")), amount, text="Deposit for a flat")
        body = {"customerType": "INDIVIDUAL", "fullName": new_name}
        fintech.client.patch(f"/customers/{customer.id}", body)
        fintech.pay_in(quote)
        fintech.expect(quote["transactionId"], "FAILED", refund="COMPLETED")

    return play


# UMA.


def to_an_address(name: str, receiver: str, status: str = "COMPLETED", *, refund: str = "") -> Story:
    """A customer pays somebody at another institution."""

    def play(fintech: Fintech) -> None:
        paid = fintech.pay_address(fintech.customers[name], receiver, _some(fintech, 15, 70), "Happy birthday")
        fintech.expect(paid, status, refund=refund, is_slow=receiver.startswith("pending") and status == "COMPLETED")

    return play


def from_an_address(
    name: str, sender: str, status: str = "COMPLETED", *, approval: int = 200, deposit_ending: str | None = None
) -> Story:
    """Somebody at another institution pays a customer; `approval` is what the fintech says to it.

    With a `deposit_ending` the money goes on to a bank account that ends so.
    """

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        if deposit_ending is not None:
            fintech.payee(
                customer, customer.currency, ending=deposit_ending, is_own=True, defaultUmaDepositAccount=True
            )
        fintech.receiver.approval = approval
        paid = fintech.be_paid(customer, sender, _some(fintech, 20, 90))
        fintech.receiver.approval = 200
        fintech.expect(paid, status, is_slow=status == "EXPIRED")

    return play


# Invitations.


def invite(name: str, dollars: float, *, claimed_by: str = "", days: int = 0, is_cancelled: bool = False) -> Story:
    """A customer invites somebody, who may claim it; it ends after some days where these are given."""

    def play(fintech: Fintech) -> None:
        customer = fintech.customers[name]
        body: dict[str, object] = {"inviterUma": customer.uma}
        if dollars:
            body["amountToSend"] = fintech.amount(customer.first_currency, dollars)
        if days:
            end = dt.datetime.fromisoformat(fintech.now) + dt.timedelta(days=days)
            body["expiresAt"] = end.isoformat()
        made = fintech.client.post("/invitations", body)
        if claimed_by or is_cancelled:
            fintech.pass_time(_A_WHILE_SECONDS)
        if claimed_by:
            claim = {"inviteeUma": fintech.customers[claimed_by].uma}
            fintech.client.post(f"/invitations/{made['code']}/claim", claim)
        if is_cancelled:
            fintech.client.post(f"/invitations/{made['code']}/cancel")

    return play


def _some(fintech: Fintech, least: float, most: float) -> float:
    return round(fintech.chance.uniform(least, most), 2)


def _other(currency: str, wished: str) -> str:
    """Return the wished currency, or another one than `currency`."""
    return wished if wished != currency else "USD" if currency != "USD" else "EUR"

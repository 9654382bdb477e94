"""What two people read before money moves: each way out of suspense, and the end of a payment, in one sentence."""

import pytest
from django.urls import reverse

from compliance.models import Customer
from payments.models import InternalAccount, SandboxInvoice, SuspenseItem
from platforms.backoffice import columns, proposals
from platforms.backoffice.actions import Role
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import list_of, page_of
from tests.backoffice.support_desk.steps import RESOLVE, approve, do, foreseen, plain
from tests.support.payments import scenarios
from tests.support.payments.arrivals import arrive, item_of

pytestmark = pytest.mark.django_db(transaction=True)
FAIL = "admin:payments_transaction_fail_and_refund"


def everywhere(sam, sue, dialog: str, row, sentence: str, **entered) -> None:
    """Propose and approve; the sentence stands in both dialogs, the list, the page and the audit log."""
    said = foreseen(sam, dialog, row, **entered)
    assert sentence in said, said
    assert not Proposal.objects.exists()
    proposed = do(sam, dialog, row, **entered)
    assert "HX-Redirect" in proposed, proposed.content
    proposal = Proposal.objects.get()
    asked = reverse("admin:platforms_proposal_approve", args=[proposal.pk]) + "?effect="
    shown = [sue.text(list_of(Proposal)), sue.text(page_of(proposal))]
    shown += [sue.post(asked, _form_submitted="True", reason="").content.decode()]
    amount = proposals.then([proposal])[proposal.public_id]["effect"]["Amount"]
    assert f": {amount} | Proposal |" in shown[1]
    assert "HX-Redirect" in approve(sue)
    rows = AuditEntry.objects.filter(verb__in=["proposal.make", "proposal.approve"])
    shown += [sue.text(page_of(row)) for row in rows]
    assert [sentence in plain(page) for page in shown] == [True] * 5, [plain(page) for page in shown]


@pytest.mark.parametrize(
    ("play", "entered", "sentence"),
    [
        (
            scenarios.quoted("007"),
            {"way": "PAY_AGAIN"},
            "Pays 1,849.99 MXN once more to Ada Lovelace, CLABE •••• 7007",
        ),
        (scenarios.quoted("007"), {"way": "GIVE_BACK"}, "and returns 100.00 USD to Alice Approved, USD account ••••"),
        (
            scenarios.funded(100_00, 100_00),
            {"way": "GIVE_BACK"},
            "Sends 100.00 USD back to whoever paid for the quote from outside.",
        ),
        (
            scenarios.funded(100_00, 100_00),
            {"way": "CREDIT_HOLDER"},
            "Credits 100.00 USD to Alice Approved, USD account ••••",
        ),
        (
            scenarios.funded(100_00, 100_00),
            {"way": "WRITE_OFF", "account": "WRITTEN_OFF"},
            "Writes off 100.00 USD of whoever paid for the quote from outside to the write-off account of the ledger",
        ),
        (
            scenarios.funded(100_00, 100_00),
            {"way": "WRITE_OFF", "account": "PLATFORM_FUNDS"},
            "Writes off 100.00 USD of whoever paid for the quote from outside to acme",
        ),
    ],
    ids=["again", "undo", "back", "credit", "write off", "platform"],
)
def test_what_becomes_of_money_in_suspense_is_said_in_one_sentence_everywhere(  # noqa: PLR0917 - fixtures
    api, alice, worker, sam, sue, play, entered, sentence
):
    public_id = play(api, alice)
    worker.run()
    form = {"account": "", **entered}

    everywhere(sam, sue, RESOLVE, scenarios.item_of(public_id), sentence, **form)


@pytest.mark.parametrize(
    ("play", "reason", "sentence"),
    [
        (
            scenarios.transfer_out("005"),
            "TIMED_OUT",
            "as FAILED (TIMED_OUT) and returns 100.00 USD to Alice Approved, USD account ••••",
        ),
        (
            scenarios.quoted("003"),
            "OFFRAMP_FAILED",
            "as FAILED (OFFRAMP_FAILED) and returns 100.00 USD to Alice Approved, USD account ••••",
        ),
        (
            scenarios.transfer_in("005"),
            "TIMED_OUT",
            "as FAILED (TIMED_OUT). No money was taken from Ada Lovelace, account ••••",
        ),
    ],
    ids=["transfer", "quote", "pull"],
)
def test_what_failing_a_payment_does_is_said_in_one_sentence_everywhere(  # noqa: PLR0917 - fixtures
    api, alice, worker, sam, sue, play, reason, sentence
):
    payment = scenarios.payment_of(play(api, alice))
    worker.run()

    everywhere(sam, sue, FAIL, payment, sentence, failure_reason=reason, is_not_paid="on")


def test_a_deposit_in_suspense_names_its_reference_and_the_account(acme, api, alice, sam, sue):
    item = item_of(arrive(acme.platform, 50_00, named="nobody", reference="BANK-7"))
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2])
    form = {"way": "CREDIT_HOLDER", "account": "", "credited": account.public_id}

    assert "paid by whoever sent the bank reference BANK-7" in foreseen(sam, RESOLVE, item, **form)
    everywhere(sam, sue, RESOLVE, item, "Credits 50.00 USD to Alice Approved, USD account ••••", **form)


def test_when_the_name_of_who_is_paid_has_changed_it_must_be_proposed_anew(api, alice, worker, sam, sue):
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    item = scenarios.item_of(public_id)
    do(sam, RESOLVE, item, way="CREDIT_HOLDER", account="")
    Customer.objects.filter(id=alice.partition(":")[2]).update(full_name="Mallory Moved")

    page, reply = sue.text(page_of(Proposal.objects.get())), approve(sue)

    assert "a name or an account number in it has changed" in page
    assert "HX-Redirect" not in reply
    assert "has changed since it was proposed" in reply.content.decode()
    assert (Proposal.objects.get().status, SuspenseItem.objects.get().way) == ("OPEN", "")


def test_when_nothing_can_be_done_any_more_the_page_says_why(api, alice, worker, sam, sue):
    payment = scenarios.payment_of(scenarios.transfer_out("005")(api, alice))
    worker.run()
    do(sam, FAIL, payment, failure_reason="TIMED_OUT", is_not_paid="on")
    api.post("/sandbox/clock/advance", {"seconds": 86_400})
    worker.run()

    page = sue.text(page_of(Proposal.objects.get()))

    assert scenarios.payment_of(payment.public_id).status == "FAILED"
    assert "It would be refused now: Nothing is under way" in plain(page)


def test_names_are_for_those_who_may_see_whose_they_are(api, alice, worker, sam, sue, hire):  # noqa: PLR0917 - fixtures
    public_id = scenarios.quoted("007")(api, alice)
    worker.run()
    item = scenarios.item_of(public_id)
    do(sam, RESOLVE, item, way="PAY_AGAIN", account="")
    reviewer = hire("rita", Role.REVIEWER)

    pages = [reviewer.text(page_of(Proposal.objects.get())), reviewer.text(list_of(Proposal))]

    assert all("CLABE" not in page and "ExternalAccount:" in page for page in pages)
    assert "<dt>Now</dt>" in sue.text(page_of(Proposal.objects.get()))
    assert "<dt>Now</dt>" not in pages[0], "notes are for those who decide"


def test_a_title_has_the_amount_as_people_write_it(api, alice, worker, sam):
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    item = scenarios.item_of(public_id)

    assert str(item).startswith("100.00 USD: ")
    assert "10000 USD" not in plain(sam.text(page_of(item)))


@pytest.mark.parametrize(
    ("stored", "shown"), [(62_500_000, "0.00062500 BTC"), (62_500_125, "0.00062500125 BTC"), (1, "0.00000000001 BTC")]
)
def test_thousandths_of_a_satoshi_are_shown_in_bitcoin(stored, shown):
    column = columns.msat("amount_msat", title="amount")

    assert plain(column(SandboxInvoice(amount_msat=stored))) == shown

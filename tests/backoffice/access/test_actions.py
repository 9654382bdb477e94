"""Staff actions: one declaration is all that a new one needs; what was proposed before an upgrade is done after it."""

import base64
import datetime as dt
import typing
from decimal import Decimal

import pytest
from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.test import RequestFactory

from banks.models import BankBatch, BankException, BankIncomingFile, BankPayment, Claim, RailRoute
from banks.rail import by_hand, connections, spellings
from banks.statements.by_hand import decisions
from banks.statements.incoming import arrivals
from compliance.models import ScreeningHit
from compliance.verification import reviews
from payments.models import ExternalAccount, InternalAccount, JournalEntry, LedgerAccount, LedgerCheckRun, PaymentFile
from platforms import audit
from platforms.backoffice import actions, dialogs, proposals
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock
from platforms.models import AuditEntry, Platform, Proposal, SecondFactor
from tests.backoffice.conftest import BackOffice, page_of
from tests.backoffice.review_desk.conftest import do, waiting_business, waiting_person
from tests.banks.incoming import ach
from tests.banks.rail import world as bank_files
from tests.banks.statements import world as bank_lines
from tests.banks.statements.world import Entry
from tests.support.compliance.reviewing import checklist, look_at
from tests.support.payments import month_ends, own_fees, payment_files, rate_entries, scenarios
from tests.support.payments.arrivals import arrive, item_of, resolve

ANNA, BERT = (audit.Actor(kind="STAFF", id=name) for name in ("anna", "bert"))
TAKING_TWO = [name for name, action in actions.declared().items() if action.takes_two]


@pytest.fixture(autouse=True)
def _bank(settings, tmp_path):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


class Page(ReadOnlyAdmin):
    list_display = ("name",)


@pytest.fixture
def greet(own_actions) -> Action:
    """A new action, as somebody would declare it in the file of a page."""

    def perform(*, platform_id, greeting, actor, now, reason) -> None:
        platform = Platform.objects.get(id=platform_id)
        details = {"greeting": greeting, "reason": reason}
        audit.record(audit.Subject(platform_id, platform.public_id), "platform.greet", actor=actor, now=now, **details)

    return Action(
        "platform.greet",
        roles=[Role.SUPPORT],
        on=Platform,
        button="Greet",
        offered=lambda platform, _: platform.name != "Rival",
        title="Greet this platform",
        fields={"greeting": forms.CharField()},
        key="platform_id",
        perform=perform,
        message="They are greeted.",
    )


def test_a_new_action_is_one_declaration(greet, hire, acme, rival):
    hire("sam", Role.SUPPORT)
    hire("olga", Role.OPERATIONS)
    page = Page(Platform, admin.site)
    Platform.objects.filter(id=rival.platform.id).update(name="Rival")

    def request(name: str, **sent):
        made = RequestFactory().post("/", sent) if sent else RequestFactory().get("/")
        made.user = User.objects.get(username=name)
        return made

    def buttons(name: str, platform: Platform) -> list[str]:
        return [button.description for button in page.get_actions_detail(request(name), platform.pk)]

    shown = page.greet(request("sam"), object_id=str(acme.platform.pk)).content.decode()
    sent = {"_form_submitted": "True", "greeting": "hello", "reason": "it is new"}
    with pytest.raises(PermissionDenied):
        page.greet(request("olga", **sent), object_id=str(acme.platform.pk))

    assert (buttons("sam", acme.platform), buttons("sam", rival.platform)) == (["Greet"], [])
    assert buttons("olga", acme.platform) == []
    assert "Greet this platform" in shown
    assert shown.index('name="greeting"') < shown.index('name="reason"')
    assert [pattern.name for pattern in page.get_urls()].count("platforms_platform_greet") == 1


@pytest.mark.django_db(transaction=True)
def test_what_it_does_leaves_its_row_in_the_audit_log(greet, hire, acme):
    hire("sam", Role.SUPPORT)
    request = RequestFactory().post("/", {"_form_submitted": "True", "greeting": "hello", "reason": "it is new"})
    request.user = User.objects.get(username="sam")

    form = dialogs.ActionForm(
        action=greet, model=Platform, request=request, data=request.POST, object_id=acme.platform.public_id
    )

    assert form.is_valid(), form.errors
    entry = AuditEntry.objects.get(verb="platform.greet")
    assert (entry.actor_id, entry.subject) == ("sam", acme.platform.public_id)
    assert entry.details == {"greeting": "hello", "reason": "it is new"}


def test_a_name_is_declared_twice_only_for_the_same(greet):
    with pytest.raises(AssertionError, match="declared twice"):
        Action("platform.greet", roles=[Role.SUPPORT], title="Greet", perform=lambda **_: None)


ROW = "PlatformConfig:0197f0d2-1111-7000-8000-000000000000"


@pytest.mark.parametrize("name", TAKING_TWO)
def test_what_two_people_enter_is_read_back_as_what_it_was(name):
    action = actions.declared()[name]
    entered = action.fields(None) if callable(action.fields) else action.fields
    kinds = typing.get_type_hints(action.perform)

    for field_name, field in entered.items():
        if isinstance(field, forms.DecimalField | forms.DateTimeField | forms.ModelChoiceField):
            samples: dict[type, str] = {forms.DecimalField: "1", forms.DateTimeField: "2026-01-01T00:00:00+00:00"}
            sample = next((text for kind, text in samples.items() if isinstance(field, kind)), ROW)
            read = actions._read(kinds.get(field_name), sample)
            assert not isinstance(read, str), field_name
    if action.key:
        assert not isinstance(actions._read(kinds[action.key], "0197f0d2-1111-7000-8000-000000000000"), str)


def test_arguments_are_kept_as_they_were_typed():
    moment = dt.datetime(2026, 1, 31, 12, tzinfo=dt.UTC)
    platform = Platform()

    kept = actions.stored({"rate": Decimal("1.0825"), "small": Decimal("1E-7"), "at": moment, "platform": platform})

    assert kept == {
        "rate": "1.0825",
        "small": "0.0000001",
        "at": "2026-01-31T12:00:00+00:00",
        "platform": platform.public_id,
    }


def _looked_at_by_both(case) -> dict[str, object]:
    look_at(case.key, ANNA.id, BERT.id)
    return {"verification_id": str(case.key), "checklist": checklist(case.key), "seen": case.seen}


def _proposed_before(acme, api, alice, worker) -> dict[str, dict[str, object]]:
    """Bring everything to where two people can act; return arguments as releases before this form kept them."""
    now = clock.real_now()
    for name, is_active in (("carl", True), ("dave", False)):
        User.objects.create_user(username=name, is_staff=True, is_active=is_active)
    secret = base64.b32encode(b"twenty bytes of test").decode()
    SecondFactor.objects.create(username="carl", secret=secret, created_at=now, confirmed_at=now)
    account = InternalAccount.objects.get(id=api.internal_account(alice, "EUR").partition(":")[2])
    LedgerAccount.objects.filter(id=account.ledger_account_id).update(held_at=now)
    stuck = scenarios.payment_of(scenarios.transfer_out("005")(api, alice))
    case = waiting_business(api)
    worker.run()
    do(reviews.reject, case, findings=())
    item = item_of(arrive(acme.platform, 50_00, named="nobody"))
    schedule = rate_entries.schedule(acme, source_currency="MXN")
    platform = acme.platform.public_id
    month = _month_to_close(acme.platform)
    return {
        "staff.invite": {"username": "dora", "email": "dora@example.com", "roles": ["support"]},
        "staff.change_roles": {"username": "carl", "roles": ["reviewer"]},
        "staff.reactivate": {"username": "dave"},
        "second_factor.reset": {"username": "carl"},
        "staff_rate.enter": {
            "source": "USD",
            "destination": "EUR",
            "rate": "1.0825",
            "effective_at": "2999-01-01T00:00:00+00:00",
        },
        "fee_schedule.enter": {
            "platform": platform,
            "source_currency": "USD",
            "destination_currency": "",
            "fixed_fee": 150,
            "variable_rate": "0.015",
            "rate_multiplier": "1.01",
            "effective_from": None,
            "effective_until": "2999-01-01T00:00:00+00:00",
        },
        "fee_schedule.end": {"schedule": schedule.public_id, "effective_until": None},
        "deposit.record": {
            "provider_reference": "BANK-OLD",
            "amount": 5,
            "platform": platform,
            "currency": "USD",
            "named": api.internal_account(alice),
        },
        "internal_account.release": {"account_id": str(account.pk)},
        "transaction.fail_and_refund": {"transaction_id": str(stuck.pk), "failure_reason": "TIMED_OUT"},
        "suspense.resolve": {
            "item_id": str(item.pk),
            "way": "CREDIT_HOLDER",
            "account": api.internal_account(alice),
        },
        "screening_hit.accept": {
            "hit_id": _politician(api),
            "source_of_funds": "SALARY",
            "review_on": (clock.real_now().date() + dt.timedelta(days=90)).isoformat(),
        },
        "review_rule.enter": {
            "platform": platform,
            "flag": "BUSINESS",
            "deciders": "TWO",
            "opens_documents": True,
            "asks_checklist": False,
            "least_volume": "",
        },
        "verification.approve_by_two": _looked_at_by_both(waiting_person(api)),
        "verification.reopen": {"verification_id": str(case.key)},
        "month.close": {"month": month, "explanations": month_ends.EXPLAINED},
        "month.reopen": {"month": month},
        "payment_file.release": {"file": str(_file_of_payments(acme, api, alice).pk)},
        "platform.allow_payee_verification": {"platform_id": str(acme.platform.pk), "allowed": True},
        "platform.limit_fees": own_fees.limits_of(acme.platform),
        **_proposed_of_bank_files(acme, api, worker),
    }


def _month_to_close(platform: Platform) -> str:
    LedgerCheckRun.objects.create(started_at=clock.real_now(), finished_at=clock.real_now(), entries=0, postings=0)
    return str(month_ends.begin(platform, month_ends.month_before(platform, ago=1)).pk)


def _file_of_payments(acme, api, alice) -> PaymentFile:
    """Return a file with a payment that its holder can pay."""
    account = api.internal_account(alice)
    api.fund(account, 1_00)
    return payment_files.uploaded(acme.platform, [(account, api.external_account(alice), "1.00", "USD")])


def _politician(api) -> str:
    """Return the key of a hit of a customer who is on a list of politically exposed persons."""
    api.customer("Ottoline Vexforth")
    return str(ScreeningHit.objects.get(kind="PEP").id)


def _proposed_of_bank_files(acme, api, worker) -> dict[str, dict[str, typing.Any]]:
    """What was proposed about bank connections, routes, batches, and what banks said."""
    connection, customer = bank_files.connect(acme.platform), api.customer("Zoe Approved")
    with transaction.atomic():
        unused = connections.enter(
            **bank_files.EURO | {"name": "unused-bank", "platform": acme.platform.id, "answers_folder": ""},
            reason="tried",
            actor=ANNA,
            now=clock.real_now(),
        )
    [paid] = bank_files.given_out(api, worker, customer, 12_34)
    bank_files.pay(api, customer)
    worker.run()
    closed = bank_files.close(BankBatch.objects.get(state="OPEN"))
    bank_files.pay(api, customer)
    worker.run()
    terms = {name: said for name, said in bank_files.EURO.items() if name != "name"}
    platform = acme.platform.public_id
    with transaction.atomic():
        payee = ExternalAccount.objects.latest("id")
        named = {"account": payee.pk, "latin_name": "Ada Lovelace"}
        spelt = spellings.enter(**named, reason="passport", actor=ANNA, now=clock.real_now())
    return {
        "external_account.confirm_spelling": {"account": str(payee.pk), "digest": spellings.digest_of(spelt)},
        **_proposed_of_bank_lines(api, paid),
        "bank_connection.enter": {**terms, "name": "new-bank", "platform": platform, "answers_folder": ""},
        "bank_connection.replace": {**terms, "connection": str(connection.pk)},
        "bank_connection.end": {"connection": str(unused.pk)},
        "rail_route.enter": {"platform": platform, "currency": "", "account_type": "", "connection_name": ""},
        "rail_route.end": {"route": str(RailRoute.objects.get().pk)},
        "bank_batch.release": {"batch": str(closed.pk), "digest": closed.digest},
        "bank_batch.cancel": {"batch": str(BankBatch.objects.get(state="OPEN").pk)},
        **_proposed_of_refunds(acme, worker),
    }


def _proposed_of_refunds(acme, worker) -> dict[str, dict[str, typing.Any]]:
    """What was proposed about money in euros that goes back to nobody who is known."""
    items = [item_of(arrive(acme.platform, currency="EUR")) for _ in range(5)]
    waiting = [resolve(item, "GIVE_BACK") for item in items[:3]]
    worker.run()
    done, given_up, elsewhere = (
        {"payment": str(BankPayment.objects.get(movement=str(item.movement)).pk)} for item in waiting
    )
    account = by_hand.seal(name="Ada Lovelace", number="FR1420041010050500013M02606", bank="")
    return {
        "bank_payment.carry_out": done,
        "bank_payment.give_up": given_up,
        "bank_payment.enter_account": elsewhere | {"account": account},
        "suspense.send_to": {"item_id": str(items[3].pk), "account": account},
        "suspense.returned": {"item_id": str(items[4].pk), "connection_name": "house-bank"},
    }


def _proposed_of_bank_lines(api, paid: str) -> dict[str, dict[str, typing.Any]]:
    """What was proposed about lines of a statement, each about one of its own."""
    account = api.internal_account(api.customer("Yan Approved"), "EUR")
    api.fund(account, 1_00)
    bank_lines.put(
        bank_lines.camt([Entry(amount) for amount in (-12_34, -3_00, -4_00, 50_00, 60_00, 70_00, -5_00, -6_00)])
    )
    bank_lines.read()
    bank_lines.send(b"hello")
    aside = BankIncomingFile.objects.get(state="SET_ASIDE")
    BankIncomingFile.objects.filter(pk=aside.pk).update(size=arrivals.PART + 1)
    approved, refused = ach.corrections(aside)
    waiting = BankException.objects.order_by("line__number")
    settled, charged, noted, credited, suspended, returned, claimed, _ = ({"exception": str(one.pk)} for one in waiting)
    rule: typing.Any = {"connection_name": "house-bank", "kind": "CODE", "priority": 5, "code": "PMNT/MCOP/CHRG"}
    with transaction.atomic():
        of_staff: typing.Any = {"reason": "before", "actor": ANNA, "now": clock.real_now()}
        undone = decisions.note(exception=waiting[1].pk, **of_staff).line.matches.get()
        decisions.claim(exception=waiting[7].pk, debtor="BANK", **of_staff)
        ended = decisions.enter_rule(**rule | {"priority": 4}, **of_staff)
    return {
        "bank_answer.approve": {"answer": str(approved.pk)},
        "bank_answer.refuse": {"answer": str(refused.pk)},
        "bank_incoming_file.read": {"file": str(aside.pk)},
        "bank_match.undo": {"match": str(undone.pk)},
        "bank_exception.settle": settled | {"end_to_end_id": bank_lines.id_of(paid)},
        "bank_exception.charge": charged,
        "bank_exception.claim": claimed | {"debtor": "BANK"},
        "claim.take": {"claim": str(Claim.objects.get().pk), "account": account, "amount": 1_00},
        "claim.write_off": {"claim": str(Claim.objects.get().pk), "amount": 1_00},
        "bank_exception.note": noted,
        "bank_exception.credit": credited | {"named": account},
        "bank_exception.suspend": suspended,
        "bank_exception.send_back": returned,
        "bank_rule.enter": rule,
        "bank_rule.end": {"rule": str(ended.pk)},
    }


@pytest.mark.django_db(transaction=True)
def test_what_was_proposed_before_an_upgrade_is_done_after_it(acme, api, alice, worker):
    for name in ("anna", "bert"):
        User.objects.create_superuser(username=name)
    kept = _proposed_before(acme, api, alice, worker)
    now = clock.real_now()

    assert set(kept) == set(TAKING_TWO)
    for name, arguments in kept.items():
        proposal = Proposal.objects.create(
            verb=name,
            subject=f"of {name}",
            arguments=arguments,
            reason="agreed with everybody",
            proposed_by=ANNA.id,
            proposed_at=now,
            expires_at=now + proposals.LIFETIME,
        )
        with transaction.atomic():
            proposals.approve(proposal_id=proposal.id, reason="seen", actor=BERT, now=clock.real_now())
        told = AuditEntry.objects.filter(details__proposedBy=ANNA.id).latest("id")
        before = AuditEntry.objects.filter(id__lt=told.id, details__proposedBy=ANNA.id).order_by("-id").first()
        assert told.verb == "proposal.approve", name
        assert before is not None, name
        assert before.verb != "proposal.approve", name


@pytest.mark.django_db(transaction=True)
def test_a_second_person_reads_what_happens_and_of_money_how_much_from_whom_and_to_whom(acme, api, alice, worker):
    for name in ("anna", "bert"):
        User.objects.create_superuser(username=name)
    office, moving = BackOffice(User.objects.get(username="bert")), set()
    kept = _proposed_before(acme, api, alice, worker)
    assert set(kept) == set(TAKING_TWO)
    worker.run()
    for name, arguments in kept.items():
        with transaction.atomic():
            proposal = proposals.propose(
                action=actions.declared()[name],
                subject=f"of {name}",
                arguments=arguments,
                reason="agreed with everybody",
                actor=ANNA,
                now=clock.real_now(),
            )
        page, entries = office.text(page_of(proposal)), JournalEntry.objects.count()
        said = AuditEntry.objects.get(verb="proposal.make", subject=f"of {name}").details["effect"]
        with transaction.atomic():
            proposals.approve(proposal_id=proposal.id, reason="seen", actor=BERT, now=clock.real_now())
        worker.run()
        has_moved = JournalEntry.objects.count() > entries
        parts = {"Effect", "Amount", "From", "To", "Booked"} if has_moved else {"Effect"}
        moving |= {name} if has_moved else set()

        assert parts <= set(said), name
        assert all(f"<dt>{label}</dt>" in page for label in said), name
        assert AuditEntry.objects.get(verb="proposal.approve", subject=f"of {name}").details["effect"] == said, name
        assert not any(personal in str(said) for personal in ("Alice", "dora@example.com")), name
    assert moving == {
        "bank_exception.charge",
        "bank_exception.claim",
        "bank_exception.credit",
        "bank_exception.send_back",
        "bank_exception.settle",
        "bank_exception.suspend",
        "bank_payment.carry_out",
        "claim.take",
        "claim.write_off",
        "deposit.record",
        "suspense.resolve",
        "suspense.returned",
        "transaction.fail_and_refund",
    }

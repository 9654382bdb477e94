"""Everything that staff can make happen leaves its row in the audit log, with both people where it takes two."""

import dataclasses
import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from compliance.models import Customer, Document, HandOpenedCase, ScreeningHit
from compliance.review_desk import assignments
from compliance.verification import reviews
from payments.models import (
    ExternalAccount,
    FeeSchedule,
    InternalAccount,
    LedgerAccount,
    OperationsCase,
    PaymentFile,
    SuspenseItem,
    UmaKey,
    UmaProvider,
)
from platforms import audit
from platforms.backoffice import actions
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import ApiToken, AuditEntry, Platform, Proposal, SecondFactor
from tests.backoffice.access import (
    allowed_platforms,
    bank_cases,
    closed_months,
    further_endpoints,
    waiting_payments,
)
from tests.backoffice.conftest import BackOffice, Story
from tests.backoffice.review_desk.conftest import Waiting, do, page, send, waiting_business, waiting_person
from tests.conftest import Api
from tests.support.backoffice.dialogs import SOMEBODY, _dialogs
from tests.support.compliance.reviewing import look_at
from tests.support.payments import payment_files, scenarios
from webhooks.delivery import platform_endpoints
from webhooks.models import EndpointHealth, Event, SigningKey

ONE, TWO = (audit.Actor(kind="STAFF", id=name) for name in ("one", "two"))


@dataclasses.dataclass(frozen=True)
class Stage:
    """Who acts, and what they act on."""

    one: BackOffice
    api: Api
    story: Story
    business: Waiting
    listed: Waiting
    """A person whose name is on a sanctions list."""
    payment: str
    """It waits for the rail."""

    def ask(self, verb: str, row: Any = None, **entered: str | list[str]) -> Any:
        """Fill in the dialog of a verb on the page of an object, or of a list, and send it."""
        address = _dialogs()[verb].replace(str(SOMEBODY), str(row.pk) if row else "")
        return self.one.post(address, _form_submitted="True", **{"reason": "because", **entered})

    def decide(self, word: str, **entered: str) -> Any:
        """Take the case of the business, and send a dialog of the desk."""
        self.claim()
        return send(self.one, self.business, word, **entered)

    def claim(self, case: Waiting | None = None) -> None:
        do(assignments.claim, case or self.business, actor=ONE, reason=None, is_lead=True)

    @property
    def case(self) -> OperationsCase:
        return OperationsCase.objects.filter(state="OPEN", assigned_to="").earliest("id")

    @property
    def provider(self) -> dict[str, str]:
        return {
            "environment": "SANDBOX",
            "name": "Vega Pay",
            "domain": "vega.example.com",
            "lei": "",
            "logo_url": "",
            "regions": "MX",
            "currencies": "MXN",
        }


def _release_case(stage: Stage) -> Any:
    case = stage.case
    stage.ask("case.claim", case)
    return stage.ask("case.release", case)


def _export(stage: Stage) -> Any:
    account = LedgerAccount.objects.filter(kind="FEES", currency="USD").latest("id")
    return stage.one.post(reverse("admin:payments_ledger_export", args=[account.pk]), form="csv")


def _redeliver(stage: Stage) -> Any:
    Event.objects.filter(resource=stage.story.paid).update(state="ABANDONED", next_attempt_at=None)
    event = Event.objects.filter(resource=stage.story.paid).latest("number")
    [endpoint, *_] = platform_endpoints.of_platform(event.platform_id)
    return stage.ask("event.redeliver", event, endpoint=endpoint.public_id)


def _redeliver_range(stage: Stage) -> Any:
    since = (stage.story.acme.platform.now() - dt.timedelta(days=1)).isoformat()
    return stage.ask("event.redeliver_range", platform=str(stage.story.acme.platform.pk), since=since)


def _test_endpoint(stage: Stage) -> Any:
    """Nothing listens there: what was asked for is logged before anything is sent."""
    Platform.objects.update(webhook_endpoint="http://127.0.0.1:1/")
    return stage.ask("webhook_endpoint.test", EndpointHealth.objects.get())


def _release_account(stage: Stage) -> Any:
    account = InternalAccount.objects.get(id=stage.story.internal_account.partition(":")[2])
    LedgerAccount.objects.filter(id=account.ledger_account_id).update(held_at=clock.real_now())
    return stage.ask("internal_account.release", account)


def _show(stage: Stage) -> Any:
    row = ExternalAccount.objects.latest("id")
    address = reverse("admin:payments_externalaccount_show_personal_data", args=[row.pk])
    return stage.one.post(address, _form_submitted="True", reason="because")


def _confirm_spelling(stage: Stage) -> Any:
    row = ExternalAccount.objects.latest("id")
    ExternalAccount.objects.filter(pk=row.pk).update(entered_latin_name="Ada Lovelace")
    return stage.ask("external_account.confirm_spelling", row)


def _resolve_hit(stage: Stage) -> Any:
    stage.claim(stage.listed)
    hit = stage.listed.row.customer.screening_hits.get()
    address = f"{reverse('admin:compliance_desk_hit', args=[stage.listed.key])}?hit={hit.id}"
    return stage.one.post(address, _form_submitted="True", state="CLEARED", reason="Born in another year.")


def _accept_hit(stage: Stage) -> Any:
    stage.api.customer("Ottoline Vexforth")
    hit, day = ScreeningHit.objects.get(kind="PEP"), clock.real_now().date() + dt.timedelta(days=90)
    entered = {"source_of_funds": "SALARY", "review_on": day.isoformat(), "reason": "The same birth date."}
    return stage.ask("screening_hit.accept", hit, **entered)


def _take_file(stage: Stage) -> Any:
    customer = stage.business.row.customer
    stage.ask("customer.take_file", customer, personal_data="masked")
    return stage.one.get(reverse("admin:compliance_customer_file", args=[customer.pk]))


def _open_case(stage: Stage) -> Any:
    customer = Customer.objects.get(id=stage.story.alice.partition(":")[2])
    return stage.ask("customer.open_case", customer, reason="Many payments at night")


def _decide_opened(stage: Stage) -> Any:
    _open_case(stage)
    case = HandOpenedCase.objects.filter(decided_at=None).latest("id")
    return stage.ask("hand_opened_case.decide", case, outcome="IN_ORDER", reason="They are his rent and salaries")


def _reset_factor(stage: Stage) -> Any:
    now = clock.real_now()
    SecondFactor.objects.create(username="carl", secret="JBSWY3DP", created_at=now, confirmed_at=now)
    return stage.ask("second_factor.reset", _carl())


def _reactivate(stage: Stage) -> Any:
    User.objects.filter(username="carl").update(is_active=False)
    return stage.ask("staff.reactivate", _carl())


def _reopen(stage: Stage) -> Any:
    stage.claim()
    do(reviews.reject, stage.business, actor=ONE, findings=())
    return send(stage.one, stage.business, "reopen")


def _approve_by_two(stage: Stage) -> Any:
    look_at(stage.business.key, "two")
    return stage.decide("approve_by_two")


def _read_case(stage: Stage) -> Any:
    stage.claim()
    return stage.one.get(page(stage.business))


def _enable(stage: Stage) -> Any:
    EndpointHealth.objects.update(disabled_at=clock.real_now())
    return stage.ask("webhook_endpoint.enable", EndpointHealth.objects.get())


def _upload_payments(stage: Stage) -> Any:
    row = (stage.story.internal_account, stage.story.external_account, "1.00", "USD")
    return stage.one.post(
        reverse("admin:payments_paymentfile_upload"),
        platform=str(stage.story.acme.platform.pk),
        file=payment_files.sent(payment_files.text([row])),
        reason="because",
    )


def _carl() -> User:
    carl: User = User.objects.get(username="carl")
    return carl


def _payment(stage: Stage) -> Any:
    return scenarios.payment_of(stage.payment)


_CASES: dict[str, Callable[[Stage], Any]] = {**further_endpoints.CASES, **waiting_payments.CASES} | {
    **bank_cases.CASES,
    "case.claim": lambda its: its.ask("case.claim", its.case),
    "case.close": lambda its: its.ask("case.close", its.case),
    "case.note": lambda its: its.ask("case.note", its.case),
    "case.release": _release_case,
    "customer.open_case": _open_case,
    "customer.take_file": _take_file,
    "deposit.record": lambda its: its.ask(
        "deposit.record",
        platform=str(its.story.acme.platform.id),
        currency="USD",
        amount="50.00",
        named="fore Alise",
        provider_reference="BANK-1",
    ),
    "customer.read_payments": lambda its: its.one.get(
        reverse("admin:compliance_desk_payments", args=[its.business.key])
    ),
    "document.read": lambda its: its.one.get(
        reverse("admin:compliance_document_content", args=[Document.objects.latest("id").pk])
    ),
    "event.redeliver": _redeliver,
    "external_account.confirm_spelling": _confirm_spelling,
    "external_account.spell": lambda its: its.ask(
        "external_account.spell", ExternalAccount.objects.latest("id"), latin_name="Ada Lovelace"
    ),
    "event.redeliver_range": _redeliver_range,
    "fee_schedule.end": lambda its: its.ask(
        "fee_schedule.end", FeeSchedule.objects.get(effective_until=None), effective_until=""
    ),
    "fee_schedule.enter": lambda its: its.ask(
        "fee_schedule.enter",
        platform=str(its.story.acme.platform.id),
        source_currency="EUR",
        destination_currency="",
        fixed_fee="1.50",
        variable_rate="1.5",
        rate_multiplier="1",
        effective_from="",
        effective_until="",
    ),
    "hand_opened_case.decide": _decide_opened,
    "internal_account.release": _release_account,
    "ledger.close": lambda its: its.ask(
        "ledger.close", LedgerAccount.objects.filter(kind="FEES").latest("id"), until="2026-01-01T00:00"
    ),
    "ledger.export": _export,
    **closed_months.CASES,
    "note.write": lambda its: its.ask("note.write", its.story.acme.platform),
    "payment_file.release": lambda its: its.ask("payment_file.release", PaymentFile.objects.get()),
    "payment_file.upload": _upload_payments,
    "personal_data.show": _show,
    **allowed_platforms.CASES,
    "platform.create": lambda its: its.ask(
        "platform.create",
        name="Globex",
        environment="SANDBOX",
        uma_domain="globex.example.com",
        currencies="USD",
        contact_email="ops@globex.example.com",
    ),
    "review_rule.enter": lambda its: its.ask(
        "review_rule.enter",
        platform=str(its.story.acme.platform.id),
        flag="BUSINESS",
        deciders="TWO",
        opens_documents="on",
        least_volume="",
        reason="Agreed by the board.",
    ),
    "screening_hit.accept": _accept_hit,
    "screening_hit.resolve": _resolve_hit,
    "second_factor.reset": _reset_factor,
    "signing_keys.rotate": lambda its: its.ask("signing_keys.rotate", SigningKey.objects.latest("id")),
    "staff.change_roles": lambda its: its.ask("staff.change_roles", _carl(), roles=["reviewer"]),
    "staff.deactivate": lambda its: its.ask("staff.deactivate", _carl()),
    "staff.invite": lambda its: its.ask("staff.invite", username="dora", email="dora@example.com", roles=["support"]),
    "staff.make_link": lambda its: its.ask("staff.make_link", _carl()),
    "staff.reactivate": _reactivate,
    "staff_rate.enter": lambda its: its.ask(
        "staff_rate.enter", source="USD", destination="EUR", rate="1.0825", effective_at=""
    ),
    "suspense.resolve": lambda its: its.ask(
        "suspense.resolve", SuspenseItem.objects.get(way=""), way="GIVE_BACK", account=""
    ),
    "token.revoke": lambda its: its.ask("token.revoke", ApiToken.objects.filter(revoked_at=None).latest("id")),
    "transaction.fail_and_refund": lambda its: its.ask(
        "transaction.fail_and_refund", _payment(its), failure_reason="TIMED_OUT", is_not_paid="on"
    ),
    "transaction.retry": lambda its: its.ask("transaction.retry", _payment(its)),
    "uma_keys.rotate": lambda its: its.ask("uma_keys.rotate", UmaKey.objects.filter(replaced_at=None).latest("id")),
    "uma_provider.add": lambda its: its.ask("uma_provider.add", **its.provider),
    "uma_provider.change": lambda its: its.ask(
        "uma_provider.change", UmaProvider.objects.filter(environment="SANDBOX").latest("id"), **its.provider
    ),
    "verification.approve": lambda its: its.decide("approve"),
    "verification.approve_by_two": _approve_by_two,
    "review_desk.export": lambda its: its.one.get(reverse("admin:compliance_desk_numbers_export")),
    "verification.claim": lambda its: its.one.post(reverse("admin:compliance_desk_claim", args=[its.business.key])),
    "verification.escalate": lambda its: its.decide("escalate"),
    "verification.note": lambda its: its.decide("note"),
    "verification.read": _read_case,
    "verification.reassign": lambda its: its.decide("reassign", assigned_to="rob"),
    "verification.reject": lambda its: its.decide("reject", person_0_kind="FORGED_DOCUMENT"),
    "verification.release": lambda its: its.decide("release"),
    "verification.reopen": _reopen,
    "verification.request_information": lambda its: its.decide(
        "ask", person_0_first_kind="INVALID_FIELD:customer.address"
    ),
    "webhook_endpoint.enable": _enable,
    "webhook_endpoint.test": _test_endpoint,
}
"""Of each verb that is declared: staff who do it."""
_LOGGED_AS = further_endpoints.LOGGED_AS | {
    "verification.approve_by_two": "verification.approve",
    **bank_cases.LOGGED_AS,
    "deposit.record": "deposit.receive",
    "fee_schedule.enter": "fee_schedule.create",
    "webhook_endpoint.enable": "config.update",
}
"""Verbs whose row in the audit log has the name of what came of them, as it has when others do it."""


@pytest.fixture
def stage(story, api, worker, hire, settings) -> Stage:
    settings.EMAIL_HOST = "mail.example.com"
    one = BackOffice(User.objects.create_superuser(username="one"))
    hire("carl", Role.SUPPORT)
    User.objects.filter(username="carl").update(email="carl@example.com")
    hire("rob", Role.REVIEWER)
    payment = scenarios.transfer_out("005")(api, story.alice)
    worker.run()
    listed = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    return Stage(one, api, story, waiting_business(api), listed, payment)


def test_every_verb_has_a_case():
    assert set(_CASES) == set(actions.declared())


def test_every_verb_leaves_its_row_in_the_audit_log(stage):
    two = BackOffice(User.objects.create_superuser(username="two"))
    wrong: dict[str, Any] = {}
    for name, play in _CASES.items():
        savepoint = transaction.savepoint()
        before = AuditEntry.objects.latest("id").id
        reply = play(stage)
        takes_two = actions.declared()[name].takes_two
        if takes_two and (proposal := Proposal.objects.filter(status="OPEN", proposed_by="one").first()):
            address = reverse("admin:platforms_proposal_approve", args=[proposal.pk])
            reply = two.post(address, _form_submitted="True", reason="seen")
        rows = AuditEntry.objects.filter(id__gt=before, verb=_LOGGED_AS.get(name, name))
        who = list(rows.values_list("actor_kind", "actor_id", "details__proposedBy"))
        transaction.savepoint_rollback(savepoint)
        if who != [("STAFF", "two", "one") if takes_two else ("STAFF", "one", None)]:
            wrong[name] = (who, reply.status_code, reply.content.decode()[-2000:] if not reply.streaming else "")

    assert wrong == {}

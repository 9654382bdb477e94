"""Every role with every verb and every list: let in where these tables say so, refused everywhere else."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.urls import reverse

from config.backoffice import roles
from payments.models import LedgerAccount
from platforms.backoffice import actions
from platforms.backoffice.actions import Role
from tests.backoffice.access.conftest import signed_in
from tests.backoffice.conftest import MODELS, BackOffice, list_of
from tests.backoffice.review_desk.conftest import waiting_business, waiting_person
from tests.support import databases
from tests.support.backoffice.dialogs import SOMEBODY, _dialogs

S, R, L, O, A = Role.SUPPORT, Role.REVIEWER, Role.LEAD_REVIEWER, Role.OPERATIONS, Role.ADMINISTRATOR  # noqa: E741
NOBODY, SUPERUSER = "nobody", "superuser"

WHO_MAY = {
    "case.claim": {O, A},
    "case.close": {O, A},
    "case.note": {O, A},
    "case.release": {O, A},
    "deposit.record": {O},
    "bank_batch.cancel": {O},
    "bank_batch.check": {O},
    "bank_batch.close": {O},
    "bank_batch.release": {O},
    "bank_comparison.export": {O},
    "bank_connection.end": {O},
    "bank_connection.enter": {O},
    "bank_connection.replace": {O},
    "bank_exception.charge": {O},
    "bank_answer.approve": {O},
    "bank_answer.refuse": {O},
    "bank_exception.claim": {O},
    "bank_exception.credit": {O},
    "bank_exception.note": {O},
    "bank_exception.send_back": {O},
    "bank_exception.settle": {O},
    "bank_exception.suspend": {O},
    "bank_file.download": {O},
    "bank_incoming_file.download": {O},
    "bank_incoming_file.read": {O},
    "bank_incoming_file.upload": {O},
    "bank_match.undo": {O},
    "bank_payment.carry_out": {O},
    "bank_payment.enter_account": {O},
    "bank_payment.give_up": {O},
    "payment_file.release": {O},
    "payment_file.upload": {O},
    "statement_run.begin": {O, A},
    "statement_run.download": {O, A},
    "platform.allow_payee_verification": {A},
    "platform.limit_fees": {O},
    "bank_rule.end": {O},
    "bank_rule.enter": {O},
    "claim.take": {O},
    "claim.write_off": {O},
    "rail_route.end": {O},
    "rail_route.enter": {O},
    "customer.open_case": {R, L},
    "customer.read_payments": {R, L},
    "customer.take_file": {R, L, A},
    "document.read": {R, L},
    "hand_opened_case.decide": {R, L},
    "external_account.confirm_spelling": {O},
    "external_account.spell": {O},
    "event.redeliver": {S, O},
    "event.redeliver_range": {O},
    "fee_schedule.end": {O},
    "fee_schedule.enter": {O},
    "internal_account.release": {O},
    "ledger.close": {O, A},
    "ledger.export": {O, A},
    "account_code.enter": {O, A},
    "general_ledger.export": {O, A},
    "month.begin": {O, A},
    "month.close": {O, A},
    "month.reopen": {O, A},
    "note.write": {S, R, L, O, A},
    "platform.create": {O, A},
    "personal_data.show": {S, R, L, A},
    "review_rule.enter": {L},
    "review_desk.export": {L},
    "screening_hit.accept": {R, L},
    "screening_hit.resolve": {R, L},
    "second_factor.reset": {A},
    "signing_keys.rotate": {O, A},
    "staff.change_roles": {A},
    "staff.deactivate": {A},
    "staff.invite": {A},
    "staff.make_link": {A},
    "staff.reactivate": {A},
    "staff_rate.enter": {O},
    "suspense.send_to": {O},
    "suspense.resolve": {S, O},
    "suspense.returned": {O},
    "token.revoke": {O, A},
    "transaction.fail_and_refund": {S, O},
    "transaction.refuse": {S, O},
    "transaction.release": {S, O},
    "transaction.retry": {S, O},
    "uma_keys.rotate": {O, A},
    "uma_provider.add": {O},
    "uma_provider.change": {O},
    "verification.approve": {R, L},
    "verification.approve_by_two": {R, L},
    "verification.claim": {R, L},
    "verification.escalate": {R, L},
    "verification.note": {R, L},
    "verification.read": {R, L},
    "verification.reassign": {L},
    "verification.reject": {R, L},
    "verification.release": {R, L},
    "verification.reopen": {R, L},
    "verification.request_information": {R, L},
    "further_endpoint.enable": {O, A},
    "further_endpoint.test": {S, O, A},
    "webhook_endpoint.enable": {O, A},
    "webhook_endpoint.test": {S, O, A},
}
TAKES_TWO = {
    "deposit.record",
    "bank_answer.approve",
    "bank_answer.refuse",
    "bank_batch.cancel",
    "bank_batch.release",
    "bank_connection.end",
    "bank_connection.enter",
    "bank_connection.replace",
    "bank_exception.charge",
    "bank_exception.claim",
    "bank_exception.credit",
    "bank_exception.note",
    "bank_exception.send_back",
    "bank_exception.settle",
    "bank_exception.suspend",
    "bank_incoming_file.read",
    "bank_match.undo",
    "bank_payment.carry_out",
    "bank_payment.enter_account",
    "bank_payment.give_up",
    "bank_rule.end",
    "bank_rule.enter",
    "claim.take",
    "claim.write_off",
    "rail_route.end",
    "rail_route.enter",
    "review_rule.enter",
    "screening_hit.accept",
    "external_account.confirm_spelling",
    "fee_schedule.end",
    "fee_schedule.enter",
    "internal_account.release",
    "month.close",
    "month.reopen",
    "payment_file.release",
    "platform.allow_payee_verification",
    "platform.limit_fees",
    "staff_rate.enter",
    "second_factor.reset",
    "staff.change_roles",
    "staff.invite",
    "staff.reactivate",
    "suspense.send_to",
    "suspense.resolve",
    "suspense.returned",
    "transaction.fail_and_refund",
    "verification.approve_by_two",
    "verification.reopen",
}
WORDS_OF_THE_DESK = {
    "verification.approve": "approve",
    "verification.approve_by_two": "approve_by_two",
    "verification.reject": "reject",
    "verification.request_information": "ask",
    "verification.escalate": "escalate",
    "verification.note": "note",
    "verification.release": "release",
    "verification.reassign": "reassign",
    "verification.reopen": "reopen",
}
MAY_SEE = {
    "platforms": {
        "Platform": {S, R, L, O, A},
        "AuditEntry": {S, R, L, O, A},
        "Proposal": {S, R, L, O, A},
        "PlatformCurrency": {S, O, A},
        "IdempotencyKey": {S, O, A},
        "": {O, A},
    },
    "webhooks": {
        "Event": {S, O, A},
        "Delivery": {S, O, A},
        "EndpointHealth": {S, O, A},
        "EventStream": {S, O, A},
        "FurtherEndpoint": {S, O, A},
        "FurtherEvent": {S, O, A},
        "": {O, A},
    },
    "compliance": {
        "Customer": {S, R, L, O, A},
        "CustomerStatusChange": {S, R, L, O, A},
        "Verification": {S, R, L, O, A},
        "VerificationStatusChange": {S, R, L, O, A},
        "KycLink": {S, R, L, O, A},
        "UploadDay": {S, R, L, O, A},
        "BulkImport": {S, R, L, O, A},
        "": {R, L, A},
    },
    "payments": {"": {S, O, A}},
    "banks": {"": {S, O, A}},
    "invitations": {"": {S, O, A}},
    "auth": {"": {A}},
}
"""App → model → who sees its list; the empty name stands for all others."""


@pytest.fixture(scope="session")
def _staff(django_db_setup, django_db_blocker) -> dict[str, BackOffice]:
    with django_db_blocker.unblock(), databases.recorded("staff"):
        people = {role.value: signed_in(role.value.replace(" ", "-"), role) for role in Role}
        root = User.objects.create_superuser(username="root")
        return people | {NOBODY: signed_in("nobody"), SUPERUSER: BackOffice(root)}


@pytest.fixture
def staff(_staff, db) -> Iterator[dict[str, BackOffice]]:
    """One person of each role, one with none, and a superuser, who have signed in before the test."""
    databases.put("staff")
    cookies = {name: copy.copy(office.client.cookies) for name, office in _staff.items()}
    yield _staff
    for name, office in _staff.items():
        office.client.cookies = cookies[name]


def door(verb: str, api) -> str:
    """Return an address that a person needs the verb for. What is sent there is refused for its form, at the latest."""
    if verb in WORDS_OF_THE_DESK:
        case = waiting_business(api)
        return f"{reverse('admin:compliance_desk_dialog', args=[case.key, WORDS_OF_THE_DESK[verb]])}?seen=x"
    if verb in _OF_A_CASE:
        return reverse(_OF_A_CASE[verb], args=[waiting_business(api).key])
    if verb == "screening_hit.resolve":
        listed = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
        hit = listed.row.customer.screening_hits.get()
        return f"{reverse('admin:compliance_desk_hit', args=[listed.key])}?hit={hit.id}"
    if verb == "ledger.export":
        return reverse("admin:payments_ledger_export", args=[LedgerAccount.objects.earliest("id").pk])
    if verb in _CONTENTS:
        return reverse(_CONTENTS[verb], args=[SOMEBODY])
    address = reverse(_PAGES[verb]) if verb in _PAGES else _dialogs()[verb]
    # Of the pages that show personal data, one that all of them see.
    is_reveal = verb == "personal_data.show"
    return address.replace("/platforms/apitoken/", "/compliance/customer/") if is_reveal else address


_OF_A_CASE = {
    "customer.read_payments": "admin:compliance_desk_payments",
    "verification.claim": "admin:compliance_desk_claim",
    "verification.read": "admin:compliance_desk_case",
}
_PAGES = {
    "bank_comparison.export": "admin:banks_bank_comparison_export",
    "general_ledger.export": "admin:payments_general_ledger_file",
    "bank_incoming_file.upload": "admin:banks_bankincomingfile_upload",
    "payment_file.upload": "admin:payments_paymentfile_upload",
    "review_desk.export": "admin:compliance_desk_numbers_export",
}
_CONTENTS = {
    "statement_run.download": "admin:payments_statementrun_archive",
    "bank_file.download": "admin:banks_bankfile_content",
    "bank_incoming_file.download": "admin:banks_bankincomingfile_content",
    "document.read": "admin:compliance_document_content",
}


def test_the_table_names_every_verb_its_roles_and_what_takes_two():
    assert {name: set(action.roles) for name, action in actions.declared().items()} == WHO_MAY
    assert {name for name, action in actions.declared().items() if action.takes_two} == TAKES_TWO


@pytest.mark.parametrize("verb", sorted(WHO_MAY))
def test_a_verb_lets_its_roles_in_and_nobody_else(verb, staff, api):
    address = door(verb, api)
    alone = {"customer.read_payments", "verification.read", "bank_comparison.export", "review_desk.export"}
    alone |= {"general_ledger.export"}
    read_only = verb in {*alone, *_CONTENTS}
    let_in = {*(role.value for role in WHO_MAY[verb]), SUPERUSER}

    for name, office in staff.items():
        reply = office.get(address) if read_only else office.post(address, _form_submitted="True", reason="")

        assert (reply.status_code != 403) == (name in let_in), (verb, name, reply.status_code)


@pytest.mark.parametrize("verb", sorted(set(_dialogs()) if admin.site._registry else ()))
def test_who_has_left_may_nothing_whatever_the_role(verb, staff, api):
    User.objects.update(is_active=False)

    for office in staff.values():
        assert office.post(_dialogs()[verb], _form_submitted="True", reason="").status_code == 302


def test_every_button_of_the_back_office_is_an_action_for_somebody():
    registry: dict[Any, Any] = dict(admin.site._registry)
    buttons = {
        (model._meta.label, name)
        for model, page in registry.items()
        for name in (*page.actions_list, *page.actions_detail)
        if getattr(getattr(page, name), "dialog", None)
    }
    declared = {
        (model._meta.label, word): one for model, page in registry.items() for word, one in page.staff_actions.items()
    }

    assert buttons == set(declared)
    # One that is declared after its page was made, or under the word of another, would have no button.
    offered = {(model._meta.label, one.word) for model in registry for one in actions.of_model(model)}
    assert offered <= set(declared)
    assert [one for model in registry for one in actions.of_model(model) if one not in declared.values()] == []
    of_no_role = {label for (label, _), one in declared.items() if one.name not in WHO_MAY}
    assert of_no_role == {"platforms.Proposal"}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_a_list_is_seen_by_its_roles_and_nobody_else(model, staff):
    of_app = MAY_SEE[model._meta.app_label]
    seen_by = {*(role.value for role in of_app.get(model.__name__, of_app[""])), SUPERUSER}

    for name, office in staff.items():
        assert (office.get(list_of(model)).status_code == 200) == (name in seen_by), (model, name)


def test_the_groups_of_the_roles_have_what_the_table_says_and_nothing_else(db):
    for role in Role:
        group = Group.objects.get(name=role.value)
        held = {permission.codename for permission in group.permissions.all()}
        granted = {
            f"view_{model._meta.model_name}"
            for model in MODELS
            if role in MAY_SEE[model._meta.app_label].get(model.__name__, MAY_SEE[model._meta.app_label][""])
        }
        assert held >= granted
        assert all(name.startswith("view_") for name in held), role


def test_a_migration_takes_away_what_the_table_no_longer_says(db):
    from django.apps import apps

    group = Group.objects.get(name=Role.SUPPORT)
    before = set(group.permissions.values_list("codename", flat=True))
    of_documents = apps.get_model("auth.Permission").objects.get(codename="view_document")
    group.permissions.add(of_documents)

    roles.ensure(app_config=apps.get_app_config("compliance"))

    assert set(group.permissions.values_list("codename", flat=True)) == before

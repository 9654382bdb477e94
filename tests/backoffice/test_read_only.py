"""Nobody changes anything here, whatever permissions they have."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from platforms.backoffice.read_only import ReadOnlyAdmin
from tests.backoffice.conftest import MODELS, BackOffice, list_of, page_of

every_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)


def _address(model, verb: str, *args) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{verb}", args=args)


@every_model
def test_every_model_has_a_read_only_page(model):
    assert isinstance(admin.site._registry.get(model), ReadOnlyAdmin)


def test_no_page_of_the_site_can_write():
    writable = [model for model, page in admin.site._registry.items() if not isinstance(page, ReadOnlyAdmin)]

    assert writable == []


@every_model
def test_even_an_administrator_can_not_add(model, backoffice):
    assert backoffice.get(_address(model, "add")).status_code == 403
    assert backoffice.post(_address(model, "add"), name="new").status_code == 403


def test_even_an_administrator_can_not_change_or_delete(backoffice, story):
    for model in MODELS:
        row = model._default_manager.order_by("pk")[0]
        before = model._default_manager.filter(pk=row.pk).values().get()

        changed = backoffice.post(page_of(row), name="changed", status="COMPLETED", balance="1")
        delete_form = backoffice.get(_address(model, "delete", row.pk))
        deleted = backoffice.post(_address(model, "delete", row.pk), post="yes")

        assert [changed.status_code, delete_form.status_code, deleted.status_code] == [403, 403, 403], model
        assert model._default_manager.filter(pk=row.pk).values().get() == before


def test_nothing_is_done_in_bulk(backoffice, story):
    for model in MODELS:
        rows = [str(row.pk) for row in model._default_manager.all()]

        reply = backoffice.post(list_of(model), action="delete_selected", _selected_action=rows, post="yes")

        assert reply.status_code == 403, model
        assert model._default_manager.count() >= len(rows) > 0


def test_staff_see_only_what_they_may(story, db):
    support = User.objects.create_user(username="support", is_staff=True)
    support.user_permissions.add(Permission.objects.get(codename="view_transaction"))
    backoffice = BackOffice(support)
    payment = f"/admin/payments/transaction/{story.paid}/change/"

    page = backoffice.text(payment)

    assert "Status history" not in page
    assert "/admin/payments/journalentry/" not in page
    assert backoffice.get("/admin/compliance/customer/").status_code == 403
    assert "Internal accounts" not in backoffice.text("/admin/")


def test_a_platforms_customer_or_outsider_gets_the_sign_in_page(client, story):
    reply = client.get("/admin/payments/transaction/")

    assert reply.status_code == 302
    assert reply["Location"] == "/admin/login/?next=/admin/payments/transaction/"


def test_an_account_that_is_not_staff_can_not_sign_in(client, db):
    User.objects.create_user(username="somebody", password="correct horse battery staple")

    reply = client.post("/admin/login/", {"username": "somebody", "password": "correct horse battery staple"})

    assert reply.status_code == 200
    assert "_auth_user_id" not in client.session


def test_staff_sign_in_with_name_and_password(client, administrator):
    reply = client.post("/admin/login/", {"username": "administrator", "password": "correct horse battery staple"})

    assert reply.status_code == 302
    assert reply["Location"] == "/admin/"


def test_its_scripts_and_styles_are_served_by_us(client, db):
    page = client.get("/admin/login/").content.decode()
    style = client.get("/static/unfold/css/styles.css")

    assert style.status_code == 200
    style.close()
    assert "https://" not in page.replace("https://www.w3.org", "")

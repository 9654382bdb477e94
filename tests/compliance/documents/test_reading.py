"""Reading the content of a document: permissions, audit log, and what the browser keeps."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from compliance.documents import encrypted_storage
from compliance.models import Document
from platforms.models import AuditEntry
from tests.support.compliance import sample_documents

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(desk, alice) -> Document:
    found: Document = Document.objects.get(
        id=desk.uploaded(alice, sample_documents.pdf(), name="<b>.pdf")["id"].partition(":")[2]
    )
    return found


def _browser(*permissions: str, is_staff: bool = True) -> Client:
    user = User.objects.create_user(username="rita", is_staff=is_staff)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


def _address(document: Document) -> str:
    return reverse("admin:compliance_document_content", args=[document.pk])


def test_a_reviewer_reads_a_document_and_the_audit_log_says_so(document):
    reply = _browser("view_document", "read_document").get(_address(document))

    assert (reply.status_code, reply.content) == (200, sample_documents.pdf())
    entry = AuditEntry.objects.get(verb="document.read")
    assert (entry.actor_kind, entry.actor_id, entry.subject) == ("STAFF", "rita", document.public_id)
    assert entry.details == {"sha256": bytes(document.sha256).hex()}


def test_a_browser_saves_the_file_and_does_nothing_else_with_it(document):
    reply = _browser("read_document").get(_address(document))

    assert reply["Content-Type"] == "application/pdf"
    assert reply["Content-Disposition"] == f'attachment; filename="Document-{document.pk}.pdf"'
    assert reply["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert reply["X-Content-Type-Options"] == "nosniff"
    assert reply["X-Frame-Options"] == "DENY"
    assert "no-store" in reply["Cache-Control"]


@pytest.mark.parametrize("permissions", [(), ("view_document",), ("view_document", "change_document", "view_customer")])
def test_without_the_permission_nobody_reads(document, permissions):
    reply = _browser(*permissions).get(_address(document))

    assert reply.status_code == 403
    assert not AuditEntry.objects.filter(verb="document.read").exists()


def test_an_outsider_is_sent_to_the_sign_in_page(document):
    for browser in (Client(), _browser("read_document", is_staff=False)):
        reply = browser.get(_address(document))
        assert (reply.status_code, reply["Location"].partition("?")[0]) == (302, reverse("admin:login"))


def test_nothing_can_be_sent_to_the_address(document):
    assert _browser("read_document").post(_address(document)).status_code == 403


def test_a_deleted_document_is_not_opened(document, api):
    api.delete(f"/documents/{document.public_id}")

    assert _browser("read_document").get(_address(document)).status_code == 404


def test_a_file_that_is_lost_or_damaged_is_not_shown_and_not_counted_as_read(document):
    encrypted_storage.erase(document.storage_key)

    assert _browser("read_document").get(_address(document)).status_code == 404
    assert not AuditEntry.objects.filter(verb="document.read").exists()


def test_the_page_of_a_document_masks_its_number_and_shows_nothing_of_the_file(desk, api, alice):
    row = Document.objects.get(id=desk.uploaded(alice, documentNumber="P12345678")["id"].partition(":")[2])
    browser = _browser("view_document", "read_document")

    page = browser.get(reverse("admin:compliance_document_change", args=[row.pk])).content.decode()

    assert "P12345678" not in page
    assert "•••• 5678" in page
    assert _address(row) in page
    assert not AuditEntry.objects.filter(verb="document.read").exists()

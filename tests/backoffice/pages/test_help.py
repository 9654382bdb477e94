"""Help: each page leads to its section of the documents, and empty lists say what they would hold."""

import re

import pytest
from django.conf import settings
from django.contrib import admin

from config.backoffice import help as page_help
from config.backoffice.help_texts import DOCUMENTS, EMPTY
from payments.models import PaymentFile, Transaction
from tests.backoffice.conftest import list_of

pytestmark = pytest.mark.django_db


def _anchors(file: str) -> set[str]:
    """The anchors of the headings of a document."""
    text = (settings.BASE_DIR / "docs" / file).read_text()
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_each_table_has_a_section_of_the_documents_and_words_for_an_empty_list():
    tables = {f"{model._meta.app_label}_{model._meta.model_name}" for model in admin.site._registry}

    assert tables - DOCUMENTS.keys() == set()
    assert tables - EMPTY.keys() == set()


def test_each_document_has_the_section_that_help_leads_to():
    missing = []
    for document in DOCUMENTS.values():
        file, _, section = document.partition("#")
        if section and section not in _anchors(file):
            missing.append(document)

    assert missing == []


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("payments_transaction_changelist", "/docs/operator/support/#read-it"),
        ("payments_transaction_change", "/docs/operator/support/#read-it"),
        # Of two tables whose names begin alike, the one that the address belongs to.
        ("payments_transactionstatuschange_changelist", "/docs/operator/support/#read-it"),
        ("compliance_desk_case", "/docs/reviewer/reviewing/#a-case"),
        ("compliance_verificationstatuschange_changelist", "/docs/reviewer/reviewing/#decided"),
        ("nothing_known", "/docs/reviewer/back-office/"),
    ],
)
def test_a_page_leads_to_the_section_of_its_table(name, address):
    assert page_help.of_name(name).address == address


def test_pages_have_the_link(backoffice, acme):
    for path in ("/admin/", "/admin/search", list_of(Transaction)):
        assert re.search('<a class="help-link" href="/docs/[a-z/-]+/', backoffice.text(path)), path


def test_an_empty_list_says_what_it_would_hold_and_how_it_comes_there(backoffice, acme):
    page = backoffice.text(list_of(PaymentFile))

    assert EMPTY["payments_paymentfile"] in page
    assert 'href="/docs/operator/operations/#files-of-payments"' in page
    assert EMPTY["payments_transaction"] not in backoffice.text(list_of(Transaction), q="Transaction:none")

"""The page of a business: its documents and those of its owners, one after the other, then the verification."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from compliance.models import Customer, Document, KycLink, Verification
from config.variables import values
from tests.compliance.hosted.visits import Visitor
from tests.support.compliance import cases, sample_documents

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_storage(settings, tmp_path):
    stored = values.document_storage((tmp_path / "storage").as_uri())
    settings.STORAGES = {**settings.STORAGES, "documents": stored}


@pytest.fixture
def firm(api) -> str:
    """A business with an owner, and without documents."""
    business = cases.business(api)
    cases.owner(api, business)
    return business


def path_of(reply) -> str:
    assert reply.status_code == 201, reply.content
    return str("/" + reply.json()["kycUrl"].split("/", 3)[3])


@pytest.fixture
def link(api, firm) -> str:
    return path_of(api.post(f"/customers/{firm}/kyc-link", {"redirectUri": "https://acme.example.com/back"}))


@pytest.fixture
def visitor(link) -> Visitor:
    browser = Visitor()
    reply = browser.post(f"{link}/begin", seen=link)
    assert (reply.status_code, reply["Location"]) == (302, f"{link}/documents")
    return browser


def send(
    visitor: Visitor,
    link: str,
    type_: str,
    *,
    content: bytes | None = None,
    country: str = "US",
    holder: str = "",
    **files: bytes,
):
    pictures = files or {"front": content or sample_documents.pdf()}
    return visitor.post(
        f"{link}/documents",
        {
            "documentType": type_,
            "country": country,
            **({"holder": holder} if holder else {}),
            **{name: SimpleUploadedFile(f"{name}.pdf", each) for name, each in pictures.items()},
        },
    )


def shown(visitor: Visitor, link: str) -> str:
    return str(visitor.get(f"{link}/documents").content.decode())


def test_the_first_page_says_whose_documents_are_asked_for(client, link):
    page = client.get(link).content.decode()

    assert "Verify your business" in page
    assert "must verify Granite Works LLC before it can send and receive money." in page


def test_documents_are_asked_for_until_none_is_missing_and_then_sent(api, visitor, link, firm):
    assert "Identity document of Ana Marsh" in shown(visitor, link)
    assert send(visitor, link, "PASSPORT")["Location"] == f"{link}/documents"
    assert "A document that shows that the business exists" in shown(visitor, link)
    # It shows the details, who controls and who owns the business as well.
    assert send(visitor, link, "STATE_REGISTRY_EXCERPT")["Location"] == f"{link}/documents"
    assert "A proof of the address of the business" in shown(visitor, link)
    send(visitor, link, "PROOF_OF_ADDRESS")

    assert visitor.get(f"{link}/documents")["Location"] == f"{link}/check"
    check = visitor.get(f"{link}/check").content.decode()
    assert "Granite Works LLC" in check
    done = visitor.post(f"{link}/check", {"consent": "on"})

    assert (done.status_code, done["Location"]) == (302, f"{link}/done")
    assert api.get(f"/customers/{firm}").json()["kybStatus"] == "APPROVED"
    verification = Verification.objects.get()
    assert verification.status == "APPROVED"
    assert KycLink.objects.get().verification == verification
    assert f"verificationId=Verification%3A{verification.id}" in visitor.get(f"{link}/done").content.decode()
    assert Document.objects.filter(beneficial_owner__isnull=False).count() == 1
    assert Document.objects.filter(customer__isnull=False).count() == 2


def test_of_a_licence_both_sides_are_needed(visitor, link):
    refused = send(visitor, link, "DRIVERS_LICENSE")
    assert refused.status_code == 422
    assert not Document.objects.exists()

    send(visitor, link, "DRIVERS_LICENSE", front=sample_documents.pdf("front"), back=sample_documents.pdf("back"))

    assert set(Document.objects.values_list("side", flat=True)) == {"FRONT", "BACK"}
    assert "Identity document" not in shown(visitor, link)


def test_a_page_reads_once_what_was_sent_and_what_is_missing(visitor, link, costs):
    with costs.of("a document is asked for"):
        assert shown(visitor, link)
    with costs.of("led to where it is"):
        assert visitor.get(link).status_code == 302
    for type_ in ("PASSPORT", "STATE_REGISTRY_EXCERPT", "PROOF_OF_ADDRESS"):
        assert send(visitor, link, type_).status_code == 302
    with costs.of("the last look"):
        assert visitor.get(f"{link}/check").status_code == 200


@pytest.mark.parametrize(
    ("type_", "content", "country"),
    [
        ("PROOF_OF_ADDRESS", None, "US"),
        ("SELFIE", None, "US"),
        ("PASSPORT", b"no picture", "US"),
        ("PASSPORT", None, "Utopia"),
    ],
)
def test_what_is_not_asked_for_or_no_document_is_not_taken(visitor, link, type_, content, country):
    assert send(visitor, link, type_, content=content, country=country).status_code == 422
    assert not Document.objects.exists()


def test_a_form_that_is_sent_twice_gives_nobody_the_document_of_another(api, firm, visitor, link):
    cases.owner(api, firm, share=30, firstName="Ben", roles=("UBO",), identifier="234-56-7890")
    holder = re.search(r'name="holder" value="(BeneficialOwner:[^"]+)"', shown(visitor, link))
    assert holder is not None
    for _ in range(2):
        assert send(visitor, link, "PASSPORT", holder=holder[1]).status_code == 302

    assert "Identity document of Ben Marsh" in shown(visitor, link)
    assert [f"BeneficialOwner:{document.beneficial_owner_id}" for document in Document.objects.all()] == [holder[1]]


def test_steps_of_a_person_are_none_of_a_business(visitor, link):
    assert [visitor.get(f"{link}/{name}").status_code for name in ("you", "address", "document")] == [404] * 3
    assert visitor.get(f"{link}/check")["Location"] == f"{link}/documents"


def test_each_link_is_fresh_and_the_one_before_stays(api, firm, link):
    again = path_of(api.post(f"/customers/{firm}/kyc-link"))

    assert again != link
    assert [Visitor().get(each).status_code for each in (link, again)] == [200, 200]


def test_the_name_of_the_customer_gives_a_link_too(api, firm):
    name = Customer.objects.get(id=firm.partition(":")[2]).platform_customer_id

    assert api.get("/customers/kyc-link", platformCustomerId=name).json()["customerId"] == firm


def test_a_business_without_anything_missing_only_sends(api):
    business, _ = cases.complete_business(api)
    link = path_of(api.post(f"/customers/{business}/kyc-link"))
    browser = Visitor()
    browser.post(f"{link}/begin", seen=link)

    assert browser.get(f"{link}/documents")["Location"] == f"{link}/check"
    assert browser.post(f"{link}/check", {"consent": "on"})["Location"] == f"{link}/done"
    assert api.get(f"/customers/{business}").json()["kybStatus"] == "APPROVED"


def test_another_browser_sees_and_sends_nothing(visitor, link):
    another = Visitor()

    assert another.get(f"{link}/documents").status_code == 410
    assert "Ana Marsh" not in another.get(f"{link}/documents").content.decode()
    assert send(another, link, "PASSPORT").status_code in {403, 410}
    assert not Document.objects.exists()

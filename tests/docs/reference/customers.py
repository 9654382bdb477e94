"""The part of the story that is about customers: who they are, and how they are verified."""

from tests.conftest import Api
from tests.docs.reference.teller import Teller
from tests.support import factories
from tests.support.compliance import bulk_files, cases, sample_documents
from tests.support.compliance.sending import Desk


def add_person(teller: Teller, acme: Api) -> str:
    """Add a person, and return their id."""
    ada = teller.post(
        acme,
        "A person",
        "/customers",
        factories.individual(
            "Ada Lovelace",
            platformCustomerId="ada",
            region="GB",
            currencies=["USD", "EUR", "MXN"],
            email="ada@example.com",
            phoneNumber="+14155550123",
        ),
    )["id"]
    teller.get(acme, "A person", f"/customers/{ada}")
    teller.patch(
        acme,
        "A new address",
        f"/customers/{ada}",
        {"customerType": "INDIVIDUAL", "address": {**cases.ADDRESS, "line2": "Floor 2"}},
    )
    teller.get(acme, "Approved persons", "/customers", kycStatus="APPROVED", limit=2)
    teller.get(
        acme,
        "A link for somebody new",
        "/customers/kyc-link",
        platformCustomerId="grace",
        redirectUri="https://app.example.com/done",
    )
    teller.post(acme, "Another link", f"/customers/{ada}/kyc-link", {"redirectUri": "https://app.example.com/done"})
    return str(ada)


def add_business(teller: Teller, acme: Api) -> None:
    """Add a business with its owner and documents, and have it verified."""
    body = {"customerType": "BUSINESS", "businessInfo": cases.BUSINESS_INFO, "address": cases.ADDRESS}
    business = teller.post(acme, "A business", "/customers", {**body, "platformCustomerId": "granite"})["id"]
    owner = teller.post(acme, "A person who owns it", "/beneficial-owners", cases.owner_body(business))["id"]
    teller.get(acme, "An owner", f"/beneficial-owners/{owner}")
    teller.patch(acme, "Another share", f"/beneficial-owners/{owner}", {"ownershipPercentage": 62.5})
    teller.get(acme, "Owners of a business", "/beneficial-owners", customerId=business)
    teller.post(acme, "For a business that lacks its documents", f"/customers/{business}/kyc-link", {})
    teller.post(acme, "Something is missing", "/verifications", {"customerId": business})
    document = teller.send(
        acme,
        "A passport",
        "POST",
        "/documents",
        {"documentType": "PASSPORT", "country": "US", "documentHolder": owner, "documentNumber": "X1234567"},
        png=sample_documents.png(),
    )["id"]
    teller.get(acme, "A passport", f"/documents/{document}")
    teller.get(acme, "Documents of somebody", "/documents", documentHolder=owner)
    teller.send(acme, "A better file", "PUT", f"/documents/{document}", {"side": "FRONT"}, png=sample_documents.png())
    spare = Desk(acme).uploaded(business, documentType="PROOF_OF_ADDRESS", country="US")["id"]
    teller.delete(acme, "A document", f"/documents/{spare}")
    for kind in ("STATE_REGISTRY_EXCERPT", "PROOF_OF_ADDRESS"):
        Desk(acme).uploaded(business, documentType=kind, country="US")
    verification = teller.post(acme, "Everything is there", "/verifications", {"customerId": business})["id"]
    teller.get(acme, "A verification", f"/verifications/{verification}")
    teller.get(acme, "Verifications of a customer", "/verifications", customerId=business)
    teller.get(acme, "A business", f"/customers/{business}")


def add_from_file(teller: Teller, acme: Api) -> None:
    """Send a file of two rows, of which one becomes a customer."""
    from compliance import tasks

    content = bulk_files.text(bulk_files.ADA, bulk_files.ADA | {"platformCustomerId": "bad", "country": "Utopia"})
    job = teller.send(acme, "A file", "POST", "/customers/bulk/csv", {}, csv=content)["jobId"]
    tasks.import_customers()
    teller.get(acme, "One of two rows became a customer", f"/customers/bulk/jobs/{job}")

"""Customers from a file."""

import json
import re
from pathlib import Path

from compliance import tasks
from compliance.models import BulkImportPart, Customer
from payments.models import InternalAccount
from platforms.models import AuditEntry
from tests.conftest import BASE
from tests.support import api_document
from tests.support.compliance import bulk_files
from webhooks.models import Event


def test_a_file_is_accepted_as_a_job_that_waits(api):
    reply = bulk_files.send(api, bulk_files.text(bulk_files.ADA))

    assert reply.status_code == 202
    assert reply.json() == {"jobId": reply.json()["jobId"], "status": "PENDING"}
    assert bulk_files.job(api, reply.json()["jobId"]) == {
        "id": reply.json()["jobId"],
        "status": "PENDING",
        "progress": {"total": 0, "processed": 0, "successful": 0, "failed": 0},
        "errors": [],
    }


def test_individuals_and_businesses_of_one_file_become_customers_with_accounts(api, domain):
    shown = bulk_files.imported(
        api, bulk_files.text(bulk_files.ADA | {"umaAddress": f"$ada@{domain}"}, bulk_files.GRANITE)
    )

    assert shown["status"] == "COMPLETED"
    assert shown["progress"] == {"total": 2, "processed": 2, "successful": 2, "failed": 0}
    granite, ada = api.get("/customers").json()["data"]
    assert ada["umaAddress"] == f"$ada@{domain}"
    assert (ada["platformCustomerId"], ada["kycStatus"], ada["birthDate"]) == ("ada", "APPROVED", "1990-01-31")
    assert ada["address"] == {
        "line1": "1 Main Street",
        "city": "Springfield",
        "state": "IL",
        "postalCode": "62701",
        "country": "US",
    }
    assert (granite["platformCustomerId"], granite["kybStatus"]) == ("granite", "UNVERIFIED")
    assert granite["businessInfo"] == {"legalName": "Granite Works"}
    accounts = InternalAccount.objects.filter(customer_id=ada["id"].partition(":")[2])
    assert sorted(accounts.values_list("currency", flat=True)) == sorted(ada["currencies"])


def test_an_import_leaves_the_same_traces_as_the_api(api):
    bulk_files.imported(api, bulk_files.text(bulk_files.ADA))
    api.post("/customers", {"customerType": "INDIVIDUAL", "fullName": "Ada Archer", "birthDate": "1990-01-31"})

    by_file, by_api = Customer.objects.order_by("id")
    traces = [
        (
            [(row.from_status, row.to_status, row.cause, row.actor_id) for row in customer.status_changes.all()],
            list(Event.objects.filter(resource=customer.public_id).values_list("type", flat=True)),
            list(
                AuditEntry.objects.filter(subject=customer.public_id).values_list(
                    "verb", "actor_kind", "actor_id", "details"
                )
            ),
        )
        for customer in (by_file, by_api)
    ]
    assert traces[0] == traces[1]
    assert traces[0][1] == ["CUSTOMER.KYC_APPROVED"]


def test_the_end_of_a_job_is_an_event_with_the_job_as_its_get_shows_it(api):
    shown = bulk_files.imported(api, bulk_files.text(bulk_files.ADA, bulk_files.ADA | {"birthDate": "yesterday"}))

    event = Event.objects.get(resource=shown["id"])
    assert event.type == "BULK_UPLOAD.COMPLETED"
    assert json.loads(event.payload)["data"] == shown
    assert shown["completedAt"].endswith("Z")


def test_a_job_whose_rows_are_all_wrong_has_failed(api):
    shown = bulk_files.imported(api, bulk_files.text(bulk_files.ADA | {"country": "Utopia"}))

    assert (shown["status"], shown["progress"]["failed"]) == ("FAILED", 1)
    assert Event.objects.get(resource=shown["id"]).type == "BULK_UPLOAD.FAILED"
    assert not Customer.objects.exists()


def test_the_file_is_kept_encrypted_and_gone_when_the_job_is_over(api):
    job_id = bulk_files.accepted(api, bulk_files.text(bulk_files.ADA))

    kept = b"".join(bytes(part.content) for part in BulkImportPart.objects.all())
    assert kept
    assert b"Archer" not in kept
    tasks.import_customers()
    assert bulk_files.job(api, job_id)["status"] == "COMPLETED"
    assert not BulkImportPart.objects.exists()


def test_a_row_error_names_the_row_the_code_and_every_column(api):
    wrong = bulk_files.ADA | {"birthDate": "31.1.1990", "country": "USA", "fullName": ""}
    nameless = {name: value for name, value in wrong.items() if name != "platformCustomerId"}

    shown = bulk_files.imported(api, bulk_files.text(bulk_files.ADA, wrong | {"platformCustomerId": "bea"}, nameless))

    problems = [
        ("fullName", "is required"),
        ("birthDate", "must be a date such as 1990-01-31"),
        ("country", "must be a country code of ISO 3166-1 alpha-2, such as US"),
    ]
    assert [(who, code, sorted(found)) for who, code, found in bulk_files.errors_of(shown)] == [
        ("bea", "INVALID_INPUT", sorted(problems)),
        ("row_3", "INVALID_INPUT", sorted(problems)),
    ]
    assert [entry["details"]["row"] for entry in shown["errors"]] == [2, 3]


def test_an_address_belongs_to_the_first_who_asks_for_it(api, domain):
    taken = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": f"$old@{domain}"})
    assert taken.status_code == 201
    rows = [
        bulk_files.ADA | {"platformCustomerId": name, "umaAddress": f"${address}@{domain}"}
        for name, address in [("one", "new"), ("two", "NEW"), ("three", "old")]
    ]

    shown = bulk_files.imported(api, bulk_files.text(*rows))

    assert bulk_files.errors_of(shown) == [("two", "UMA_ADDRESS_EXISTS", []), ("three", "UMA_ADDRESS_EXISTS", [])]
    assert shown["progress"]["successful"] == 1


def test_only_the_first_errors_are_listed_and_the_rest_are_counted(api, monkeypatch):
    monkeypatch.setattr("compliance.bulk.bulk_imports.MOST_ERRORS", 3)
    monkeypatch.setattr("compliance.bulk.bulk_imports.BATCH", 2)

    shown = bulk_files.imported(api, bulk_files.text(*[bulk_files.ADA | {"country": ""}] * 5, bulk_files.ADA))

    assert [entry["details"]["row"] for entry in shown["errors"]] == [1, 2, 3]
    assert shown["errorsOmitted"] == 2
    assert shown["progress"] == {"total": 6, "processed": 6, "successful": 1, "failed": 5}


def test_a_file_sent_again_under_its_key_is_one_job(api):
    first = bulk_files.send(api, bulk_files.text(bulk_files.ADA), key="monday")
    second = bulk_files.send(api, bulk_files.text(bulk_files.ADA), key="monday")

    assert (second.status_code, second.json()) == (202, first.json())
    assert second["Idempotent-Replayed"] == "true"
    tasks.import_customers()
    assert Customer.objects.count() == 1


def test_replies_are_as_the_document_of_the_api_says(api):
    taken = bulk_files.send(api, bulk_files.text(bulk_files.ADA, bulk_files.ADA | {"country": "Utopia"}))
    refused = bulk_files.send(api, b"nothing")
    tasks.import_customers()
    job_id = taken.json()["jobId"]
    read = api.get(f"/customers/bulk/jobs/{job_id}")

    path = f"{BASE}/customers/bulk/csv"
    assert api_document.problems("post", path, taken.status_code, taken.content) == []
    assert api_document.problems("post", path, refused.status_code, refused.content) == []
    assert api_document.problems("get", f"{BASE}/customers/bulk/jobs/{job_id}", read.status_code, read.content) == []


def test_the_file_in_the_documentation_can_be_imported(api):
    page = (Path(__file__).resolve().parents[3] / "docs/platform-developer/bulk-import.md").read_text()
    example = re.findall(r"```csv\n(.*?)```", page, re.DOTALL)[0]

    shown = bulk_files.imported(api, example.encode())

    assert shown["progress"] == {"total": 2, "processed": 2, "successful": 2, "failed": 0}
    assert set(json.loads(re.findall(r"```json\n(.*?)```", page, re.DOTALL)[1])) == set(shown)


def test_another_platform_does_not_see_the_job(api, rival_api):
    job_id = bulk_files.accepted(api, bulk_files.text(bulk_files.ADA))

    for unknown in (job_id, "Job:nonsense", job_id.replace("Job", "Customer")):
        reply = rival_api.get(f"/customers/bulk/jobs/{unknown}")
        assert (reply.status_code, reply.json()["code"]) == (404, "BULK_UPLOAD_JOB_NOT_FOUND")


def test_customers_are_listed_by_the_state_of_their_check(api):
    bulk_files.imported(
        api, bulk_files.text(bulk_files.ADA, bulk_files.ADA | {"fullName": "Bob 001"}, bulk_files.GRANITE)
    )

    def found(**query):
        return [customer["platformCustomerId"] for customer in api.get("/customers", **query).json()["data"]]

    assert found(kycStatus="APPROVED") == ["ada"]
    assert len(found(kycStatus="PENDING")) == 1
    assert found(kybStatus="UNVERIFIED") == ["granite"]
    assert found(kycStatus="REJECTED") == []
    assert api.get("/customers", kycStatus="DONE").status_code == 400

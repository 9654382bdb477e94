"""What a platform may upload in a day: documents and files to import together."""

import pytest
from django.test import Client

from compliance.models import BulkImport, Document, UploadDay
from platforms.base import clock
from tests.support.compliance import bulk_files as csv_files
from tests.support.compliance import sample_documents
from tests.support.compliance.sending import encoded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("within_an_hour")]
PICTURE = sample_documents.png()


def _import(desk, content: bytes):
    return desk.send("POST", "/customers/bulk/csv", encoded([("file", content, "customers.csv")]))


def _total() -> tuple[int, int]:
    day = UploadDay.objects.get()
    assert day.day == clock.real_now().date()
    return day.files, day.size


def test_what_is_sent_is_counted_whether_it_is_taken_or_not_and_a_repetition_is_not(desk, alice):
    rows = csv_files.text(csv_files.ADA)
    document = desk.uploaded(alice, PICTURE, key="same")
    desk.uploaded(alice, PICTURE, key="same")
    desk.replace(document["id"], country="FR")
    assert desk.upload(alice, b"no picture").status_code == 400
    assert desk.replace(document["id"], sample_documents.pdf(), name="a.pdf").status_code == 200
    assert _import(desk, rows).status_code == 202

    assert _total() == (4, len(PICTURE) + len(b"no picture") + len(sample_documents.pdf()) + len(rows))


def test_on_top_of_the_days_bytes_nothing_is_looked_at_and_others_are_not_held_up(
    desk, rival_desk, rival_api, alice, settings
):
    settings.UPLOAD_BYTES_PER_DAY = 2 * len(PICTURE)
    document = desk.uploaded(alice, PICTURE)
    desk.uploaded(alice, PICTURE)

    for reply in (
        desk.upload(alice, b"no picture"),
        desk.replace(document["id"], sample_documents.pdf(), name="a.pdf"),
        _import(desk, csv_files.text(csv_files.ADA)),
    ):
        assert (reply.status_code, reply.json()["code"]) == (429, "RATE_LIMITED")
        assert f"may upload {settings.UPLOAD_BYTES_PER_DAY} bytes in a day" in reply.json()["message"]
        assert 0 < int(reply["Retry-After"]) <= 24 * 60 * 60
    assert _total() == (2, 2 * len(PICTURE))
    assert (Document.objects.count(), BulkImport.objects.count()) == (2, 0)
    assert rival_desk.upload(rival_api.customer(), PICTURE).status_code == 201


def test_a_file_that_is_larger_than_a_day_may_have_is_refused_on_an_empty_day(desk, alice, settings):
    settings.UPLOAD_BYTES_PER_DAY = len(PICTURE) - 1

    assert desk.upload(alice, PICTURE, key="k").status_code == 429
    settings.UPLOAD_BYTES_PER_DAY = len(PICTURE)
    assert desk.upload(alice, PICTURE, key="k").status_code == 201


def test_the_next_day_begins_anew(desk, alice, settings):
    settings.UPLOAD_BYTES_PER_DAY = len(PICTURE)
    desk.uploaded(alice, PICTURE)
    UploadDay.objects.update(day=clock.real_now().date().replace(year=2020, day=1))

    assert desk.upload(alice, PICTURE).status_code == 201


def test_staff_see_who_uploads_much(desk, alice, settings, django_user_model):
    settings.UPLOAD_BYTES_PER_DAY = 4 * len(PICTURE)
    desk.uploaded(alice, PICTURE)
    browser = Client()
    browser.force_login(django_user_model.objects.create_superuser("administrator"))

    page = browser.get("/admin/compliance/uploadday/").content.decode()

    assert "25% of" in page

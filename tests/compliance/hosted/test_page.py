"""The identity page over HTTP: one browser, one day, once; nothing forged, nothing leaked."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from compliance.hosted import kyc_links
from compliance.models import Customer, KycLink
from platforms.models import AuditEntry
from tests.compliance.hosted.visits import HOME, YOU, Visitor
from tests.support import factories
from tests.support.compliance import sample_documents

pytestmark = [pytest.mark.django_db, pytest.mark.any_clock]


def test_looking_at_a_link_does_not_use_it_up(link):
    for _ in range(3):
        assert Visitor().get(link).status_code == 200

    assert KycLink.objects.get().state == "OPEN"


def test_a_link_that_does_not_exist_is_not_found():
    assert Visitor().get("/identity/0123456789").status_code == 404


def test_whoever_begins_goes_on_and_nobody_else_gets_in(link, visitor):
    outsider = Visitor()

    assert visitor.get(f"{link}/you").status_code == 200
    assert visitor.get(link)["Location"] == f"{link}/you"
    for path in ("", "/you", "/check", "/done"):
        assert outsider.get(link + path).status_code == 410, path
    assert outsider.post(f"{link}/you", YOU, seen=link).status_code in {403, 410}
    assert KycLink.objects.get().answers is None


def test_of_two_who_begin_one_does(link):
    first, second = Visitor(), Visitor()
    second_page = second.get(link).content.decode()
    token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', second_page)[0]

    assert first.post(f"{link}/begin", seen=link).status_code == 302
    assert second.client.post(f"{link}/begin", {"csrfmiddlewaretoken": token}).status_code == 410


def test_a_form_that_another_page_sends_is_refused(link, visitor):
    reply = visitor.client.post(f"{link}/you", YOU)

    assert reply.status_code == 403
    assert KycLink.objects.get().answers is None


def test_a_day_later_it_is_over(api, link, visitor):
    assert api.post("/sandbox/clock/advance", {"seconds": 24 * 3600 + 1}).status_code == 200

    assert visitor.get(f"{link}/you").status_code == 410
    assert Visitor().get(link).status_code == 410


def test_each_step_but_the_first_leads_back_to_the_one_before(link, visitor):
    assert 'class="back"' not in visitor.get(f"{link}/you").content.decode()

    visitor.post(f"{link}/you", YOU)

    assert f'<a class="back" href="{link}/you">' in visitor.get(f"{link}/address").content.decode()


def test_no_step_is_jumped_over(link, visitor):
    for step in ("address", "document", "check"):
        assert visitor.get(f"{link}/{step}")["Location"] == f"{link}/you"

    assert visitor.get(f"{link}/no-such-step").status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("fullName", "", "Enter your full name."),
        ("fullName", "x" * 256, "at most 255 characters"),
        ("fullName", "A\0da", "Leave out the characters that can&#x27;t be seen."),
        ("birthDate", "", "Enter your date of birth."),
        ("birthDate", "yesterday", "Enter a date, such as 1990-01-31, or with the month as a word: 31 January 1990."),
        *[
            ("birthDate", text, "Enter a date, such as 1990-01-31, or with the month as a word")
            for text in (
                *("02/03/1988", "2/3/1988", "31/01/1988", "01/31/1988", "02.03.1988", "02-03-1988", "02 03 1988"),
                *("02/03/88", "88-02-03", "3 Feb 88", "1988-02-30", "30 February 1988", "1988-02", "02031988"),
            )
        ],
        ("birthDate", "1899-12-31", "Enter a day between 1900 and today."),
        ("birthDate", "2999-01-01", "Enter a day between 1900 and today."),
        ("birthDate", "2020-01-01", "You must be at least 18 years old."),
        ("nationality", "", "Choose your nationality."),
        ("nationality", "ZZ", "Choose your nationality."),
    ],
)
def test_what_is_wrong_is_said_beside_the_field_and_above_the_form(link, visitor, field, value, message):
    reply = visitor.post(f"{link}/you", {**YOU, field: value})

    page = reply.content.decode()
    assert reply.status_code == 422
    assert message in page
    assert f'href="#id_{field}"' in page
    assert f'id="id_{field}_error"' in page
    assert 'aria-invalid="true"' in page
    assert page.count('role="alert"') == 1
    assert KycLink.objects.get().answers is None


def test_answers_are_kept_encrypted_and_shown_again(link, visitor):
    assert visitor.post(f"{link}/you", YOU)["Location"] == f"{link}/address"

    stored = KycLink.objects.get()
    assert b"Grace" not in bytes(stored.answers or b"")
    assert kyc_links.answers(stored)["fullName"] == "Grace Hopper"
    assert 'value="Grace Hopper"' in visitor.get(f"{link}/you").content.decode()


@pytest.mark.parametrize(
    "text",
    [
        "1988-03-02",
        "1988/03/02",
        "1988.3.2",
        "2 March 1988",
        "2 Mar 1988",
        "02. March 1988",
        "March 2, 1988",
        "MAR 2 1988",
    ],
)
def test_a_date_that_is_typed_is_the_day_that_was_meant(link, visitor, text):
    assert visitor.post(f"{link}/you", {**YOU, "birthDate": text}).status_code == 302

    assert kyc_links.answers(KycLink.objects.get())["birthDate"] == "1988-03-02"


def test_the_last_step_shows_words_where_words_were_chosen(link, visitor):
    visitor.post(f"{link}/you", {**YOU, "nationality": "DE", "birthDate": "1990-01-31"})
    visitor.post(f"{link}/address", {"line1": "Weg 1", "city": "Ulm", "postalCode": "89073", "country": "CI"})
    passport = {
        "documentType": "PASSPORT",
        "country": "AT",
        "front": SimpleUploadedFile("a.png", sample_documents.png()),
    }
    visitor.post(f"{link}/document", passport)

    page = html.unescape(visitor.get(f"{link}/check").content.decode())

    for text in ("31 January 1990", "Germany", "C\u00f4te d\u2019Ivoire", "Passport<br>Austria"):
        assert text in page
    for code in (">DE<", ">CI<", "1990-01-31"):
        assert code not in page


@pytest.mark.parametrize("cut", ["", "0123456789", "0123456789/", "0123456789/you", "0123456789/a/b/c"])
def test_a_link_that_was_cut_is_explained_to_people(cut):
    reply = Visitor().get(f"/identity/{cut}")

    assert (reply.status_code, reply["Content-Type"]) == (404, "text/html; charset=utf-8")
    page = reply.content.decode()
    assert "This link does not work" in page
    assert "Open the whole link from the message" in page


def test_what_was_typed_is_text_and_never_markup(link, visitor):
    visitor.post(f"{link}/you", {**YOU, "fullName": "<script>alert(1)</script>"})

    page = visitor.get(f"{link}/you").content.decode()
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_nothing_from_elsewhere_runs_or_looks_on(link, visitor):
    for path in (link, f"{link}/you"):
        reply = Visitor().get(link) if path == link else visitor.get(path)
        policy = reply["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src" not in policy
        assert "frame-ancestors 'none'" in policy
        assert reply["Cache-Control"] == "no-store"
        assert reply["Referrer-Policy"] == "same-origin"
        assert "http" not in re.sub(r"<(?:a|form)[^>]*>", "", reply.content.decode()).replace("http-equiv", "")


def test_the_cookie_is_for_this_page_alone(link, visitor):
    cookie = visitor.client.cookies["identity_page"]

    assert cookie["path"] == link
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie.value not in str(KycLink.objects.values())


def test_who_did_what_is_in_the_audit_log(link, visitor):
    customer = Customer.objects.get()

    entries = AuditEntry.objects.filter(verb__startswith="kyc_link.").order_by("id")
    assert [(entry.verb, entry.actor_kind) for entry in entries] == [
        ("kyc_link.create", "TOKEN"),
        ("kyc_link.begin", "CUSTOMER"),
    ]
    assert {entry.subject for entry in entries} == {customer.public_id}


def test_who_is_grown_up_on_the_platforms_day_may_go_on(within_an_hour, acme, link, visitor):
    born = factories.born(acme.platform.now().date(), years=18)

    young = visitor.post(f"{link}/you", YOU | {"birthDate": born.isoformat()})

    assert (young.status_code, young["Location"]) == (302, f"{link}/address")


@pytest.mark.parametrize(("country", "is_taken"), [("HK", True), ("IE", True), ("US", False), ("XK", False)])
def test_a_postal_code_is_asked_for_where_addresses_have_one(link, visitor, country, is_taken):
    visitor.post(f"{link}/you", YOU | {"nationality": "XK"})

    reply = visitor.post(f"{link}/address", HOME | {"postalCode": "", "country": country})

    assert reply.status_code == (302 if is_taken else 422)
    assert is_taken or "Enter your postal code." in reply.content.decode()


def test_a_line_that_shows_nothing_is_no_line(link, visitor):
    visitor.post(f"{link}/you", YOU)

    assert visitor.post(f"{link}/address", HOME | {"line1": "\u3164"}).status_code == 422


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "12 34", "Grace \u202eHopper"])
def test_what_is_no_name_is_refused(link, visitor, name):
    reply = visitor.post(f"{link}/you", YOU | {"fullName": name})

    assert "Enter your name in letters." in reply.content.decode()

"""The identity page in the languages of its readers: all of it, chosen by browser, address or reader."""

import ast
import html
import inspect
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from compliance.documents import checking, inspection, uploads
from compliance.hosted import files, kyc_links
from compliance.models import KycLink
from config.variables import values
from tests.compliance.hosted.visits import HOME, YOU, Visitor
from tests.languages import catalogues
from tests.support.compliance import sample_documents

pytestmark = pytest.mark.django_db
DOCUMENT = {"documentType": "NATIONAL_ID", "country": "DE"}
IN_EACH = {
    "en": ("About you", "9 December 1986", "Germany", "National identity card"),
    "de": ("Angaben zu Ihnen", "9. Dezember 1986", "Deutschland", "Personalausweis"),
    "es": ("Sobre usted", "9 de diciembre de 1986", "Alemania", "Documento nacional de identidad"),
    "pt": ("Sobre você", "9 de dezembro de 1986", "Alemanha", "Documento de identidade"),
    "fr": ("À propos de vous", "9 décembre 1986", "Allemagne", "Carte nationale d\u2019identité"),
}


@pytest.fixture(autouse=True)
def _empty_storage(settings, tmp_path):
    stored = values.document_storage((tmp_path / "storage").as_uri())
    settings.STORAGES = {**settings.STORAGES, "documents": stored}


def _text(reply) -> str:
    return html.unescape(reply.content.decode())


def _language(reply) -> str:
    (found,) = re.findall(r'<html lang="([\w-]+)" dir="ltr">', reply.content.decode())
    assert reply["Content-Language"] == found
    return str(found)


def _visitor(link: str, language: str) -> Visitor:
    """Return a browser that asks for a language, and has begun."""
    visitor = Visitor()
    visitor.client = Client(enforce_csrf_checks=True, headers={"Accept-Language": language})
    assert visitor.post(f"{link}/begin", seen=link).status_code == 302
    return visitor


def _fill_in(visitor: Visitor, link: str) -> None:
    visitor.post(f"{link}/you", YOU | {"nationality": "DE"})
    visitor.post(f"{link}/address", HOME)
    pictures = {side: SimpleUploadedFile(f"{side}.png", sample_documents.png()) for side in ("front", "back")}
    assert visitor.post(f"{link}/document", {**DOCUMENT, **pictures})["Location"] == f"{link}/check"


@pytest.mark.parametrize("language", IN_EACH)
def test_each_step_speaks_the_language_that_the_browser_asks_for(link, language):
    visitor = _visitor(link, f"{language}-CH,{language};q=0.9,en;q=0.5")
    _fill_in(visitor, link)

    heading, born, country, document = IN_EACH[language]
    assert heading in _text(visitor.get(f"{link}/you"))
    check = visitor.get(f"{link}/check")
    assert all(words in _text(check) for words in (born, country, document))
    assert _language(check) == language
    refused = visitor.post(f"{link}/you", {})
    assert (refused.status_code, _language(refused)) == (422, language)
    assert ("Enter your full name." in _text(refused)) == (language == "en")
    assert visitor.post(f"{link}/check", {"consent": "on"})["Location"] == f"{link}/done"
    assert _language(visitor.get(f"{link}/done")) == language
    assert (_language(visitor.get(link)), visitor.get(link).status_code) == (language, 410)


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("de", "de"),
        ("DE-at", "de"),
        ("pt-PT", "pt"),
        ("es-419;q=0.3, fr-CA;q=0.8", "fr"),
        ("ja, es;q=0.1", "es"),
        ("ar", "en"),
        ("he-IL,he", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=much", "en"),
        ("x" * 5_000, "en"),
        ("../../etc/passwd", "en"),
    ],
)
def test_who_asks_for_another_language_reads_english(link, asked, language):
    reply = Client(headers={"Accept-Language": asked}).get(link)

    assert (reply.status_code, _language(reply)) == (200, language)


def test_what_the_address_chooses_is_kept_below_this_link(link):
    visitor = _visitor(link, "fr")

    chosen = visitor.get(f"{link}/you?lang=de-DE")

    assert _language(chosen) == "de"
    cookie = chosen.cookies["language"]
    assert (cookie.value, cookie["path"], cookie["samesite"], cookie["max-age"]) == ("de", link, "Lax", 86400)
    assert cookie["httponly"]
    assert _language(visitor.post(f"{link}/you", {})) == "de"
    assert _language(visitor.get(f"{link}/you?lang=es")) == "es"
    assert _language(visitor.get(f"{link}/you?lang=xx")) == "es"
    assert "language" not in Client().get(link).cookies
    assert "language" not in Client().get(f"{link}?lang=xx").cookies


def test_a_platform_may_choose_the_language_of_its_link(link):
    visitor = Visitor()

    reply = visitor.post(f"{link}/begin", seen=f"{link}?lang=pt")

    assert _language(visitor.get(reply["Location"])) == "pt"


def test_every_language_can_be_chosen_on_every_page(link):
    for path in (link, "/identity/nothing"):
        page = _text(Visitor().get(path))
        assert re.findall(r'<a href="\?lang=(\w\w)" hreflang="\1" lang="\1"', page) == [*IN_EACH]
        assert page.count('aria-current="true">English</a>') == 1


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("de", "2. März 1988"),
        ("de", "02. Mär. 1988"),
        ("de", "2 March 1988"),
        ("es", "2 de marzo de 1988"),
        ("es", "2 marzo del 1988"),
        ("es", "2 mar 1988"),
        ("pt", "2 de março de 1988"),
        ("pt", "2 DE MARCO DE 1988"),
        ("fr", "2 mars 1988"),
        ("fr", "2 mars\u00a01988"),
    ],
)
def test_a_day_may_be_typed_with_the_words_of_the_language(link, language, typed):
    visitor = _visitor(link, language)

    reply = visitor.post(f"{link}/you", YOU | {"birthDate": typed})

    assert reply.status_code == 302, _text(reply)
    assert kyc_links.answers(KycLink.objects.get())["birthDate"] == "1988-03-02"


@pytest.mark.parametrize("typed", ["1er janvier 1988", "1 janv. 1988"])
def test_the_first_of_a_month_has_a_form_of_its_own(link, typed):
    assert _visitor(link, "fr").post(f"{link}/you", YOU | {"birthDate": typed}).status_code == 302


@pytest.mark.parametrize("typed", ["1 januari 1988", "02.03.1988", "2/3/88", "2 mars 88", "31 février 1988"])
def test_what_is_no_day_of_the_language_is_asked_again_in_it(link, typed):
    reply = _visitor(link, "fr").post(f"{link}/you", YOU | {"birthDate": typed})

    assert reply.status_code == 422
    assert "avec le mois en lettres" in _text(reply)


def _reasons() -> list[str]:
    """Return every reason that the inspection of files, and what runs it, may give, with numbers for values."""
    found = []
    for module in (inspection, checking, uploads):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            names = {"Refused", "_refusal"}
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names and len(node.args) > 1:
                found.append(node.args[1])
    texts = [
        str(ast.literal_eval(node))
        if isinstance(node, ast.Constant)
        else "".join(str(part.value) if isinstance(part, ast.Constant) else "77" for part in node.values)
        for node in found
        if isinstance(node, ast.Constant | ast.JoinedStr)
    ]
    return [*texts, "contains harmful code", "is a film, or another file that is no PDF, JPEG or PNG"]


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_reason_to_refuse_a_file_is_told_in_the_language(language):
    with translation.override(language):
        unknown = files.sentence("")
        assert unknown != "This file can't be used. Send another photo or scan."
        for reason in _reasons():
            is_of_name = reason.startswith("has a name")
            sentence = files.sentence(
                "has a name that ends in .gif, but: give it a name that ends in .jpg" if is_of_name else reason
            )
            assert sentence != unknown, reason
            assert "%" not in sentence


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (
            b"\0\0\0\x18ftypheic" + bytes(99),
            "a.heic",
            "Maximale Kompatibilität",
        ),
        (b"no picture", "a.png", "kein Foto und kein Scan"),
        (b"", "a.png", "Diese Datei ist leer."),
        (sample_documents.png(), "a.gif", "der auf .png endet"),
        (b"%PDF-1.7 broken", "a.pdf", "beschädigt oder unvollständig"),
    ],
)
def test_a_file_that_is_refused_is_explained_in_the_language(link, content, name, words):
    visitor = _visitor(link, "de")
    visitor.post(f"{link}/you", YOU)
    visitor.post(f"{link}/address", HOME)

    reply = visitor.post(
        f"{link}/document", {"documentType": "PASSPORT", "country": "DE", "front": SimpleUploadedFile(name, content)}
    )

    assert reply.status_code == 422
    assert words in _text(reply)
    assert "This file" not in _text(reply)


def test_a_form_that_can_not_be_taken_is_explained_in_the_language(link):
    visitor = _visitor(link, "es")

    for path in (f"{link}/you", f"{link}/begin"):
        reply = visitor.client.post(path, YOU)
        assert (reply.status_code, _language(reply)) == (403, "es")
        assert "Abra otra vez el enlace" in _text(reply)


def test_whoever_loads_the_page_of_the_beginning_again_is_led_to_the_link(link, visitor):
    assert visitor.get(f"{link}/begin")["Location"] == link


@pytest.mark.parametrize("path", ["/identity", "/identity/", "/identity/cut", "/identity/cut/you", "/identity/a/b/c/d"])
def test_a_cut_link_is_explained_in_the_language(path):
    reply = Client(headers={"Accept-Language": "fr"}).get(path)

    assert (reply.status_code, _language(reply)) == (404, "fr")
    assert "Ouvrez le lien complet" in _text(reply)


def test_every_step_says_what_comes_next(link, visitor):
    _fill_in(visitor, link)
    visitor.get(link)

    nexts = [
        re.findall(r"Next: [^<]+", _text(visitor.get(f"{link}/{step}")))
        for step in ("you", "address", "document", "check")
    ]

    assert nexts == [
        ["Next: your address."],
        ["Next: a photo or scan of your passport, driving licence or identity card."],
        ["Next: you look at everything once more, then send it."],
        ["Next: your answers are checked. acme will tell you the result."],
    ]


_DATA = re.compile(
    r"acme|Grace Hopper|1 Navy Yard|New York|PDF|\w+\.png|"
    r"English|Deutsch|Español|Português|Français|Esperanto|\W|\d"
)


def test_no_text_of_any_page_is_missing_in_the_catalogue(link, settings, tmp_path):
    """In a language whose every message is marked, what is not marked was forgotten."""
    settings.LANGUAGES = [*settings.LANGUAGES, ("eo", "Esperanto")]
    settings.LOCALE_PATHS = [tmp_path]
    catalogues.write_marked(tmp_path, "eo")
    visitor = _visitor(link, "eo")
    replies = [Client(headers={"Accept-Language": "eo"}).get(path) for path in (link, "/identity/cut")]
    replies += [visitor.post(f"{link}/you", {})]
    _fill_in(visitor, link)
    replies += [visitor.get(f"{link}/{step}") for step in ("you", "address", "document", "check")]
    replies += [visitor.post(f"{link}/{step}", {}) for step in ("address", "document", "check")]
    replies += [visitor.client.post(f"{link}/you", {})]
    visitor.post(f"{link}/check", {"consent": "on"})
    replies += [visitor.get(f"{link}/done"), visitor.get(link)]

    for reply in replies:
        assert _language(reply) == "eo"
        page = re.sub(r"<option value=\"\w+\".*?</option>|<dd.*?</dd>", "", _text(reply), flags=re.DOTALL)
        # Each message stands between the marks, and so do the values that it was given.
        left = re.sub(r"⟦[^⟦⟧]*⟧", "", " ".join(catalogues.texts(page)))
        assert _DATA.sub("", left) == "", left

"""The page of an invitation in the languages of its readers, its amount as they write it."""

import html
import re

import pytest
from django.test import Client

from platforms.base import identifiers
from tests.languages import catalogues
from tests.support.payments import hosts

pytestmark = pytest.mark.django_db
IN_EACH = {
    "en": ("Ada wants to send you 1,234.56 USD", "How to accept", "Withdrawn"),
    "de": ("Ada möchte Ihnen 1.234,56 USD senden", "So nehmen Sie an", "Zurückgezogen"),
    "es": ("Ada quiere enviarle 1.234,56 USD", "Cómo aceptar", "Retirada"),
    "pt": ("Ada quer enviar 1.234,56 USD a você", "Como aceitar", "Retirado"),
    "fr": ("Ada souhaite vous envoyer 1\u202f234,56 USD", "Comment accepter", "Retirée"),
}


def _get(path: str, language: str = ""):
    """Visit from an address of its own, so that no test uses up another's visits."""
    tail = identifiers.new_key().hex[-8:]
    visitor = Client(REMOTE_ADDR=f"2001:db8:{tail[:4]}:{tail[4:]}::1")
    return visitor.get(path, headers={"Accept-Language": language})


def _words(reply) -> str:
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", reply.content.decode()).split(" "))).replace("\n", " ")


def _plain(reply) -> str:
    return re.sub(r"[ \n]+", " ", _words(reply))


@pytest.mark.parametrize("language", IN_EACH)
def test_it_speaks_the_language_that_browser_or_address_asks_for(api, ada, language):
    invitation = hosts.invite(api, ada, amountToSend=1_234_56)
    path, (title, how, withdrawn) = hosts.path(invitation), IN_EACH[language]

    for reply in (_get(path, f"{language}-XX"), _get(f"{path}?lang={language}", "en")):
        assert f'<html lang="{language}" dir="ltr">' in reply.content.decode()
        assert reply["Content-Language"] == language
        assert "Set-Cookie" not in reply.headers
        page = _plain(reply)
        assert page.count(title) == 2, "in the browser's tab and as heading"
        assert how in page
        assert f'property="og:title" content="{title}"' in html.unescape(reply.content.decode())
    hosts.cancel(api, invitation["code"])
    assert withdrawn in _plain(_get(path, language))


def test_every_language_can_be_chosen(api, ada):
    page = _get(hosts.path(hosts.invite(api, ada))).content.decode()

    assert re.findall(r'<a href="\?lang=(\w\w)" hreflang="\1" lang="\1"', page) == [*IN_EACH]


@pytest.mark.parametrize("path", ["/i", "/i/", "/i/cut", "/i/ABCD-EFGH-JKLM/more", "/i/a/b/c"])
def test_a_cut_link_is_explained_in_the_language(path):
    reply = _get(path, "pt-BR")

    assert (reply.status_code, reply["Content-Language"]) == (404, "pt")
    assert "Este convite não existe" in _plain(reply)
    assert "Peça um novo" in _plain(reply) or "peça um novo" in _plain(reply)


@pytest.mark.usefixtures("slow_refill")
def test_a_busy_network_is_told_in_the_language(invitation):
    visitor = Client(REMOTE_ADDR=f"2001:db8:{identifiers.new_key().hex[-4:]}::2", headers={"Accept-Language": "es"})
    replies = [visitor.get(hosts.path(invitation)) for _ in range(31)]

    refused = next(reply for reply in replies if reply.status_code == 429)
    assert "Demasiadas visitas" in _plain(refused)


def test_no_text_of_any_page_is_missing_in_the_catalogue(api, ada, settings, tmp_path):
    """In a language whose every message is marked, what is not marked was forgotten."""
    settings.LANGUAGES = [*settings.LANGUAGES, ("eo", "Esperanto")]
    settings.LOCALE_PATHS = [tmp_path]
    catalogues.write_marked(tmp_path, "eo")
    nameless = api.post("/customers", {"customerType": "INDIVIDUAL"}).json()["umaAddress"]
    made = [hosts.invite(api, who, **amount) for who in (ada, nameless) for amount in ({}, {"amountToSend": 1_00})]
    replies = [_get(hosts.path(invitation), "eo") for invitation in made]
    for invitation in made:
        hosts.cancel(api, invitation["code"])
    replies += [_get(hosts.path(invitation), "eo") for invitation in made] + [_get("/i/nothing", "eo")]

    for reply in replies:
        texts = " ".join(catalogues.texts(re.sub(r"<dd.*?</dd>", "", html.unescape(reply.content.decode()))))
        left = re.sub(r"English|Deutsch|Español|Português|Français|Esperanto", "", _unmarked(texts))
        # What is left of an invitation that can be accepted is its code.
        assert re.sub(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}|\W", "", left) == "", left


def _unmarked(texts: str) -> str:
    """Return what stands outside of all marks; a message that was given another one stands in two."""
    return re.sub(r"⟦[^⟦⟧]*⟧", "", re.sub(r"⟦[^⟦⟧]*⟧", "", texts))

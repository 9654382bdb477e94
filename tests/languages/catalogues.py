"""The catalogues of the pages for everybody: what the code asks for, and files as gettext writes them.

Babel reads and writes them, so no program of gettext is needed.
"""

import datetime as dt
import io
import pathlib
import re
from collections.abc import Mapping
from html.parser import HTMLParser

from babel.messages import mofile, pofile
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.conf import settings
from django.utils.translation.template import templatize

_FOLDERS = ("compliance", "invitations", "platforms")
_TEMPLATES = ("hosted/*.html", "invitations/*.html", "unavailable.html")
_KEYWORDS = {"gettext": None, "gettext_lazy": None, "gettext_noop": None, "pgettext_lazy": ((1, "c"), 2)}
_FROM_TEMPLATES = {"gettext": None, "pgettext": ((1, "c"), 2)}
_HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|</?\w+[^>]*>")
"""What a translation has to hand over as it is: a value, or a tag."""


def templates() -> list[pathlib.Path]:
    """Return the templates of the pages."""
    folder = settings.BASE_DIR / "templates"
    return sorted(path for pattern in _TEMPLATES for path in folder.glob(pattern))


def asked_for() -> Catalog:
    """Return a catalogue without translations of all messages in code and templates, each with where it stands."""
    catalogue = Catalog()
    for folder in _FOLDERS:
        for path in sorted((settings.BASE_DIR / folder).rglob("*.py")):
            text = path.read_text()
            if "gettext" in text:
                _add(catalogue, path, text, _KEYWORDS)
    for path in templates():
        # What surrounds the messages is blanked out; left are calls of gettext, which must not look indented.
        lines = templatize(path.read_text(), origin=str(path)).split("\n")
        _add(catalogue, path, "\n".join(line.strip() for line in lines), _FROM_TEMPLATES)
    return catalogue


def _add(catalogue: Catalog, path: pathlib.Path, text: str, keywords: Mapping[str, object]) -> None:
    place = path.relative_to(settings.BASE_DIR).as_posix()
    found = extract("python", io.BytesIO(text.encode()), keywords=keywords)  # type: ignore[arg-type]
    for _, message, _, context in found:
        # Without numbers of lines, which would change with every line above.
        catalogue.add(message, locations=[(place, None)], context=context)  # type: ignore[list-item]


def path(language: str, ending: str) -> pathlib.Path:
    """Return where a catalogue is: `po` for people, `mo` for Django."""
    (folder,) = settings.LOCALE_PATHS
    return pathlib.Path(folder) / language / "LC_MESSAGES" / f"django.{ending}"


def read(language: str) -> Catalog:
    """Return a language's catalogue as it is written."""
    return pofile.read_po(io.StringIO(path(language, "po").read_text()), locale=language, abort_invalid=True)


def write(language: str) -> None:
    """Bring a language's files up to the code: new messages are added without a translation, old ones leave."""
    old = read(language) if path(language, "po").exists() else Catalog(locale=language)
    new = Catalog(locale=language)
    # A date would change the file with every run.
    new.creation_date = dt.datetime.fromtimestamp(0, dt.UTC)
    for message in asked_for():
        if message.id:
            known = old.get(message.id, message.context)
            translation = known.string if known is not None else ""
            new.add(message.id, translation, locations=message.locations, context=message.context)
    written, compiled = io.BytesIO(), io.BytesIO()
    pofile.write_po(written, new, width=120, include_lineno=False, omit_header=True)
    mofile.write_mo(compiled, new)
    path(language, "po").parent.mkdir(parents=True, exist_ok=True)
    path(language, "po").write_bytes(_HEADER.format(language=language).encode() + written.getvalue())
    path(language, "mo").write_bytes(compiled.getvalue())


def write_marked(folder: pathlib.Path, language: str) -> None:
    """Write a catalogue in which each message is itself between marks: what a page shows without them is in none."""
    marked = Catalog(locale=language)
    for message in asked_for():
        if message.id:
            marked.add(message.id, f"\u27e6{message.id}\u27e7", context=message.context)
    place = folder / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "django.mo").open("wb") as file:
        mofile.write_mo(file, marked)


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if value and name in _READ_OUT]


_READ_OUT = {"alt", "aria-label", "title", "placeholder"}


def texts(page: str) -> list[str]:
    """Return what people read or hear of a page: what stands between its tags, and in some attributes."""
    reader = _Texts()
    reader.feed(page)
    return reader.texts

"""PDFs: what is put in is what is read out, in any script, and nobody's text breaks a page."""

import collections
import datetime as dt

import pypdfium2
import pytest

from platforms.base.pdf import files
from platforms.base.pdf.files import Facts, Heading, Table, Text
from tests.support.backoffice import pdfs

MADE = dt.datetime(2026, 3, 1, 12, 30, tzinfo=dt.UTC)


def draw(*blocks, is_wide=False):
    return files.draw(blocks, title="A file", footer="Customer:1 · 2026-03-01", made_at=MADE, is_wide=is_wide)


def test_what_is_put_in_is_read_out_with_its_place_on_every_page():
    rows = [(f"line {number}", f"{number:,}.00", "more " * 30) for number in range(200)]

    pdf = draw(
        Heading("The title", 0),
        Facts([("Name", "Ann Lee"), ("Nothing", ""), ("City", "Bern")]),
        Heading("Lines"),
        Table(("What", "Amount", "Words"), rows, (2, 1, 3), numeric=(1,)),
        Text("The end."),
    )

    pages = pdfs.pages_of(pdf.content)
    assert len(pages) == pdf.pages > 3
    assert "The title" in pages[0]
    assert "Name Ann Lee City Bern" in " ".join(pages[0].split())
    assert "Nothing" not in pages[0]
    for number, page in enumerate(pages, start=1):
        assert f"{number} of {pdf.pages}" in page
        assert "Customer:1 · 2026-03-01" in page
        assert "Amount" in page
    whole = pdfs.text_of(pdf.content)
    assert all(f"line {number} {number:,}.00" in whole for number in range(200))
    assert whole.count("more") == 200 * 30
    assert "The end." in whole


@pytest.mark.parametrize(
    "name",
    [
        "Zoë Ångström-Łukasiewicz",
        "Nguyễn Thị Ánh",
        "Αλέξανδρος Παπαδόπουλος",
        "Дмитрий Щербаков",
        "राजेश",
        "สมชาย ใจดี",
        "李小龙",
        "𠮷野家",
        "山田さくら",
        "김민준",
        "יעל כהן",
    ],
)
def test_a_name_is_written_in_its_own_script(name):
    assert name in pdfs.text_of(draw(Facts([("Name", name)])).content)


def test_letters_of_arabic_are_joined_and_all_there():
    drawn = pdfs.text_of(draw(Text("محمد علي")).content)
    assert collections.Counter("محمدعلي") <= collections.Counter(drawn)
    assert "[" not in drawn


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("გიორგი ბერიძე", "[giorgi beridze]"),
        ("Արամ Խաչատրյան jr.", "[Aram Khach'atryan] jr."),
        ("አበበ", "['abebe]"),
        ("Ann 😀", "Ann [:grinning:]"),
        ("invoice\u202egnp.exe", "invoice[U+202E]gnp.exe"),
        ("a\x00b\x1b[31m", "a[U+0000]b[U+001B][31m"),
        ("\ue000", "[U+E000]"),
        ("{nb} of 3", "{nb} of 3"),
    ],
)
def test_what_no_font_can_show_is_written_in_latin_letters_in_brackets(name, written):
    assert f"Name {written} End" in pdfs.text_of(draw(Facts([("Name", name), ("End", "x")])).content)


@pytest.mark.parametrize(
    "text",
    ["x" * 12_000, "word " * 2_500, "李" * 3_000, "line\n" * 400, "محمد " * 1_000, "W\u0301" * 3_000],
    ids=["no blanks", "words", "Chinese", "lines", "Arabic", "marks"],
)
def test_a_text_longer_than_a_page_goes_on_on_the_next_one_and_stays_between_the_margins(text):
    pdf = draw(Table(("When", "Note"), [("now", text), ("later", "short")], (3, 1)), Text("The end."))

    assert pdf.pages > 1
    whole = pdfs.text_of(pdf.content)
    assert "The end." in whole
    assert whole.count("short") == 1
    if text.isascii():
        assert whole.count(text[0]) >= text.count(text[0])
    with pypdfium2.PdfDocument(pdf.content) as document:
        for page in document:
            width, height = page.get_size()
            for thing in page.get_objects():
                left, bottom, right, top = thing.get_bounds()
                assert left >= 0
                assert right <= width
                assert bottom >= 0
                assert top <= height


def test_a_file_that_can_not_be_drawn_is_refused_and_the_next_one_is_drawn():
    with pytest.raises(files.NotDrawn):
        draw(Table(("one", "two"), [("only one",)]))

    assert "here" in pdfs.text_of(draw(Text("here")).content)

"""What is written in a PDF, read back by another library than drew it."""

import pypdfium2


def pages_of(content: bytes) -> list[str]:
    """Return the text of each page, its lines as they stand there."""
    document = pypdfium2.PdfDocument(content)
    try:
        return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]
    finally:
        document.close()


def text_of(content: bytes) -> str:
    """Return the text of all pages, with one blank where there is white space."""
    return " ".join(" ".join(pages_of(content)).split())

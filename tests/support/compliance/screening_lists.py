"""A list in the United Nations' form, with invented names, and ways to break it."""

import io
from collections.abc import Iterable
from xml.sax.saxutils import escape

from django.db import transaction

from compliance.models import ListKind, ScreeningListVersion
from compliance.providers.watchlists import files, forms
from compliance.screening import lists
from platforms.base import clock
from tests.support import factories

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    ' xsi:noNamespaceSchemaLocation="list.xsd" dateGenerated="{made}">\n'
)
QUISTRAND = """
<INDIVIDUAL>
  <DATAID>7000001</DATAID><VERSIONNUM>1</VERSIONNUM>
  <FIRST_NAME>VELMAR</FIRST_NAME><SECOND_NAME>TOBIAS</SECOND_NAME><THIRD_NAME>QUISTRAND</THIRD_NAME>
  <UN_LIST_TYPE>Doon</UN_LIST_TYPE><REFERENCE_NUMBER>DOi.001</REFERENCE_NUMBER><LISTED_ON>2001-01-25</LISTED_ON>
  <NAME_ORIGINAL_SCRIPT>Вельмар Квистранд</NAME_ORIGINAL_SCRIPT>
  <COMMENTS1>Invented.</COMMENTS1>
  <TITLE><VALUE>Sir</VALUE></TITLE><DESIGNATION><VALUE>Ferryman</VALUE></DESIGNATION>
  <NATIONALITY><VALUE>Russian Federation</VALUE></NATIONALITY>
  <LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE><LAST_DAY_UPDATED><VALUE>2019-05-01</VALUE></LAST_DAY_UPDATED>
  <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Tobias the Ferryman</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME/></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ADDRESS><COUNTRY>Iran (Islamic Republic of)</COUNTRY></INDIVIDUAL_ADDRESS>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1961-04-12</DATE></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1962</FROM_YEAR><TO_YEAR>1964</TO_YEAR>
  </INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Doon</CITY><COUNTRY>Doonland</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
  <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>P-123 4567</NUMBER></INDIVIDUAL_DOCUMENT>
  <SORT_KEY>x</SORT_KEY><SORT_KEY_LAST_MOD>x</SORT_KEY_LAST_MOD>
</INDIVIDUAL>"""
BLACKMARSH = """
<ENTITY>
  <DATAID>7000002</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>BLACKMARSH TRADING FZE</FIRST_NAME>
  <UN_LIST_TYPE>Doon</UN_LIST_TYPE><REFERENCE_NUMBER>DOe.001</REFERENCE_NUMBER><LISTED_ON>2004-02-18</LISTED_ON>
  <LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE>
  <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>Marsh &amp; Black</ALIAS_NAME></ENTITY_ALIAS>
  <ENTITY_ADDRESS><COUNTRY>United Arab Emirates</COUNTRY></ENTITY_ADDRESS>
</ENTITY>"""
MADE = "2026-03-01T00:00:00.000Z"


def person(reference: str, name: str) -> str:
    first, _, last = name.rpartition(" ")
    return (
        f"<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>{escape(first)}</FIRST_NAME><SECOND_NAME>{escape(last)}</SECOND_NAME>"
        f"<REFERENCE_NUMBER>{reference}</REFERENCE_NUMBER></INDIVIDUAL>"
    )


def xml(people: Iterable[str] = (QUISTRAND,), others: Iterable[str] = (BLACKMARSH,), *, made: str = MADE) -> bytes:
    people_text, others_text = "".join(people), "".join(others)
    text = (
        f"{HEAD.format(made=made)}<INDIVIDUALS>{people_text}</INDIVIDUALS>"
        f"<ENTITIES>{others_text}</ENTITIES></CONSOLIDATED_LIST>"
    )
    return text.encode()


def load(content: bytes, *, name: str = "UN", kind: ListKind = ListKind.SANCTION, **options) -> ScreeningListVersion:
    """Load a list as the command does."""
    file = io.BytesIO(content)
    checksum = files.checksum(file)
    with transaction.atomic():
        return lists.load(
            name=name,
            kind=kind,
            checksum=checksum,
            edition=forms.read(file),
            actor=factories.OPERATOR,
            now=clock.real_now(),
            **options,
        ).version

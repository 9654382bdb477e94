"""Pages of what signs webhooks, and of who sends them."""

import pytest
from django.db import transaction

from platforms import audit
from platforms.base import clock, identifiers
from tests.backoffice.conftest import list_of, page_of
from webhooks.models import EndpointShare, SigningSecret
from webhooks.signing import signing_secrets

pytestmark = pytest.mark.django_db


def test_a_signing_secret_is_shown_to_nobody(backoffice, acme):
    with transaction.atomic():
        made = signing_secrets.create(platform_id=acme.platform.id, actor=audit.SYSTEM, now=clock.real_now())
    row = SigningSecret.objects.get()

    pages = [backoffice.text(list_of(SigningSecret)), backoffice.text(page_of(row))]

    assert all(row.public_id in page for page in pages)
    assert "not shown" in pages[1]
    assert not [page for page in pages if made.text.removeprefix("whsec_") in page or "s1." in page]


def test_a_share_names_its_endpoint_and_its_places(backoffice, acme):
    share = EndpointShare.objects.create(
        platform=acme.platform, holder=identifiers.new_key(), places=17, held_until=clock.real_now()
    )

    page = backoffice.text(list_of(EndpointShare))

    assert str(share.holder) in page
    assert ">17<" in page.replace(" ", "").replace("\n", "")

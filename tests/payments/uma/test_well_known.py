"""The documents of an identity that everybody reads: what they cost, and how long they may be kept."""

import ast
import datetime as dt
import pathlib

import pytest

import payments.uma
from payments.models import UmaKey
from payments.uma import messages
from payments.uma.identities import identities
from tests.support import apps, factories

pytestmark = pytest.mark.django_db
KEYS, CONFIGURATION = "/.well-known/lnurlpubkey", "/.well-known/uma-configuration"


@pytest.fixture
def ask(web, acme):
    return lambda path: web.get(path, headers={"Host": acme.platform.uma_domain})


@pytest.mark.parametrize("path", [KEYS, CONFIGURATION])
def test_a_document_costs_the_host_and_its_keys(ask, path, costs):
    ask(path)

    with costs.of(path):
        assert ask(path).status_code == 200


def test_keys_may_be_kept_five_minutes_on_the_way_and_an_hour_by_who_asked(ask):
    reply = ask(KEYS)

    now = dt.datetime.now(dt.UTC)
    assert reply["Cache-Control"] == "public, max-age=300"
    ends = messages.read_public_keys(reply.content, now=now).expires_at
    assert ends is not None
    assert dt.timedelta(minutes=59) < ends - now <= dt.timedelta(hours=1)


def test_no_cache_on_the_way_keeps_keys_beyond_their_end(ask, acme):
    ask(KEYS)
    now = dt.datetime.now(dt.UTC)
    an_hour_ago = now - identities.COPIES_LIVE + dt.timedelta(minutes=2)
    identities.rotate(platform_id=acme.platform.id, actor=factories.OPERATOR, now=now)
    newest = UmaKey.objects.filter(platform=acme.platform)
    newest.filter(replaced_at=None).update(active_from=an_hour_ago + identities.COPIES_LIVE)
    newest.exclude(replaced_at=None).update(replaced_at=an_hour_ago + identities.COPIES_LIVE)

    assert 60 < int(ask(KEYS)["Cache-Control"].partition("max-age=")[2]) < 120


def test_one_package_alone_imports_the_library():
    root = pathlib.Path(payments.uma.__file__).parents[2]
    sources = [path for app in apps.EVERY for path in (root / app).rglob("*.py")]

    importers = {path.relative_to(root).parent.as_posix() for path in sources if _imports_library(path)}

    assert importers == {"payments/uma/messages"}


def _imports_library(path):
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names.append(node.module or "")
        if any(name == "uma" or name.startswith("uma.") for name in names):
            return True
    return False

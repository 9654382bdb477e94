"""Our own keys: made once, sealed, replaced without a gap."""

import datetime as dt
import io

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from payments.models import UmaKey
from payments.models.uma.protocol import ENCRYPTED_PRIVATE_KEY
from payments.uma import messages
from payments.uma.identities import identities
from platforms.models import AuditEntry, Platform
from tests.support import factories
from tests.support.uma import institutions

pytestmark = pytest.mark.django_db
NOW = dt.datetime.now(dt.UTC)
HOUR = dt.timedelta(hours=1)


@pytest.fixture
def key(acme):
    """Whose keys: acme's, by its key."""
    return acme.platform.id


def published(platform_id, now=NOW):
    found = identities.published(platform_id=platform_id, now=now)
    document = messages.build_public_keys(
        signing_chain=found.signing_certificate,
        encryption_chain=found.encryption_certificate,
        expires_at=found.expires_at,
    )
    return messages.read_public_keys(document, now=now)


def signs_for(platform_id, keys, now=NOW):
    """Tell whether a signature of the identity at a moment is genuine by given cached keys."""
    signer = identities.signer(platform_id=platform_id, domain="acme.example", now=now)
    body = messages.build_callback(status=messages.CallbackStatus.COMPLETED, signer=signer, now=now)
    try:
        messages.require_genuine(messages.read_callback(body).signature, keys=keys)
    except messages.ProtocolError:
        return False
    return True


def rotate(platform_id, now=NOW):
    with transaction.atomic():
        identities.rotate(platform_id=platform_id, actor=factories.OPERATOR, now=now)


def test_keys_are_made_on_first_use_and_stay(key):
    first, second = published(key), published(key)

    assert first == second
    assert signs_for(key, first)
    assert UmaKey.objects.count() == 2


def test_the_two_keys_of_an_identity_differ_and_so_do_those_of_two_identities(key, rival):
    pairs = [published(key), published(rival.platform.id), published(None)]

    assert len({point for keys in pairs for point in (keys.signing_key, keys.encryption_key)}) == 6


def test_an_identity_has_one_newest_key_of_each_purpose(key):
    published(key)
    published(None)

    for platform_id in (key, None):
        duplicate = next(key for key in UmaKey.objects.filter(purpose="SIGNING") if key.platform_id == platform_id)
        duplicate.pk = None
        with pytest.raises(IntegrityError, match="uma_key_one_newest"), transaction.atomic():
            duplicate.save(force_insert=True)


def test_private_keys_are_sealed_at_rest(key):
    signer = identities.signer(platform_id=key, domain="acme.example", now=NOW)

    row = UmaKey.objects.get(platform_id=key, purpose="SIGNING")
    stored = bytes(row.sealed_private_key)

    assert signer.private_key not in stored
    assert ENCRYPTED_PRIVATE_KEY.open(stored, row=row.id) == signer.private_key
    assert signer.private_key.hex() not in repr(signer)


def test_private_keys_follow_when_the_encryption_key_of_the_service_changes(key, settings):
    before = published(key)
    settings.ENCRYPTION_KEYS = ["bmV3LWtleS1mb3ItdGVzdHMtYW5kLXdvcnRobGVzcyE=", *settings.ENCRYPTION_KEYS]

    call_command("rotate_encryption_keys", stdout=io.StringIO())

    settings.ENCRYPTION_KEYS = settings.ENCRYPTION_KEYS[:1]
    assert signs_for(key, before)


def test_a_copy_of_the_keys_is_good_until_it_says_so_through_a_rotation(key):
    before = published(key)
    rotate(key)
    copy = published(key)

    # Both copies that somebody may hold verify what is signed until the one that lasts longest has ended ...
    assert copy.signing_key == before.signing_key
    for minutes in (0, 30, 59):
        assert signs_for(key, copy, NOW + dt.timedelta(minutes=minutes))
    assert copy.expires_at == before.expires_at == (NOW + HOUR).replace(microsecond=0)
    # ... and every later request gets the successor, which signs from the same moment on.
    after = published(key, NOW + HOUR)
    assert after.signing_key != before.signing_key
    assert signs_for(key, after, NOW + HOUR)
    assert not signs_for(key, before, NOW + HOUR)


def test_a_copy_given_out_just_before_the_change_ends_with_it(key):
    rotate(key)

    assert published(key, NOW + dt.timedelta(minutes=59)).expires_at == (NOW + HOUR).replace(microsecond=0)


def test_a_second_rotation_while_a_successor_waits_changes_nothing(key):
    published(key)
    rotate(key)
    rotate(key, NOW + dt.timedelta(minutes=10))

    assert UmaKey.objects.filter(platform_id=key).count() == 4


def test_what_was_encrypted_for_the_old_key_opens_for_two_days(key):
    sealed = messages.build_pay_request(
        payer="$ann@payer.example",
        payer_data={},
        payer_kyc_status=messages.KycStatus.VERIFIED,
        amount=1,
        is_amount_in_msat=False,
        receiving_currency="USD",
        requested_payee_data={},
        utxo_callback="",
        travel_rule="who they are",
        receiver_keys=published(key),
        signer=institutions.Institution("payer.example").signer,
        now=NOW,
    )
    request = messages.read_pay_request(sealed.body)
    rotate(key)

    identities.erase_retired(now=NOW + HOUR + dt.timedelta(days=1))
    assert messages.open_travel_rule(request, private_keys=identities.opening_keys(platform_id=key)) == "who they are"
    assert identities.erase_retired(now=NOW + HOUR + dt.timedelta(days=2, seconds=1)) == 2
    with pytest.raises(messages.ProtocolError):
        messages.open_travel_rule(request, private_keys=identities.opening_keys(platform_id=key))


def test_the_command_rotates_all_identities_or_one_and_leaves_a_trace(key, rival, capsys):
    for identity in (key, rival.platform.id, None):
        published(identity)

    call_command("rotate_uma_keys", "--domain", rival.platform.uma_domain)
    assert (
        list(UmaKey.objects.exclude(replaced_at=None).values_list("platform_id", flat=True)) == [rival.platform.id] * 2
    )
    call_command("rotate_uma_keys")

    assert UmaKey.objects.exclude(replaced_at=None).count() == 6
    assert AuditEntry.objects.filter(verb="uma_keys.rotate").count() == 3
    assert capsys.readouterr().out.splitlines()[1].startswith("2 of 3 identities rotated: new keys sign from ")


def test_stolen_keys_and_successors_that_wait_are_replaced_at_once(key):
    stolen = published(key)
    rotate(key)

    call_command(
        "rotate_uma_keys", "--domain", Platform.objects.get(id=key).uma_domain, "--at-once", stdout=io.StringIO()
    )

    later = dt.datetime.now(dt.UTC)
    after = published(key, later)
    assert not signs_for(key, stolen, later)
    assert signs_for(key, after, later)
    assert published(key, later + 2 * HOUR).signing_key == after.signing_key


def test_the_task_replaces_keys_of_age_and_forgets_old_nonces(key):
    from payments import tasks

    published(key, NOW - dt.timedelta(days=366))
    published(None)

    tasks.tend_uma()

    assert UmaKey.objects.filter(platform_id=key).count() == 4
    assert UmaKey.objects.filter(platform=None).count() == 2

"""UMA addresses that customers gave up: payers keep them, so they never lead to anybody else."""

import threading

import pytest
from django.conf import settings as configured
from django.core.management import call_command
from django.db import connection, connections, transaction

from compliance.customers import customers
from compliance.models import Customer, FormerUmaAddress
from platforms import audit
from platforms.base import clock, identifiers
from platforms.operations import config
from tests.support import patience
from tests.support.compliance import bulk_files, traces
from tests.support.compliance.erasing import delete, erase
from tests.support.compliance.stories import created, patched, refusal

pytestmark = pytest.mark.django_db
ZELDA = "zelda.quixote"


@pytest.fixture
def former(domain) -> str:
    return f"${ZELDA}@{domain}"


@pytest.fixture
def zelda(api, domain, former):
    """A customer who has another address now."""
    customer = created(api, umaAddress=former)
    return patched(api, customer, umaAddress=f"$zelda@{domain}")


def move(acme, domain: str) -> None:
    with transaction.atomic():
        config.update(
            platform_id=acme.platform.id, changes={"umaDomain": domain}, actor=audit.SYSTEM, now=clock.real_now()
        )


@pytest.mark.parametrize("spelling", [str, str.upper, str.title])
def test_nobody_else_gets_an_address_that_was_given_up(api, zelda, former, spelling):
    other = created(api)
    wanted = spelling(former)

    new = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": wanted})
    changed = api.patch(f"/customers/{other['id']}", {"umaAddress": wanted})

    assert refusal(new)[:2] == refusal(changed)[:2] == (409, "UMA_ADDRESS_EXISTS")
    assert api.get(f"/customers/{other['id']}").json() == other
    assert api.get("/customers", umaAddress=former).json()["totalCount"] == 0


def test_its_owner_takes_it_back_and_gives_it_up_again(api, zelda, former, domain):
    back = patched(api, zelda, umaAddress=former)
    again = patched(api, back, umaAddress=f"$third@{domain}")

    assert (back["umaAddress"], again["umaAddress"]) == (former, f"$third@{domain}")
    for taken in (former, f"$zelda@{domain}", f"$third@{domain}"):
        reply = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": taken})
        assert refusal(reply)[:2] == (409, "UMA_ADDRESS_EXISTS"), taken
    assert FormerUmaAddress.objects.count() == 2


def test_another_platform_s_customers_are_not_concerned(rival_api, rival, zelda, former):
    own = f"${ZELDA}@{rival.platform.uma_domain}"

    assert created(rival_api, umaAddress=own)["umaAddress"] == own


@pytest.mark.parametrize("then", ["deleted", "erased"])
def test_that_stays_so_when_the_owner_is_gone(api, zelda, former, then):
    delete(api, zelda["id"])
    if then == "erased":
        erase(zelda["id"])

    reply = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": former})

    assert refusal(reply)[:2] == (409, "UMA_ADDRESS_EXISTS")
    if then == "erased":
        assert traces.of([ZELDA]) == set()


def test_nobody_prevents_an_erasure_by_taking_the_address_that_would_come_next(api, zelda, former, domain):
    next_one = f"${zelda['id'][-17:].replace('-', '')}@{domain}"
    assert created(api, umaAddress=next_one)["umaAddress"] == next_one
    delete(api, zelda["id"])

    erase(zelda["id"])
    again = erase(zelda["id"])

    assert again.uma_address not in {next_one, former, f"$zelda@{domain}"}
    reply = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": f"$zelda@{domain}"})
    assert refusal(reply)[:2] == (409, "UMA_ADDRESS_EXISTS")


def test_that_stays_so_when_the_platform_moves_away_and_comes_back(acme, api, domain, former):
    customer = created(api, umaAddress=former)
    move(acme, "moved.example.com")
    patched(api, customer, umaAddress=f"$zelda@{domain}")
    move(acme, domain)

    reply = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": former})

    assert refusal(reply)[:2] == (409, "UMA_ADDRESS_EXISTS")


def test_a_row_of_a_file_that_wants_it_is_refused_and_the_others_are_not(api, zelda, former, domain):
    rows = [bulk_files.ADA | {"umaAddress": address} for address in (former, f"$free@{domain}")]

    shown = bulk_files.imported(api, bulk_files.text(*rows))

    assert [code for _, code, _ in bulk_files.errors_of(shown)] == ["UMA_ADDRESS_EXISTS"]
    assert Customer.objects.filter(uma_address=f"$free@{domain}").count() == 1


def test_what_payers_send_there_reaches_nobody(api, zelda, former):
    body = {
        "senderUmaAddress": f"$success.usd@{configured.SANDBOX_UMA_DOMAIN}",
        "receiverUmaAddress": former.upper(),
        "receivingCurrencyCode": "USD",
        "receivingCurrencyAmount": 100,
    }

    reply = api.post("/sandbox/uma/receive", body)

    assert refusal(reply)[:2] == (404, "USER_NOT_FOUND")


def test_a_new_blind_index_key_keeps_it_too(api, zelda, former, settings):
    settings.BLIND_INDEX_KEY = "another key, of more than thirty-two letters"
    call_command("rotate_encryption_keys", blind_indexes=True, verbosity=0)

    reply = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": former})

    assert refusal(reply)[:2] == (409, "UMA_ADDRESS_EXISTS")


@pytest.mark.django_db(transaction=True)
def test_who_wants_it_while_it_is_given_up_does_not_get_it(acme, api, former, domain):
    customer, replies = created(api, umaAddress=former), []

    def want() -> None:
        replies.append(api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": former}))
        connections.close_all()

    wanting = threading.Thread(target=want)
    with transaction.atomic():
        customers.update(
            platform_id=acme.platform.id,
            customer_id=customer["id"],
            changes={"umaAddress": f"$zelda@{domain}"},
            actor=audit.SYSTEM,
            now=clock.real_now(),
        )
        wanting.start()
        patience.until(_somebody_waits)
    wanting.join(patience.LONG)

    assert refusal(replies[0])[:2] == (409, "UMA_ADDRESS_EXISTS")
    assert Customer.objects.get().id == identifiers.parse("Customer", customer["id"])


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE datname = current_database() AND NOT granted)"
        )
        return bool(cursor.fetchone()[0])

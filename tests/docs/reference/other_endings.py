"""The part of the story that operations do not need: whatever else events tell of."""

from tests.conftest import Api
from tests.support import factories
from tests.support.compliance import bulk_files, cases
from tests.support.event_stories import Stage
from tests.support.payments import quote_requests
from tests.support.processes.worker import Worker


def _features(acme: Api, worker: Worker) -> None:
    """Let happen what is told to those who have asked for it."""
    # Nobody answers there any more.
    acme.patch("/config", {"webhookEndpoint": ""})
    for play_out in (Stage.have_an_account_held, Stage.have_a_payee_cleared, Stage.have_money_refused):
        play_out(Stage(acme, acme, acme.customer("Grace Hopper"), worker))


def play(acme: Api, worker: Worker, ada: str, accounts: dict[str, str]) -> None:
    """Let everything happen that events tell of, and that the examples of operations do not need."""
    from compliance import tasks

    _features(acme, worker)
    internal = accounts["internal"]
    failing = acme.external_account(ada, factories.usd_account("002"))
    assert acme.transfer_out(internal, failing, 5_00).status_code == 201
    assert acme.transfer_in(failing, internal, 5_00).status_code == 201
    # First of all that fail: of each type the first event is an example.
    worker.run()
    for suffix in ("002", "007"):
        pesos = acme.external_account(ada, quote_requests.clabe(suffix), "MXN")
        assert quote_requests.quote(acme, internal, pesos, immediatelyExecute=True).status_code == 201
        if suffix == "002":
            realtime = quote_requests.quote(acme, quote_requests.realtime("USD", ada), pesos).json()
            acme.post("/sandbox/send", {"quoteId": realtime["id"], "currencyCode": "USD"})
    worker.run()
    for name in ("Ada Lovelace 001", "Ada Lovelace 002"):
        acme.customer(name)
    for number in ("5523001", "5523002"):
        customer, _ = cases.complete_business(acme, registrationNumber=number)
        cases.submit(acme, customer)
    bulk_files.accepted(acme, bulk_files.text(bulk_files.ADA | {"country": "Utopia"}))
    tasks.import_customers()
    # A quote that nobody pays, last: an hour later.
    acme.post("/quotes", quote_requests.body(internal, accounts["pesos"]))
    acme.post("/sandbox/clock/advance", {"seconds": 3600})
    worker.run()

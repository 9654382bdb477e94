"""What of another institution's answers is kept under an idempotency key."""

import pytest

from payments.models import Quote
from tests.support.payments.quote_requests import code_of
from tests.support.servers.webhook_receiver import Answer
from tests.support.uma.peers import error

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("fault", "refused"),
    [
        (Answer(500, b""), (424, "PAYREQ_REQUEST_FAILED")),
        (Answer(302, b"", {"Location": "https://elsewhere.example/"}), (424, "PAYREQ_REQUEST_FAILED")),
        (Answer(200, b"null"), (400, "PARSE_PAYREQ_RESPONSE_ERROR")),
    ],
)
def test_a_fault_of_the_other_side_is_not_kept_under_the_key(paying, peer, fault, refused):
    lookup = paying.look_up(peer.address).json()["lookupId"]
    peer.answer["pay"] = fault
    first = paying.ask(peer.address, lookup=lookup, key="k")
    del peer.answer["pay"]

    again, third = (paying.ask(peer.address, lookup=lookup, key="k") for _ in range(2))

    assert code_of(first) == refused
    assert (again.status_code, again.headers.get("Idempotent-Replayed")) == (201, None)
    assert (third.content, third.headers["Idempotent-Replayed"]) == (again.content, "true")
    assert Quote.objects.count() == 1


def test_what_the_other_side_refuses_for_a_reason_is_kept_under_the_key(paying, peer):
    lookup = paying.look_up(peer.address).json()["lookupId"]
    peer.answer["pay"] = Answer(400, error("AMOUNT_OUT_OF_RANGE"))
    first = paying.ask(peer.address, lookup=lookup, key="k")
    del peer.answer["pay"]

    again = paying.ask(peer.address, lookup=lookup, key="k")

    assert code_of(first) == code_of(again) == (400, "AMOUNT_OUT_OF_RANGE")
    assert again.headers["Idempotent-Replayed"] == "true"

"""What a token may spend: how its limits are set, shown and changed."""

import pytest

from platforms.models import ApiToken, AuditEntry
from tests.conftest import Api
from tests.support import factories
from tests.support.payments.spending import a_day, budget_of, dollars, limited

pytestmark = [pytest.mark.django_db, pytest.mark.any_clock]
_ACCOUNT = "ExternalAccount:0197d6f0-0000-7000-8000-000000000001"
_ALL = {
    "currencies": [
        {"currency": "USD", "amountRange": {"min": 1, "max": 50}, "budget": {"max": 100, "recurrence": "DAY"}},
        {"currency": "EUR", "budget": {"max": 100, "recurrence": "NONE"}},
        {"currency": "MXN"},
    ],
    "allowedPayees": [_ACCOUNT, "$carol@vasp.example"],
    "validFrom": "2026-01-31T08:30:00.000000Z",
    "validUntil": "2099-01-31T09:30:00.000000Z",
}


def _made(api, limits):
    return api.post("/tokens", {"name": "agent", "permissions": ["TRANSACT"], "spendingLimits": limits})


def test_limits_are_shown_with_what_is_left(api):
    sent = {**_ALL, "allowedPayees": [_ACCOUNT, "$Carol@VASP.example"], "validFrom": "2026-01-31T09:30:00+01:00"}

    made = _made(api, sent).json()

    limits = made["spendingLimits"]
    dollars_left, euros_left, _ = (each.get("budget") for each in limits["currencies"])
    assert limits["currencies"][0]["amountRange"] == {"min": 1, "max": 50}
    assert {**dollars_left, "renewsAt": None} == {
        "max": 100,
        "recurrence": "DAY",
        "spent": 0,
        "left": 100,
        "renewsAt": None,
    }
    assert dollars_left["renewsAt"].endswith("T00:00:00.000000Z")
    assert euros_left == {"max": 100, "recurrence": "NONE", "spent": 0, "left": 100}
    assert {name: limits[name] for name in ("allowedPayees", "validFrom", "validUntil")} == {
        name: _ALL[name] for name in ("allowedPayees", "validFrom", "validUntil")
    }
    shown = api.get(f"/tokens/{made['id']}").json()
    assert shown["spendingLimits"] == limits
    assert [each["spendingLimits"] for each in api.get("/tokens", name="agent").json()["data"]] == [limits]
    assert not any("spendingLimits" in each for each in api.get("/tokens", name="x").json()["data"])


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        (None, "spendingLimits"),
        ({"limits": []}, "spendingLimits"),
        ([], "spendingLimits"),
        ({"currencies": []}, "spendingLimits.currencies"),
        ({"currencies": [{}]}, "spendingLimits.currencies.0.currency"),
        ({"currencies": [{"currency": "XXX"}]}, "spendingLimits.currencies.0.currency"),
        ({"currencies": [{"currency": "USD"}, {"currency": "USD"}]}, "spendingLimits.currencies"),
        ({"currencies": dollars(amountRange={})}, "spendingLimits.currencies.0.amountRange"),
        ({"currencies": dollars(amountRange={"min": 2, "max": 1})}, "spendingLimits.currencies.0.amountRange.min"),
        ({"currencies": dollars(amountRange={"max": 0})}, "spendingLimits.currencies.0.amountRange.max"),
        ({"currencies": dollars(amountRange={"max": 2**63})}, "spendingLimits.currencies.0.amountRange.max"),
        ({"currencies": dollars(amountRange={"max": "1"})}, "spendingLimits.currencies.0.amountRange.max"),
        ({"currencies": dollars(budget={"max": 1})}, "spendingLimits.currencies.0.budget.recurrence"),
        ({"currencies": dollars(budget={"max": -1, "recurrence": "DAY"})}, "spendingLimits.currencies.0.budget.max"),
        (
            {"currencies": dollars(budget={"max": 1, "recurrence": "WEEK"})},
            "spendingLimits.currencies.0.budget.recurrence",
        ),
        ({"allowedPayees": []}, "spendingLimits.allowedPayees"),
        ({"allowedPayees": ["Customer:0197d6f0-0000-7000-8000-000000000001"]}, "spendingLimits.allowedPayees.0"),
        ({"allowedPayees": ["carol@vasp.example"]}, "spendingLimits.allowedPayees.0"),
        ({"allowedPayees": [_ACCOUNT] * 101}, "spendingLimits.allowedPayees"),
        ({"validFrom": "soon"}, "spendingLimits.validFrom"),
        ({"validFrom": "2026-01-02T00:00:00Z", "validUntil": "2026-01-01T00:00:00Z"}, "spendingLimits.validUntil"),
    ],
)
def test_limits_that_make_no_sense_are_refused(api, limits, field):
    token = limited(api, currencies=a_day(1)).token

    for reply in (_made(api, limits), api.patch(f"/tokens/{token}", {"spendingLimits": limits})):
        assert reply.status_code == 400, reply.content
        assert [problem["field"] for problem in reply.json()["details"]["errors"]] == [field]
    assert ApiToken.objects.filter(name="agent").count() == 1
    assert api.get(f"/tokens/{token}").json()["spendingLimits"]["currencies"][0]["budget"]["max"] == 1


def test_limits_are_replaced_and_lifted(api):
    token = limited(api, currencies=a_day(100)).token

    lowered = api.patch(f"/tokens/{token}", {"spendingLimits": {"currencies": a_day(50)}}).json()
    lifted = api.patch(f"/tokens/{token}", {"spendingLimits": {}}).json()
    nothing = api.patch(f"/tokens/{token}", {})

    assert lowered["spendingLimits"]["currencies"][0]["budget"]["left"] == 50
    assert "spendingLimits" not in lifted
    assert nothing.status_code == 400
    assert lowered["createdAt"] < lowered["updatedAt"] < lifted["updatedAt"]


def test_a_token_with_limits_makes_no_token_and_changes_no_limits(api):
    agent = limited(api, permissions=("MANAGE", "TRANSACT"), currencies=a_day(100))
    other = limited(api, currencies=a_day(100))

    refused = [
        _made(agent, {"currencies": a_day(1)}),
        agent.post("/tokens", {"name": "free", "permissions": ["TRANSACT"]}),
        agent.patch(f"/tokens/{other.token}", {"spendingLimits": {}}),
        agent.patch(f"/tokens/{agent.token}", {"spendingLimits": {}}),
        agent.patch(f"/tokens/{agent.token}", {"spendingLimits": {"currencies": a_day(99)}}),
    ]

    assert {(reply.status_code, reply.json()["code"]) for reply in refused} == {(403, "FORBIDDEN")}
    assert not ApiToken.objects.filter(name="free").exists()
    assert [budget_of(api, each)["max"] for each in (other, agent)] == [100, 100]


def test_a_token_without_limits_can_not_limit_itself(acme, api):
    own = ApiToken.objects.get(client_id=acme.client_id)
    maker = factories.token(acme.platform)
    token = Api(maker.token.client_id, maker.client_secret)

    reply = token.patch(f"/tokens/{maker.token.public_id}", {"spendingLimits": {"currencies": a_day(1)}})

    assert reply.status_code == 403
    assert own.spending is None


def test_limits_of_another_platforms_token_are_not_found(api, rival_api):
    token = limited(rival_api, currencies=a_day(100)).token

    reply = api.patch(f"/tokens/{token}", {"spendingLimits": {}})

    assert (reply.status_code, reply.json()["code"]) == (404, "TOKEN_NOT_FOUND")
    assert rival_api.get(f"/tokens/{token}").json()["spendingLimits"]["currencies"][0]["budget"]["max"] == 100


def test_a_change_needs_the_right_to_manage(acme, api):
    token = limited(api, currencies=a_day(100)).token
    payer = factories.token(acme.platform, ("TRANSACT",))

    reply = Api(payer.token.client_id, payer.client_secret).patch(f"/tokens/{token}", {"spendingLimits": {}})

    assert reply.status_code == 403


def test_changes_are_audited_without_the_payees(api):
    token = _made(api, _ALL).json()["id"]
    api.patch(f"/tokens/{token}", {"spendingLimits": {"currencies": a_day(5)}})
    api.patch(f"/tokens/{token}", {"spendingLimits": {}})

    entries = AuditEntry.objects.filter(subject=token).order_by("id")

    assert [entry.verb for entry in entries] == ["token.create", "token.limit", "token.limit"]
    assert entries[0].details["limits"] == {**_ALL, "allowedPayees": 2}
    assert entries[1].details == {"before": {**_ALL, "allowedPayees": 2}, "after": {"currencies": a_day(5)}}
    assert entries[2].details == {"before": {"currencies": a_day(5)}}
    assert "carol" not in str([entry.details for entry in entries])


def test_a_list_of_tokens_costs_the_same_with_limits(api, costs):
    for most in (1, 2, 3):
        limited(api, currencies=a_day(most))

    costs.call(lambda: api.get("/tokens"))

"""Limits of platforms' own fees, which two people set, and what a platform configures within them."""

from decimal import Decimal

import pytest
from django.db import transaction

from platforms import audit
from platforms.base import clock, errors
from platforms.models import AuditEntry, PlatformCurrency
from platforms.operations import audit_seals, platform_fees
from tests.support.payments import own_fees
from tests.support.payments.own_fees import config
from tests.support.payments.rate_entries import CLERK

pytestmark = pytest.mark.django_db


def wrong(reply):
    return {error["field"]: (error["reason"], error.get("expected")) for error in reply.json()["details"]["errors"]}


def test_nothing_is_shown_before_anything_is_allowed(api):
    shown = api.get("/config").json()

    assert "feeConfigs" not in shown
    assert all("feeLimits" not in currency for currency in shown["supportedCurrencies"])


def test_limits_and_fees_are_shown_as_they_were_given(acme, api):
    own_fees.allow(acme, fixed=5_00, share="0.015")
    configs = [
        config(fixed=25, share=0.015, minimum=1_00, maximum=9_00),
        config(fixed=0, share=0.005, sourceType="REALTIME_FUNDING", destinationType="ACCOUNT"),
    ]

    shown = own_fees.configure(api, *configs)

    assert shown == api.get("/config").json()
    assert shown["feeConfigs"] == configs
    (dollars,) = (each for each in shown["supportedCurrencies"] if each["currencyCode"] == "USD")
    assert dollars["feeLimits"] == {"fixed": 5_00, "variableRate": 0.015}
    entry = AuditEntry.objects.filter(verb="config.update").latest("id")
    assert [each["fixed"] for each in entry.details["feeConfigs"]] == [25, 0]
    assert "feeConfigs" not in own_fees.configure(api)


def test_what_is_read_can_be_sent_back(acme, api):
    own_fees.allow(acme)
    shown = own_fees.configure(api, config(fixed=25, share=0.015))

    again = api.patch("/config", {name: shown[name] for name in ("supportedCurrencies", "feeConfigs")}).json()

    assert again["feeConfigs"] == shown["feeConfigs"]
    assert again["supportedCurrencies"] == shown["supportedCurrencies"]


def test_every_number_above_its_limit_is_named_with_what_is_allowed(acme, api):
    own_fees.allow(acme, fixed=5_00, share="0.015")

    reply = api.patch(
        "/config", {"feeConfigs": [config(fixed=5_01, share=0.016, minimum=5_01), config("MXN", fixed=1)]}
    )

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
    no_more = "the operator allows no more in this currency"
    assert wrong(reply) == {
        "feeConfigs.0.fixed": (f"must be between 0 and 500: {no_more}", {"minimum": 0, "maximum": 500}),
        "feeConfigs.0.variableRate": (f"must be between 0 and 0.015: {no_more}", {"minimum": 0, "maximum": 0.015}),
        "feeConfigs.0.minimum": (f"must be between 0 and 500: {no_more}", {"minimum": 0, "maximum": 500}),
        "feeConfigs.1.fixed": (f"must be between 0 and 0: {no_more}", {"minimum": 0, "maximum": 0}),
    }
    assert not PlatformCurrency.objects.exclude(fee_configs=None).exists()


def test_a_maximum_below_the_minimum_one_listed_twice_and_an_unknown_currency_are_refused(acme, api):
    own_fees.allow(acme)

    reply = api.patch("/config", {"feeConfigs": [config(fixed=1), config(fixed=2, minimum=10, maximum=9)]})
    assert list(wrong(reply)) == ["feeConfigs.1", "feeConfigs.1.maximum"]
    reply = api.patch("/config", {"feeConfigs": [config("VND")]})
    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_CURRENCY")
    assert list(wrong(reply)) == ["feeConfigs.0.currency"]


def test_a_lowered_limit_lowers_what_is_configured(acme, api):
    own_fees.allow(acme, fixed=5_00, share="0.015")
    own_fees.configure(api, config(fixed=4_00, share=0.015, minimum=4_50), config(fixed=10, sourceType="ACCOUNT"))

    own_fees.allow(acme, fixed=3_00, share="0.01")

    assert api.get("/config").json()["feeConfigs"] == [
        config(fixed=3_00, share=0.01, minimum=3_00),
        config(fixed=10, sourceType="ACCOUNT"),
    ]
    entry = AuditEntry.objects.filter(verb="platform.limit_fees").latest("id")
    assert entry.details["before"] == [5_00, "0.01500000"]
    assert entry.details["feeConfigs"][0]["fixed"] == 3_00


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"currency": "VND"}, "currency"),
        ({"most_fixed": -1}, "most_fixed"),
        ({"most_share": Decimal("0.500001")}, "most_share"),
        ({"most_share": Decimal("0.0000000001")}, "most_share"),
    ],
)
def test_limits_that_can_not_be_are_refused(acme, wanted, field):
    limits = {"currency": "USD", "most_fixed": 0, "most_share": Decimal(0), **wanted}

    with pytest.raises(errors.InvalidInput) as refusal, transaction.atomic():
        platform_fees.limit(platform_id=acme.platform.id, actor=CLERK, now=clock.real_now(), reason="agreed", **limits)

    assert [problem["field"] for problem in refusal.value.problems] == [field]


def test_limits_that_no_two_people_set_are_named_by_the_nightly_check(acme):
    def named():
        return [fault["subject"] for fault in audit_seals.verify(now=clock.real_now()).faults]

    own_fees.allow(acme, by=audit.Actor(kind="STAFF", id="bert", proposed_by="anna"))
    assert named() == []

    PlatformCurrency.objects.filter(platform=acme.platform, code="USD").update(most_fixed_fee=10_01)
    assert named() == [acme.platform.public_id]
    own_fees.allow(acme, fixed=10_02, by=audit.Actor(kind="STAFF", id="bert"))
    assert named() == [acme.platform.public_id]

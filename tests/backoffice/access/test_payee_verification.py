"""Whether a platform may ask about account holders of other platforms: decided by two people."""

import pytest
from django.urls import reverse

from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import Platform, Proposal
from platforms.operations import audit_seals

pytestmark = pytest.mark.django_db


def test_two_people_allow_it_and_end_it(api, rival, rival_api, hire):
    customer = api.customer("Ana María López")
    [account] = api.get("/customers/internal-accounts", customerId=customer, currency="MXN").json()["data"]
    number = account["fundingPaymentInstructions"][0]["accountOrWalletInfo"]["clabeNumber"]
    first, second = hire("ada", Role.ADMINISTRATOR), hire("ben", Role.ADMINISTRATOR)

    def ask():
        return rival_api.post("/payee-verifications", {"accountIdentifier": number, "name": "Ana Lopez"}).json()

    def decide(allowed):
        address = reverse("admin:platforms_platform_payee-verification", args=[rival.platform.pk])
        first.post(address, _form_submitted="True", allowed=allowed, reason="a bank of the scheme")
        asked_before = ask()
        approval = reverse("admin:platforms_proposal_approve", args=[Proposal.objects.latest("id").pk])
        second.post(approval, _form_submitted="True", reason="agreed")
        return asked_before, ask()

    def unexplained():
        run = audit_seals.verify(now=clock.real_now())
        return [fault["subject"] for fault in run.faults if fault["subject"].startswith("PlatformConfig")]

    told = {"result": "CLOSE_MATCH", "suggestedName": "Ana María López"}
    assert decide("yes") == ({"result": "NOT_AVAILABLE"}, told)
    assert unexplained() == []
    assert decide("no") == (told, {"result": "NOT_AVAILABLE"})

    Platform.objects.filter(pk=rival.platform.pk).update(may_verify_payees=True)
    assert unexplained() == [rival.platform.public_id]

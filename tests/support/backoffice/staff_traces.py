"""What staff would have left in the story of the back office: a case opened by hand, a note, and a sign-on."""

import datetime as dt
from typing import Any

from compliance.models import CaseOutcome, Customer
from compliance.review_desk import hand_opened_cases
from platforms import audit
from platforms.backoffice import notes
from platforms.models import Platform, ProviderIdentity
from platforms.operations import staff_powers


def leave(platform: Platform, *, now: dt.datetime) -> None:
    """Decide a case about the platform's first approved customer, write a note about the platform, link an account."""
    by: dict[str, Any] = {"actor": audit.Actor(kind="STAFF", id="rita"), "now": now}
    customer = Customer.objects.filter(kyc_status="APPROVED").earliest("id")
    case = hand_opened_cases.open_case(customer_id=customer.id, reason="Pays at night only.", **by)
    hand_opened_cases.decide(case_id=case.id, outcome=CaseOutcome.IN_ORDER, reason="He works at night.", **by)
    notes.add(platform=platform, about=platform.public_id, customer=None, text="Calls on Mondays.", **by)
    identity = ProviderIdentity(issuer="https://login.example.com", subject="a7c1", username="rita", linked_at=now)
    identity.mark = staff_powers.marks_of_identity(identity)[0]
    identity.save()

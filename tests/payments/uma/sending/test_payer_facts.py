"""What the receiver's institution is told of who pays."""

import pytest

from compliance.models import Customer, CustomerStatus
from tests.support.compliance import cases
from tests.support.uma.paying import Paying

pytestmark = pytest.mark.django_db


def test_what_is_encrypted_of_a_business_is_told_as_it_was_given(api, peer, worker):
    business = cases.business(api, taxId="47-1234567", registrationNumber="5523041")
    Customer.objects.filter(id=business.partition(":")[2]).update(kyb_status=CustomerStatus.APPROVED)
    dollars = api.internal_account(business)
    api.fund(dollars, 1_000_00)
    peer.lookup["required_payer_data"] = {"TAX_ID": True, "REGISTRATION_NUMBER": True}

    Paying(api, business, dollars, worker).quote(peer.address)

    assert peer.asked.payer_data == {"TAX_ID": "47-1234567", "REGISTRATION_NUMBER": "5523041"}

"""Every table of statuses, and every step of a payment: what forces it, or why nobody outside is asked."""

import re

from config.launch.environment import PROJECT
from payments.steps import STEPS
from platforms.forcing import catalogue
from tests.support import apps

TABLES = {
    "payments/models/transaction.py": "TRANSFER_OUT TRANSFER_IN COLLECT PAY_OUT GIVE_BACK DEPOSIT RECEIVE FUNDING",
    "compliance/models/customer.py": "IDENTITY SCREENING",
    "compliance/models/beneficial_owner.py": "OWNER SCREENING",
    "compliance/models/verification.py": "VERIFICATION",
    "compliance/models/screening.py": "SCREENING",
}
"""By file: steps that move what the table is of, as far as others than the platform and staff move it."""
OF_NOBODY_OUTSIDE = {
    "payments/models/payment_file.py": "staff upload and release it, and workers make its payments",
    "compliance/models/bulk_import.py": "the content of the file decides",
    "compliance/models/document.py": "the platform uploads and submits it, and a reviewer refuses it",
    "invitations/models.py": "platforms claim and cancel it, and the clock ends it",
}
STEPS_OF_PAYMENTS = {
    "TRANSFER": "TRANSFER_OUT TRANSFER_IN",
    "END_APPROVAL": "APPROVAL",
    "AWAIT_COLLECT": "AWAIT_APPROVAL",
    **{step: step for step in ("EXPIRE", "COLLECT", "PAY_OUT", "GIVE_BACK", "RECEIVE", "DEPOSIT", "PAY_INVOICE")},
    "AWAIT_APPROVAL": "AWAIT_APPROVAL",
}
BY_ITSELF = {
    "PAY_IN": "an entry in our own books: only a closed or held account of ours changes it",
    "CONFIRM": "tells the sender's institution what has ended: its answer changes nothing that a platform sees",
    "CALL_BACK": "the same to the receiver's institution",
}


def test_each_table_of_statuses_has_what_forces_it_or_a_reason():
    found = {
        str(path.relative_to(PROJECT))
        for app in apps.STACK
        for path in (PROJECT / app).rglob("*.py")
        if re.search(r"^\w+: states\.Table = ", path.read_text(), re.MULTILINE)
    }

    assert found == TABLES.keys() | OF_NOBODY_OUTSIDE.keys()
    assert {step for steps in TABLES.values() for step in steps.split()} <= set(catalogue.steps())


def test_each_step_of_a_payment_can_be_forced_or_asks_nobody_whose_answer_counts():
    assert STEPS.keys() == STEPS_OF_PAYMENTS.keys() | BY_ITSELF.keys()
    assert {step for steps in STEPS_OF_PAYMENTS.values() for step in steps.split()} <= set(catalogue.steps())

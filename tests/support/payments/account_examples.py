"""One account of each type that is right in every respect: (currency, accountInfo)."""

from typing import Any

from payments.account_types import table
from tests.payments.account_types import shapes

ADDRESS = {"line1": "1 Main Street", "city": "Springfield", "postalCode": "12345", "country": "US"}
PERSON = {
    "beneficiaryType": "INDIVIDUAL",
    "fullName": "Ana María López",
    "birthDate": "1990-02-28",
    "nationality": "MX",
    "email": "ana@example.com",
    "phoneNumber": "+525512345678",
    "countryOfResidence": "MX",
    "address": ADDRESS,
}
COMPANY = {
    "beneficiaryType": "BUSINESS",
    "legalName": "Acme GmbH & Co. KG",
    "taxId": "12-3456789",
    "address": ADDRESS,
}

EXAMPLES: dict[str, tuple[str, dict[str, Any]]] = {
    code: (
        table.get(code).currencies[0],
        {"accountType": code, **members} | ({"beneficiary": PERSON} if table.get(code).beneficiaries else {}),
    )
    for code, members in shapes.published()["examples"].items()
}

"""Other customers of the same platform who share birth date and name, address, tax number, e-mail or phone with one.

Each question is answered from an index, and is bounded. Numbers of documents are encrypted and can't be compared; the
same file is found by `case_files`.
"""

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

from compliance.models import Customer

MOST = 20
"""Customers that are named for each thing that is shared."""

# The expressions are those of the indexes of migration 0024. Of more than 500 any so many are read.
SAME = """
(SELECT 'birth date and name', id FROM (
    SELECT id FROM compliance_customer
     WHERE platform_id = %(platform)s AND birth_date = %(born)s
       AND search_fold(left(full_name, 200)) = search_fold(left(%(name)s, 200)) AND id <> %(own)s LIMIT 500) same
  ORDER BY id DESC LIMIT %(most)s)
UNION ALL
(SELECT 'address', id FROM (
    SELECT id FROM compliance_customer
     WHERE platform_id = %(platform)s AND address ->> 'line1' <> ''
       AND search_fold(left(address ->> 'line1', 200)) = search_fold(left(%(line)s, 200))
       AND coalesce(address ->> 'postalCode', '') = %(code)s
       AND address ->> 'country' = %(country)s AND id <> %(own)s LIMIT 500) same
  ORDER BY id DESC LIMIT %(most)s)
UNION ALL
(SELECT 'tax number', id FROM (
    SELECT id FROM compliance_customer
     WHERE tax_id_digest = %(tax)s AND platform_id = %(platform)s AND id <> %(own)s LIMIT 500) same
  ORDER BY id DESC LIMIT %(most)s)
UNION ALL
(SELECT 'e-mail address', id FROM (
    SELECT id FROM compliance_customer
     WHERE email_digest = %(email)s AND platform_id = %(platform)s AND id <> %(own)s LIMIT 500) same
  ORDER BY id DESC LIMIT %(most)s)
UNION ALL
(SELECT 'telephone number', id FROM (
    SELECT id FROM compliance_customer
     WHERE phone_digest = %(phone)s AND platform_id = %(platform)s AND id <> %(own)s LIMIT 500) same
  ORDER BY id DESC LIMIT %(most)s)
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Related:
    """Customers who share something."""

    what: str
    customers: Sequence[Customer]
    """The newest first, MOST at most."""
    is_cut: bool
    """There are more."""


def of(customer: Customer) -> Sequence[Related]:
    """Return who shares what with a customer, deleted ones too. Two queries."""
    keys: dict[str, list[Any]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(SAME, wanted(customer))
        for what, key in cursor.fetchall():
            keys[what].append(key)
    rows = Customer.objects.in_bulk({key for same in keys.values() for key in same}) if keys else {}
    return [
        Related(what, [rows[key] for key in same[:MOST] if key in rows], is_cut=len(same) > MOST)
        for what, same in keys.items()
    ]


def wanted(customer: Customer) -> Mapping[str, Any]:
    """Return the parameters of SAME for a customer."""
    address = customer.address or {}
    return {
        "platform": customer.platform_id,
        "own": customer.pk,
        "born": customer.birth_date,
        "name": customer.full_name,
        "line": address.get("line1") or None,
        "code": address.get("postalCode") or "",
        "country": address.get("country"),
        "tax": customer.tax_id_digest,
        "email": customer.email_digest,
        "phone": customer.phone_digest,
        "most": MOST + 1,
    }

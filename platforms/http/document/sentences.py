"""What the OpenAPI document says of a field: what it means here, and the form that all fields of its class have.

What a field means stands beside it, as its `help_text`; for names that mean the same wherever they are, here. The form,
with the unit, is the class's (`form`), and a schema's limits are said after both (`platforms.http.document.limits`).
"""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

OF_NAMES: Mapping[str, str] = {
    "createdAfter": "Only what was created at this moment or later.",
    "createdAt": "When it was made, by the platform's clock.",
    "createdBefore": "Only what was created at this moment or earlier.",
    "currency": "The currency.",
    "customerId": "The customer.",
    "data": "What the list holds, in its order.",
    "endDate": "Only what was created at this moment or earlier.",
    "hasMore": "Whether the list goes on: ask again with `nextCursor`.",
    "limit": "How many to answer with at most, 20 unless another number is given.",
    "nextCursor": "What to send as `cursor` for the next page, with the same filters. Absent on the last page.",
    "platformCustomerId": "Your own name of the customer: only what is this customer's.",
    "sortOrder": "By the moment of creation: `desc` is newest first, `asc` oldest first.",
    "startDate": "Only what was created at this moment or later.",
    "totalCount": "How many match in all. Above 10,000 matches of a filter it stays 10,000.",
    "updatedAfter": "Only what was last changed at this moment or later.",
    "updatedAt": "When it was last changed, by the platform's clock; at first, when it was made.",
    "updatedBefore": "Only what was last changed at this moment or earlier.",
}
"""Of fields and parameters that say nothing of their own."""

OF_PATHS: Mapping[str, str] = {
    "account_id": "The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>` as the address says.",
    "beneficial_owner_id": "The beneficial owner's `id`, `BeneficialOwner:<uuid>`.",
    "customer_id": "The customer's `id`, `Customer:<uuid>`.",
    "day": "The day in UTC, `YYYY-MM-DD`.",
    "document_id": "The document's `id`, `Document:<uuid>`.",
    "endpoint_id": "The webhook endpoint's `id`, `WebhookEndpoint:<uuid>`.",
    "event_id": "The event's `id`, `Event:<uuid>`, or the `webhookId` that your endpoint got.",
    "invitation_code": "The invitation's `code`. Capitals, blanks and hyphens do not matter.",
    "job_id": "The `jobId` of the reply that began the import, `Job:<uuid>`.",
    "key": "The idempotency key as it was sent; every character but letters, digits and `-._~` is written as `%XX`.",
    "outcome_id": "The forced outcome's `id`, `ForcedOutcome:<uuid>`.",
    "quote_id": "The quote's `id`, `Quote:<uuid>`.",
    "receiver_uma_address": "The receiver's UMA address, `$user@domain`; capitals do not matter.",
    "secret_id": "The signing secret's `id`, `WebhookSecret:<uuid>`.",
    "token_id": "The token's `id`, `Token:<uuid>`.",
    "transaction_id": "The transaction's `id`, `Transaction:<uuid>`.",
    "verification_id": "The verification's `id`, `Verification:<uuid>`.",
    "webhook_id": "The event's `id`, which the listener was told: `Webhook:<uuid>`.",
}
"""Of the variables of paths."""


def of(field: serializers.Field[Any, Any, Any, Any]) -> str:
    """Return what a field means and which form it has; empty where nothing is said."""
    said = field.help_text or OF_NAMES.get(field.field_name or "", "")
    form = getattr(field, "form", "")
    # Where the meaning names the unit, the form would only repeat it.
    return (
        str(said) if "smallest unit" in said and "smallest unit" in form else " ".join(filter(None, [str(said), form]))
    )

"""The groups of operations, in the order in which a developer needs them."""

from platforms.http.document.parts import Part

_GROUPS = {
    "config": "The platform's own configuration: its endpoint for webhooks, its UMA domain, its currencies.",
    "tokens": "API tokens and what each may do.",
    "customers": "Customers, one by one or from a file, with their internal and external accounts.",
    "beneficial-owners": "The people who own or control a business.",
    "documents": "Documents of customers and of beneficial owners.",
    "verifications": "Whether a customer is who it says it is.",
    "platform": "The platform's own internal and external accounts.",
    "discoveries": "Banks and providers that money can be sent to.",
    "receiver": "What a receiver can get, before a quote.",
    "exchange-rates": "What an amount gives in another currency at present.",
    "crypto": "Fees of networks.",
    "quotes": "Payments across currencies: the terms, and their execution.",
    "transfer-in": "Money from an external account into an internal one, in one currency.",
    "transfer-out": "Money from an internal account to an external one, in one currency.",
    "transactions": "Every payment, and where it stands.",
    "uma-providers": "Institutions whose customers can be paid by UMA.",
    "invitations": "UMA invitations.",
    "webhook-secrets": "Secrets that sign webhooks.",
    "events": "What was sent to the platform's endpoint, or will be.",
    "webhooks": "Requests of the service to the platform's endpoint.",
    "sandbox": "What plays the outside world, for sandbox platforms.",
}


def of(document: Part) -> list[Part]:
    """Return the groups that operations of a document are in."""
    items = [*document["paths"].values(), *document["webhooks"].values()]
    used = {tag for item in items for operation in item.values() for tag in operation["tags"]}
    return [{"name": name, "description": text} for name, text in _GROUPS.items() if name in used]

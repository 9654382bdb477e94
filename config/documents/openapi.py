"""What the generator of the OpenAPI document is told, and the steps by which the document is finished.

Read before the apps are loaded, so everything of theirs is named and not imported.
"""

from typing import Any


def of(version: str) -> dict[str, Any]:
    """Return the settings of drf-spectacular for a version of the API."""
    return {
        "TITLE": "Payments platform service",
        "DESCRIPTION": "Manage payments across currencies and rails. See docs/platform-developer for guides. Texts"
        " lose the blanks around them; what is left is not empty. Whole numbers are written without a point.",
        "VERSION": version,
        "CONTACT": {"name": "The operator of the service that shows this document"},
        "LICENSE": {"name": "Apache License 2.0", "identifier": "Apache-2.0"},
        "SERVERS": _servers(version),
        "OAS_VERSION": "3.1.0",
        "SERVE_INCLUDE_SCHEMA": False,
        # Paths are relative to the server, which has the version: its address is what `baseUrl` of var/sandbox.json is.
        "SCHEMA_PATH_PREFIX": f"/{version}",
        "SCHEMA_PATH_PREFIX_TRIM": True,
        "CAMELIZE_NAMES": True,
        "COMPONENT_SPLIT_REQUEST": True,
        "COMPONENT_SPLIT_PATCH": False,
        "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
        "ENUM_SUFFIX": "",
        "ENUM_NAME_OVERRIDES": _ENUMERATIONS,
        "SWAGGER_UI_DIST": "SIDECAR",
        "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
        "REDOC_DIST": "SIDECAR",
        "WEBHOOKS": "webhooks.api.document.WEBHOOKS",
        "PREPROCESSING_HOOKS": ["platforms.http.document.operations.only_api_paths"],
        "POSTPROCESSING_HOOKS": _STEPS,
        "TAGS": [{"name": name, "description": text} for name, text in _GROUPS.items()],
    }


def _servers(version: str) -> list[dict[str, Any]]:
    return [
        {"url": f"/{version}", "description": "The service that shows this document."},
        {
            "url": f"{{origin}}/{version}",
            "description": "Any other. Sandbox or production: the API token that is used decides.",
            "variables": {
                "origin": {
                    "default": "http://127.0.0.1:8000",
                    "description": "Scheme, host and port, without a path. By default the sandbox of `make run`.",
                }
            },
        },
    ]


_STEPS = [
    # One value alone is a constant; the next step would make a list of it.
    "platforms.http.document.values.make_constants",
    # Lists of values become components.
    "drf_spectacular.hooks.postprocess_schema_enums",
    # What each account type takes and shows comes from its table. Its lists are components already.
    "payments.account_types.schema.add_components",
    # The file is YAML 1.1, which most readers take for YAML 1.2.
    "platforms.http.document.plain_yaml.quote_numbers",
    # Makers of clients take an `allOf` around a reference for a union.
    "platforms.http.document.values.write_plainly",
    # Types made of a `default` ask for the field, so words say it.
    "platforms.http.document.values.tell_defaults",
    # One type for what is read and written in one form. After the two steps that make forms equal.
    "platforms.http.document.sharing.merge_requests",
    # One component for a parameter that several operations take.
    "platforms.http.document.sharing.share_parameters",
    # The generator sees no authentication, because the endpoints check tokens themselves.
    "platforms.http.document.root.require_tokens",
    # A version shows the groups that it has operations in.
    "platforms.http.document.root.keep_used_groups",
    # Most readers and clients do not show limits that are keywords. After the last step that changes schemas.
    "platforms.http.document.limits.say",
    # Replies of all operations carry the same headers.
    "platforms.http.document.headers.declare",
    # Of each status, the codes that no operation answers with.
    "platforms.http.document.refusals.explain",
    # What tests have recorded, where all that it is shown beside has its place.
    "platforms.http.document.examples.attach",
]
"""In this order. Each step gets the document as `result`, and returns it."""

_GROUPS = {
    "config": "The platform's own configuration: its endpoint for webhooks, its UMA domain, its currencies.",
    "versions": "Versions of the API, and what a platform may turn on in them.",
    "tokens": "API tokens and what each may do.",
    "customers": "Customers, one by one or from a file, with their internal and external accounts.",
    "beneficial-owners": "The people who own or control a business.",
    "documents": "Documents of customers and of beneficial owners.",
    "verifications": "Whether a customer is who it says it is.",
    "platform": "The platform's own internal and external accounts.",
    "discoveries": "Banks and providers that money can be sent to.",
    "receiver": "What a receiver can get, before a quote.",
    "payee-verifications": "Whether an account here belongs to a name, before money is sent to it.",
    "exchange-rates": "What an amount gives in another currency at present.",
    "crypto": "Fees of networks.",
    "quotes": "Payments across currencies: the terms, and their execution.",
    "transfer-in": "Money from an external account into an internal one, in one currency.",
    "transfer-out": "Money from an internal account to an external one, in one currency.",
    "transfers": "Many transfers at once.",
    "transactions": "Every payment, and where it stands.",
    "idempotency-keys": "What became of a request whose reply was lost.",
    "proofs": "Signed roots of days, which proofs of payments and balances lead to.",
    "reports": "What a period or a moment adds up to.",
    "uma-providers": "Institutions whose customers can be paid by UMA.",
    "invitations": "UMA invitations.",
    "webhook-endpoints": "Where events go: up to ten endpoints of the platform, each with its types and its state.",
    "webhook-secrets": "Secrets that sign webhooks.",
    "events": "What was sent to the platform's endpoints, or will be.",
    "webhooks": "Requests of the service to the platform's endpoint.",
    "sandbox": "What plays the outside world, for sandbox platforms.",
}
"""The groups of operations, in the order in which a developer needs them."""

_ENUMERATIONS: dict[str, Any] = {
    "AccountEntryKind": "payments.balance_representations.CHOICES",
    "BeneficialOwnerRole": "compliance.models.business.OwnerRole",
    "BeneficialOwnerStatus": "compliance.models.business.OwnerStatus",
    "CounterpartyFieldName": "platforms.models.CounterpartyField",
    "CustomerStatus": "compliance.models.customer.CustomerStatus",
    "DocumentSide": "compliance.models.DocumentSide",
    "DocumentType": "compliance.models.DocumentType",
    "EndpointState": "webhooks.models.EndpointSwitch",
    "EventStatus": "webhooks.models.EventState",
    "EventType": "webhooks.outbox.event_types.EventType",
    "FeatureName": "platforms.features.CHOICES",
    "ExternalAccountStatus": "payments.models.ExternalAccountStatus",
    "IdentificationType": "compliance.models.business.IdentificationType",
    "IdempotencyKeyState": "platforms.models.idempotency_key.State",
    "InstitutionKind": "payments.models.InstitutionKind",
    "InternalAccountStatus": "payments.models.InternalAccountStatus",
    "InvitationStatus": "invitations.models.InvitationStatus",
    "NetworkCurrency": "payments.accounts.network_fees.CURRENCIES",
    "Permission": "platforms.models.Permission",
    "ForcedOutcomeSubjectKind": ["transactionId", "accountId", "customerId", "next"],
    "QuoteLockSide": "payments.models.LockSide",
    "QuoteStatus": "payments.models.QuoteStatus",
    "RefundReason": ["TRANSACTION_FAILED", "USER_CANCELLATION", "TIMEOUT"],
    "BudgetRecurrence": "platforms.models.Recurrence",
    "TransactionStatus": "payments.models.TransactionStatus",
    "VersionState": "platforms.representations.VERSION_STATES",
    "TransactionType": "platforms.models.TransactionDirection",
}
"""Names of lists of values, where the name of the field says too little."""

"""What the generator of the document is told."""

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
        "POSTPROCESSING_HOOKS": [
            "platforms.http.document.values.constants",
            "drf_spectacular.hooks.postprocess_schema_enums",
            "payments.account_types.schema.add_components",
            "platforms.http.document.finish.finish",
            "platforms.http.document.finishing.add",
        ],
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


_ENUMERATIONS: dict[str, Any] = {
    "BeneficialOwnerRole": "compliance.models.business.OwnerRole",
    "BeneficialOwnerStatus": "compliance.models.business.OwnerStatus",
    "CounterpartyFieldName": "platforms.models.CounterpartyField",
    "CustomerStatus": "compliance.models.customer.CustomerStatus",
    "DocumentSide": "compliance.models.DocumentSide",
    "DocumentType": "compliance.models.DocumentType",
    "EventStatus": "webhooks.models.EventState",
    "EventType": "webhooks.outbox.event_types.EventType",
    "ExternalAccountStatus": "payments.models.ExternalAccountStatus",
    "IdentificationType": "compliance.models.business.IdentificationType",
    "InstitutionKind": "payments.models.InstitutionKind",
    "InvitationStatus": "invitations.models.InvitationStatus",
    "NetworkCurrency": "payments.accounts.network_fees.CURRENCIES",
    "Permission": "platforms.models.Permission",
    "QuoteLockSide": "payments.models.LockSide",
    "RefundReason": ["TRANSACTION_FAILED", "USER_CANCELLATION", "TIMEOUT"],
    "TransactionStatus": "payments.models.TransactionStatus",
    "TransactionType": "platforms.models.TransactionDirection",
}
"""Names of lists of values, where the name of the field says too little."""

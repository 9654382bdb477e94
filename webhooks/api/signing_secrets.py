"""The /webhook-secrets endpoints. The times of secrets are real, also where a sandbox clock was moved."""

import datetime as dt

from drf_spectacular.utils import extend_schema_serializer

from platforms.base import clock, identifiers
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, WholeListQuery, WholeNumberField
from platforms.models import Permission
from webhooks import queries, representations
from webhooks.signing import signing_secrets


@extend_schema_serializer(component_name="WebhookSecretCreateRequest")
class NewSecretBody(Body):
    """How long the secret before goes on."""

    overlapHours = WholeNumberField(
        min_value=0, max_value=168, default=24, help_text="How long the secret before still signs beside the new one."
    )


@Endpoint(
    "GET",
    "webhook-secrets",
    query=WholeListQuery,
    response=list_of("WebhookSecretListResponse", representations.SigningSecretRepresentation(many=True), paged=False),
)
def list_webhook_secrets(call: Call) -> Json:
    """List the secrets that sign webhooks.

    Answer with the secrets that sign now, newest first, without their texts.

    Returns:
        The secrets.
    """
    live = queries.live_secrets(call.platform_id, now=clock.real_now())
    return {"data": [representations.signing_secret(row) for row in live]}


@Endpoint(
    "POST",
    "webhook-secrets",
    Permission.MANAGE,
    body=NewSecretBody,
    response=representations.NewSigningSecret,
    status=201,
    shows_secret=True,
    shows_credential=True,
)
def create_webhook_secret(call: Call) -> Json:
    """Make a secret that signs webhooks.

    Make a secret; the reply is the only place it is ever shown. The one before still signs beside it for
    `overlapHours`.

    Returns:
        The secret with its text.
    """
    created = signing_secrets.create(
        platform_id=call.platform_id,
        overlap=dt.timedelta(hours=call.body["overlapHours"]),
        actor=call.actor,
        now=clock.real_now(),
    )
    return representations.signing_secret(created.row) | {"secret": created.text}


@Endpoint("DELETE", "webhook-secrets/<str:secret_id>", Permission.MANAGE, status=204, errors=("NOT_FOUND",))
def delete_webhook_secret(call: Call, secret_id: str) -> None:
    """End a secret at once.

    Have the secret sign nothing any more.

    Returns:
        Ended; no content.
    """
    key = identifiers.parse("WebhookSecret", secret_id)
    signing_secrets.end(platform_id=call.platform_id, secret_id=key, actor=call.actor, now=clock.real_now())

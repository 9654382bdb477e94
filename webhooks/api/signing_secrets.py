"""GET and POST /webhook-secrets, DELETE /webhook-secrets/{secretId}."""

import datetime as dt

from drf_spectacular.utils import extend_schema_serializer

from platforms.kit import clock, identifiers
from platforms.models import Permission
from platforms.rest.fields import Body, WholeListQuery, WholeNumberField
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, CommandView, Reply
from webhooks import queries, representations
from webhooks.operations import signing_secrets


@extend_schema_serializer(component_name="WebhookSecretCreateRequest")
class NewSecretBody(Body):
    """How long the secret before goes on."""

    overlapHours = WholeNumberField(
        min_value=0, max_value=168, default=24, help_text="How long the secret before still signs beside the new one."
    )


class Secrets(CommandView):
    """The platform's signing secrets. Their times are real, also where a sandbox clock was moved."""

    permission = Permission.MANAGE
    shows_secret = True

    @operation(
        "listWebhookSecrets",
        summary="List the secrets that sign webhooks",
        query=WholeListQuery,
        response=list_of(
            "WebhookSecretListResponse", representations.SigningSecretRepresentation(many=True), paged=False
        ),
    )
    def get(self, call: Call) -> Reply:
        """Answer with the secrets that sign now, newest first, without their texts."""
        call.read_query(WholeListQuery)
        live = queries.live_secrets(call.caller.platform_id, now=clock.real_now())
        return Reply({"data": [representations.signing_secret(row) for row in live]})

    @operation(
        "createWebhookSecret",
        summary="Make a secret that signs webhooks",
        request=NewSecretBody,
        response=representations.NewSigningSecret,
        status=201,
    )
    def post(self, call: Call) -> Reply:
        """Make a secret; the reply is the only place it is ever shown."""
        wanted = call.read_body(NewSecretBody)
        created = signing_secrets.create(
            platform_id=call.caller.platform_id,
            overlap=dt.timedelta(hours=wanted["overlapHours"]),
            actor=call.actor,
            now=clock.real_now(),
        )
        return Reply(representations.signing_secret(created.row) | {"secret": created.text}, 201)


class OneSecret(CommandView):
    """One signing secret."""

    permission = Permission.MANAGE

    @operation("deleteWebhookSecret", summary="End a secret at once", status=204)
    def delete(self, call: Call, secret_id: str) -> Reply:
        """Have the secret sign nothing any more."""
        signing_secrets.end(
            platform_id=call.caller.platform_id,
            secret_id=identifiers.parse("WebhookSecret", secret_id),
            actor=call.actor,
            now=clock.real_now(),
        )
        return Reply(None, 204)

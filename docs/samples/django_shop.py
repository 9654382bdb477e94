"""A Django site that pays once and receives webhooks, in one file.

Run it:  pip install django and the client of your service, then  python3 django_shop.py runserver 9000 --noreload
It needs PAYMENTS_BASE_URL, PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET in the environment. Of your site it shows the
two views and the two tables; settings, migrations and who may pay are yours.
"""

import functools
import json
import os
import sys
from typing import ClassVar

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

settings.configure(
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["127.0.0.1", "localhost"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.sqlite3"}},
    SECRET_KEY=os.urandom(32).hex(),
)
django.setup()

from django.db import connection, models, transaction  # noqa: E402 - after the settings
from payments_platform_client import (  # noqa: E402
    ApiError,
    NoReply,
    NotGenuine,
    Payments,
    PublicKeys,
    Webhooks,
    from_environment,
)


class Withdrawal(models.Model):
    """What somebody wants to be paid. Its key is the idempotency key too: it is stored before anything is sent."""

    id = models.UUIDField(primary_key=True)
    account = models.CharField(max_length=100)
    bank = models.CharField(max_length=100)
    amount = models.PositiveBigIntegerField()  # in the smallest unit of the currency
    status = models.CharField(max_length=30, default="NEW")
    objects: ClassVar[models.Manager["Withdrawal"]] = models.Manager()

    class Meta:
        app_label = "shop"


class HandledEvent(models.Model):
    """An event that was handled: it may come again, under the same id."""

    id = models.CharField(max_length=100, primary_key=True)
    objects: ClassVar[models.Manager["HandledEvent"]] = models.Manager()

    class Meta:
        app_label = "shop"


@functools.cache
def payments() -> Payments:
    """Return the client of the API, which keeps its connections."""
    return from_environment()


@functools.cache
def webhooks() -> Webhooks:
    """Return what checks signatures, by the platform's public keys."""
    platform = payments().get("/config")["id"].removeprefix("PlatformConfig:")
    origin = os.environ["PAYMENTS_BASE_URL"].rpartition("/")[0]
    return Webhooks(keys=PublicKeys(f"{origin}/webhook-keys/{platform}"))


def withdraw(request: HttpRequest) -> HttpResponse:
    """Pay a withdrawal. Sent twice, by a double click or after an error, it pays once."""
    wanted = json.loads(request.body)
    withdrawal, _ = Withdrawal.objects.get_or_create(
        id=wanted["id"], defaults={name: wanted[name] for name in ("account", "bank", "amount")}
    )
    try:
        payments().post(
            "/transfer-out",
            {
                "source": {"accountId": withdrawal.account},
                "destination": {"accountId": withdrawal.bank},
                "amount": withdrawal.amount,
                "metadata": {"withdrawal": str(withdrawal.id)},
            },
            key=str(withdrawal.id),
        )
    except ApiError as error:
        return JsonResponse({"code": error.code}, status=400)
    except NoReply:
        # It may be paid or not: the same withdrawal sent again finds out.
        return JsonResponse({"code": "NO_REPLY"}, status=503)
    return show(request, wanted["id"])


def show(_: HttpRequest, key: str) -> HttpResponse:
    """Show where a withdrawal stands, as webhooks have told."""
    return JsonResponse({"id": key, "status": Withdrawal.objects.get(id=key).status})


def receive(request: HttpRequest) -> HttpResponse:
    """Take an event: check the bytes as they came, handle it once, and answer."""
    try:
        event = webhooks().verify(request.headers, request.body)
    except NotGenuine:
        return HttpResponse(status=401)
    with transaction.atomic():
        _, is_new = HandledEvent.objects.get_or_create(id=event.id)
        data = event.data or {}
        if is_new and event.type.startswith("OUTGOING_PAYMENT.") and "withdrawal" in data.get("metadata", {}):
            Withdrawal.objects.filter(id=data["metadata"]["withdrawal"]).update(status=data["status"])
    return HttpResponse(status=200)


urlpatterns = [path("withdrawals", withdraw), path("withdrawals/<uuid:key>", show), path("webhooks", receive)]

if __name__ == "__main__":
    known = connection.introspection.table_names()
    with connection.schema_editor() as editor:
        for table in (Withdrawal, HandledEvent):
            if table._meta.db_table not in known:
                editor.create_model(table)
    execute_from_command_line(sys.argv)

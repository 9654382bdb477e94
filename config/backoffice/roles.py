"""What each role may view. What it may do is declared with the staff actions: `platforms.backoffice.actions`.

After every `migrate` the groups of the roles are created, and have exactly these permissions.
"""

from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig
from django.contrib.auth.models import Group, Permission
from django.db import connection, transaction

from platforms.backoffice.actions import Role

ALL = "*"
_SUPPORT_SEES = frozenset({"platform", "platformcurrency", "idempotencykey", "auditentry", "proposal"})
_ABOUT_CUSTOMERS = frozenset(
    {
        "customer",
        "customerstatuschange",
        "verification",
        "verificationstatuschange",
        "kyclink",
        "bulkimport",
        "uploadday",
    }
)

_Granted: Any = Group.permissions.through
Seen = str | frozenset[str]
VIEWS: Mapping[str, Mapping[Role, Seen]] = {
    "platforms": {
        Role.SUPPORT: _SUPPORT_SEES,
        Role.REVIEWER: frozenset({"platform", "auditentry", "proposal"}),
        Role.LEAD_REVIEWER: frozenset({"platform", "auditentry", "proposal"}),
        Role.OPERATIONS: ALL,
        Role.ADMINISTRATOR: ALL,
    },
    "webhooks": {
        Role.SUPPORT: frozenset(
            {"event", "delivery", "endpointhealth", "eventstream", "furtherendpoint", "furtherevent"}
        ),
        Role.OPERATIONS: ALL,
        Role.ADMINISTRATOR: ALL,
    },
    "compliance": {
        Role.SUPPORT: _ABOUT_CUSTOMERS,
        Role.REVIEWER: ALL,
        Role.LEAD_REVIEWER: ALL,
        Role.OPERATIONS: _ABOUT_CUSTOMERS,
        Role.ADMINISTRATOR: ALL,
    },
    "payments": {
        Role.SUPPORT: ALL,
        Role.OPERATIONS: ALL,
        Role.ADMINISTRATOR: ALL,
    },
    "banks": {
        Role.SUPPORT: ALL,
        Role.OPERATIONS: ALL,
        Role.ADMINISTRATOR: ALL,
    },
    "invitations": {
        Role.SUPPORT: ALL,
        Role.OPERATIONS: ALL,
        Role.ADMINISTRATOR: ALL,
    },
    "auth": {
        Role.ADMINISTRATOR: ALL,
    },
}
"""App → role → names of models, or all."""


def ensure(*, app_config: AppConfig, **_: Any) -> None:
    """Give the groups of the roles their permissions in an app that was just migrated."""
    if app_config.label not in VIEWS or Group._meta.db_table not in connection.introspection.table_names():
        return
    with transaction.atomic():
        Group.objects.bulk_create([Group(name=role.value) for role in Role], ignore_conflicts=True)
        groups = dict(Group.objects.values_list("name", "pk"))
        of_app = dict(Permission.objects.filter(content_type__app_label=app_config.label).values_list("codename", "pk"))
        granted = {
            (groups[role.value], of_app[name])
            for role in Role
            for name in codenames(role, app_config)
            if name in of_app  # migrated back to before there was such a table
        }
        of_roles = _Granted.objects.filter(
            group__name__in=[role.value for role in Role], permission__in=of_app.values()
        )
        held = set(of_roles.values_list("group_id", "permission_id"))
        _Granted.objects.bulk_create([_Granted(group_id=group, permission_id=pk) for group, pk in granted - held])
        for group, pk in held - granted:
            of_roles.filter(group_id=group, permission_id=pk).delete()


def codenames(role: Role, app_config: AppConfig) -> list[str]:
    """Return the permissions of a role in an app."""
    seen = VIEWS[app_config.label].get(role, frozenset())
    names = {str(model._meta.model_name) for model in app_config.get_models()}
    return [f"view_{name}" for name in sorted(names) if seen == ALL or name in seen]

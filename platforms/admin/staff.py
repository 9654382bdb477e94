"""Pages of staff accounts, roles and second factors; the dialogs in which administrators change accounts."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import admin as _django_pages  # noqa: F401 - registers the pages that ours replace
from django.contrib.auth.models import Group, User
from django.core import mail
from django.http import HttpRequest, HttpResponse
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminTextInputWidget

from platforms.backoffice import actions, columns, dialogs, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.effects import Effect
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.sign_in import second_factors, staff
from platforms.models import ProviderIdentity, SecondFactor

admin.site.unregister(User)
admin.site.unregister(Group)

_LETTER = """Somebody in charge of the back office has made this link for you:

{}

Set your password there. The link works once, within a day. If you expected no such mail, tell an administrator.
"""


def _roles(user: User) -> str:
    return "all (superuser)" if user.is_superuser else ", ".join(sorted(group.name for group in user.groups.all()))


def _choice_of_roles(initial: Sequence[str] = ()) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        choices=[(role.value, role.value.capitalize()) for role in Role],
        initial=list(initial),
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )


def _roles_of_now(user: User | None) -> actions.Fields:
    return {"roles": _choice_of_roles([group.name for group in user.groups.all()] if user else ())}


def _named(user: User | None, entered: dict[str, Any]) -> dict[str, Any]:
    return {"username": user.get_username() if user else ""} | entered


def _subject(*, username: str, **_: Any) -> str:
    return staff.subject(username.strip())


def _invited(*, username: str, email: str, roles: Sequence[str]) -> Effect:
    return Effect(
        does=f"Makes the account {username.strip()} with the roles {_listed(roles)}. It has no password yet.",
        notes={"E-mail": email},
    )


def _changed(*, username: str, roles: Sequence[str]) -> Effect:
    now = sorted(group.name for group in _account(username).groups.all())
    return Effect(does=f"Gives {username} the roles {_listed(roles)} in place of {_listed(now)}.")


def _reopened(*, username: str) -> Effect:
    roles = sorted(group.name for group in _account(username).groups.all())
    return Effect(does=f"Opens the closed account {username} again, with the roles {_listed(roles)}.")


def _reset(*, username: str) -> Effect:
    factor = second_factors.find(username)
    if factor is None:
        raise second_factors.NoSecondFactor
    return Effect(
        does=f"Deletes the second factor of {username}, set up on {factor.created_at:%Y-%m-%d %H:%M} UTC: at the next "
        "sign-in whoever knows the password takes up another."
    )


def _account(username: str) -> User:
    found: User | None = User.objects.prefetch_related("groups").filter(username=username).first()
    if found is None:
        raise staff.StaffNotFound
    return found


def _listed(roles: Sequence[str]) -> str:
    return ", ".join(sorted(roles)) or "none"


def _mail_link(request: HttpRequest, user: User, link: str) -> HttpResponse:
    """E-mail the link, so that only its person has it."""
    address = request.build_absolute_uri(link)
    mail.send_mail(f"{settings.UNFOLD['SITE_TITLE']}: your password", _LETTER.format(address), None, [user.email])
    return dialogs.leave(request, user, f"The link was sent to {user.email}.")


_OF_STAFF: dict[str, Any] = {"roles": [Role.ADMINISTRATOR], "on": User}
_OF_ACCOUNT = _OF_STAFF | {"arguments": _named}

Action(
    "staff.invite",
    **_OF_STAFF,
    takes_two=True,
    is_of_list=True,
    button="Make an account",
    icon="person_add",
    is_main=True,
    title="Make an account for a member of staff",
    text="Afterwards make a link with which they set their password.",
    fields={
        "username": forms.CharField(
            label="User name", max_length=staff.LONGEST_NAME, widget=UnfoldAdminTextInputWidget
        ),
        "email": forms.CharField(label="E-mail", max_length=254, widget=UnfoldAdminTextInputWidget),
        "roles": _choice_of_roles(),
    },
    perform=staff.invite,
    effect=_invited,
    subject=_subject,
    proposed_as="Make an account",
)
# No action is offered to people on their own account.
Action(
    "staff.change_roles",
    **_OF_ACCOUNT,
    takes_two=True,
    button="Change roles",
    icon="manage_accounts",
    offered=lambda user, person: user != person and not user.is_superuser,
    title="Change the roles of this account",
    text="They apply at the next click of the person.",
    fields=_roles_of_now,
    perform=staff.change_roles,
    effect=_changed,
    subject=_subject,
    proposed_as="Change roles",
)
Action(
    "staff.make_link",
    **_OF_ACCOUNT,
    button="Password link",
    icon="link",
    offered=lambda user, person: user != person and not user.is_superuser,
    title="Make a link to set a password",
    text="It works once, within a day, and goes to the person by mail.",
    submit="Make the link",
    perform=staff.make_link,
    reply=_mail_link,
)
Action(
    "second_factor.reset",
    **_OF_ACCOUNT,
    takes_two=True,
    path="reset_factor",
    button="Reset second factor",
    icon="phonelink_erase",
    offered=lambda user, person: user != person and second_factors.find(user.get_username()) is not None,
    title="Reset the second factor of this account",
    text="At the next sign-in the person takes up another. Make sure that it is the person who asks.",
    perform=second_factors.reset,
    effect=_reset,
    subject=_subject,
    proposed_as="Reset a second factor",
)
Action(
    "staff.deactivate",
    **_OF_ACCOUNT,
    button="Close the account",
    icon="person_off",
    offered=lambda user, person: user != person and user.is_active,
    title="Close this account",
    text="The person is signed out everywhere, at once. Nothing is deleted.",
    submit="Close it",
    perform=staff.deactivate,
    message="The account is closed.",
)
Action(
    "staff.reactivate",
    **_OF_ACCOUNT,
    takes_two=True,
    button="Open again",
    icon="person_check",
    offered=lambda user, person: user != person and not user.is_active,
    title="Open this account again",
    perform=staff.reactivate,
    effect=_reopened,
    subject=_subject,
    proposed_as="Open an account again",
)


@admin.register(User)
class StaffAdmin(ReadOnlyAdmin):
    """Staff who may sign in here, with their roles."""

    exact = ("username", "email")
    search_help_text = "user name or e-mail address"
    list_display = ("username", "roles", "email", "is_active", "last_login")
    list_filter = ("is_active", "is_superuser")
    loads = ("groups",)
    shown = (columns.withheld("password"), columns.column("roles", _roles))
    groups = (
        ("Account", ("username", "email", "first_name", "last_name", "roles", "is_active")),
        ("Time", ("date_joined", "last_login")),
    )

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:  # noqa: FBT001, FBT002 - Django's signature
        """Leave out Django's help, which is for forms that change an account; ours are dialogs with their own words."""
        no_help = {field.name: "" for field in self.opts.concrete_fields}
        return super().get_form(request, obj, change, help_texts=no_help, **options)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the second factor, what the person did, and what was done to the account."""
        acts = ("at", "verb", "subject", "actor_id")
        name = row.get_username()
        return (
            panels.rows_of(request, "platforms.SecondFactor", "username", "confirmed_at", "codes_left", username=name),
            panels.rows_of(request, "platforms.ProviderIdentity", "issuer", "linked_at", username=name),
            panels.rows_of(request, "platforms.AuditEntry", *acts, title="About it", subject=staff.subject(name)),
        )


@admin.register(Group)
class GroupAdmin(ReadOnlyAdmin):
    """Roles of staff."""

    exact = ("name",)
    search_help_text = "name"
    list_display = ("name",)


@admin.register(SecondFactor)
class SecondFactorAdmin(ReadOnlyAdmin):
    """Second factors, which staff use beside the password. Nothing shown here helps anybody to sign in."""

    exact = ("username",)
    search_help_text = "user name"
    list_display = ("username", "confirmed_at", "codes_left", "failures", "blocked_until")
    shown = (
        columns.withheld("secret"),
        columns.withheld("recovery_hashes"),
        columns.column("codes_left", lambda factor: str(len(factor.recovery_hashes)), title="recovery codes left"),
    )
    groups = (("Second factor", ("username", "created_at", "confirmed_at", "codes_left")),)


@admin.register(ProviderIdentity)
class ProviderIdentityAdmin(ReadOnlyAdmin):
    """Who members of staff are at the company's sign-on."""

    exact = ("username",)
    search_help_text = "user name"
    list_display = ("username", "issuer", "linked_at")
    shown = (columns.withheld("mark"), columns.withheld("subject"))
    groups = (("Provider identity", ("username", "issuer", "linked_at")),)

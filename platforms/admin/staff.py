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
from unfold.decorators import action
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminTextInputWidget

from platforms import audit
from platforms.backoffice import columns, dialogs, panels, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.kit import clock
from platforms.models import SecondFactor
from platforms.operations import second_factors, staff

admin.site.unregister(User)
admin.site.unregister(Group)

_ADMINISTRATORS = [Role.ADMINISTRATOR]
_INVITE = verbs.declare(
    "staff.invite", title="Make an account", roles=_ADMINISTRATORS, perform=staff.invite, needs_second_person=True
)
_CHANGE_ROLES = verbs.declare(
    "staff.change_roles",
    title="Change roles",
    roles=_ADMINISTRATORS,
    perform=staff.change_roles,
    needs_second_person=True,
)
_REACTIVATE = verbs.declare(
    "staff.reactivate",
    title="Open an account again",
    roles=_ADMINISTRATORS,
    perform=staff.reactivate,
    needs_second_person=True,
)
_RESET_FACTOR = verbs.declare(
    "second_factor.reset",
    title="Reset a second factor",
    roles=_ADMINISTRATORS,
    perform=second_factors.reset,
    needs_second_person=True,
)
_DEACTIVATE = verbs.declare(
    "staff.deactivate", title="Close an account", roles=_ADMINISTRATORS, perform=staff.deactivate
)
_LINK = verbs.declare("staff.make_link", title="Make a link to set a password", roles=_ADMINISTRATORS)
_LETTER = """Somebody in charge of the back office has made this link for you:

{}

Set your password there. The link works once, within a day. If you expected no such mail, tell an administrator.
"""


def _roles(user: User) -> str:
    return "all (superuser)" if user.is_superuser else ", ".join(sorted(group.name for group in user.groups.all()))


def _username(object_id: object) -> str:
    text = str(object_id)
    found = User.objects.filter(pk=int(text)).first() if text.isdecimal() and len(text) < 10 else None
    return found.get_username() if found else ""


def _choice_of_roles() -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        choices=[(role.value, role.value.capitalize()) for role in Role], widget=UnfoldAdminCheckboxSelectMultipleWidget
    )


class InviteForm(dialogs.OperationForm):
    """The dialog that makes an account."""

    verb = _INVITE
    username = forms.CharField(label="User name", max_length=staff.LONGEST_NAME, widget=UnfoldAdminTextInputWidget)
    email = forms.CharField(label="E-mail", max_length=254, widget=UnfoldAdminTextInputWidget)
    roles = _choice_of_roles()

    def subject(self, **entered: Any) -> str:
        """Name the account that is to be."""
        return staff.subject(entered["username"].strip())


class _AccountForm(dialogs.OperationForm):
    """A dialog on the page of an account."""

    def subject(self, **entered: Any) -> str:
        """Name the account."""
        return staff.subject(_username(self.object_id))

    def arguments(self, **entered: Any) -> dict[str, Any]:
        """Add the account to what was entered."""
        return {"username": _username(self.object_id)} | entered


class RolesForm(_AccountForm):
    """The dialog that gives an account other roles; it opens with those it has."""

    verb = _CHANGE_ROLES
    roles = _choice_of_roles()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Tick the roles of now."""
        super().__init__(*args, **kwargs)
        names = Group.objects.filter(user__username=_username(self.object_id)).values_list("name", flat=True)
        self.initial = {"roles": list(names)}


class DeactivateForm(_AccountForm):
    """The dialog that closes an account."""

    verb = _DEACTIVATE


class ReactivateForm(_AccountForm):
    """The dialog that opens a closed account again."""

    verb = _REACTIVATE


class ResetFactorForm(_AccountForm):
    """The dialog that forgets a lost second factor."""

    verb = _RESET_FACTOR


class LinkForm(_AccountForm):
    """The dialog that makes a link to a first, or a new, password."""

    verb = _LINK

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> str:
        """Make the link."""
        return staff.make_link(username=_username(self.object_id), actor=actor, now=clock.real_now(), **entered)


@admin.register(User)
class StaffAdmin(ReadOnlyAdmin):
    """Who may sign in here, and in what roles."""

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
    actions_list = ("invite",)
    actions_detail = ("change_roles", "make_link", "reset_factor", "deactivate", "reactivate")

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the second factor, what the person did, and what was done to the account."""
        acts = ("at", "verb", "subject", "actor_id")
        name = row.get_username()
        return (
            panels.rows_of(request, "platforms.SecondFactor", "username", "confirmed_at", "codes_left", username=name),
            panels.rows_of(request, "platforms.AuditEntry", *acts, title="About it", subject=staff.subject(name)),
        )

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer what the state of the account allows; nobody is offered anything on their own."""
        user = User.objects.filter(pk=object_id).first() if str(object_id).isdecimal() else None
        if user is None or user == request.user:
            return []
        offered = {"deactivate" if user.is_active else "reactivate"}
        if not user.is_superuser:
            offered |= {"change_roles", "make_link"}
        if second_factors.find(user.get_username()):
            offered |= {"reset_factor"}
        return [action for action in super().get_actions_detail(request, object_id) if action.path in offered]

    @action(  # type: ignore[untyped-decorator]
        description="Make an account",
        icon="person_add",
        variant=ActionVariant.PRIMARY,
        dialog={
            "title": "Make an account for a member of staff",
            "description": "Afterwards make a link with which they set their password.",
            "form_class": InviteForm,
            "form_submit_text": "Propose",
        },
    )
    def invite(self, request: HttpRequest, form: InviteForm) -> HttpResponse:
        """Show what was proposed."""
        return dialogs.leave(request, form.done, "")

    @action(  # type: ignore[untyped-decorator]
        description="Change roles",
        icon="manage_accounts",
        dialog={
            "title": "Change the roles of this account",
            "description": "They apply at the next click of the person.",
            "form_class": RolesForm,
            "form_submit_text": "Propose",
        },
    )
    def change_roles(self, request: HttpRequest, form: RolesForm, object_id: str) -> HttpResponse:
        """Show what was proposed."""
        return dialogs.leave(request, form.done, "")

    @action(  # type: ignore[untyped-decorator]
        description="Password link",
        icon="link",
        dialog={
            "title": "Make a link to set a password",
            "description": "It works once, within a day, and goes to the person by mail.",
            "form_class": LinkForm,
            "form_submit_text": "Make the link",
        },
    )
    def make_link(self, request: HttpRequest, form: LinkForm, object_id: str) -> HttpResponse:
        """Mail the link, so that nobody else has it."""
        user, address = User.objects.get(pk=object_id), request.build_absolute_uri(form.done)
        mail.send_mail(f"{settings.UNFOLD['SITE_TITLE']}: your password", _LETTER.format(address), None, [user.email])
        return dialogs.leave(request, user, f"The link was sent to {user.email}.")

    @action(  # type: ignore[untyped-decorator]
        description="Reset second factor",
        icon="phonelink_erase",
        dialog={
            "title": "Reset the second factor of this account",
            "description": "At the next sign-in the person takes up another. Make sure that it is the person who asks.",
            "form_class": ResetFactorForm,
            "form_submit_text": "Propose",
        },
    )
    def reset_factor(self, request: HttpRequest, form: ResetFactorForm, object_id: str) -> HttpResponse:
        """Show what was proposed."""
        return dialogs.leave(request, form.done, "")

    @action(  # type: ignore[untyped-decorator]
        description="Close the account",
        icon="person_off",
        dialog={
            "title": "Close this account",
            "description": "The person is signed out everywhere, at once. Nothing is deleted.",
            "form_class": DeactivateForm,
            "form_submit_text": "Close it",
        },
    )
    def deactivate(self, request: HttpRequest, form: DeactivateForm, object_id: str) -> HttpResponse:
        """Show that it is closed."""
        return dialogs.leave(request, form.done, "The account is closed.")

    @action(  # type: ignore[untyped-decorator]
        description="Open again",
        icon="person_check",
        dialog={
            "title": "Open this account again",
            "form_class": ReactivateForm,
            "form_submit_text": "Propose",
        },
    )
    def reactivate(self, request: HttpRequest, form: ReactivateForm, object_id: str) -> HttpResponse:
        """Show what was proposed."""
        return dialogs.leave(request, form.done, "")


@admin.register(Group)
class GroupAdmin(ReadOnlyAdmin):
    """Roles of staff."""

    exact = ("name",)
    search_help_text = "name"
    list_display = ("name",)


@admin.register(SecondFactor)
class SecondFactorAdmin(ReadOnlyAdmin):
    """What staff sign in with beside the password. Nothing here helps anybody to sign in."""

    public_type = "SecondFactor"
    exact = ("username",)
    search_help_text = "user name"
    list_display = ("username", "confirmed_at", "codes_left", "failures", "blocked_until")
    shown = (
        columns.withheld("secret"),
        columns.withheld("recovery_hashes"),
        columns.column("codes_left", lambda factor: str(len(factor.recovery_hashes)), title="recovery codes left"),
    )
    groups = (("Second factor", ("username", "created_at", "confirmed_at", "codes_left")),)

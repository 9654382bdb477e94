"""Pages for signing in: the code after the password, setting up a second factor, the first password."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import segno
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.forms import SetPasswordForm, SetPasswordMixin
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView, redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from unfold.forms import AdminOwnPasswordChangeForm
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from platforms.backoffice import dialogs
from platforms.backoffice.sign_in import lock_out, passwords, second_factors, sessions
from platforms.backoffice.sign_in.second_factors import Outcome
from platforms.base import clock
from platforms.http import rate_limit

# Browsers sometimes ignore `autofocus` on a page that a form has led to.
_FOCUSED = {"autofocus": "", "x-init": "$nextTick(() => $el.focus())"}


class CodeForm(forms.Form):
    """The second step."""

    code = forms.CharField(
        max_length=32,
        widget=UnfoldAdminTextInputWidget(
            attrs={"autocomplete": "one-time-code", "inputmode": "text", **_FOCUSED, "spellcheck": "false"}
        ),
        help_text="Six digits from your authenticator app, or one of your recovery codes.",
    )


class FirstCodeForm(CodeForm):
    """A code that proves that the app has the secret."""

    code = forms.CharField(
        label="Code",
        max_length=10,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "one-time-code", "inputmode": "numeric", **_FOCUSED}),
        help_text="The six digits that the app shows now.",
    )


class _WritesPasswordAlone(SetPasswordMixin):  # type: ignore[type-arg]
    """What the forms share: the service's database role may change the password of an account, and nothing else."""

    def set_password_and_save(
        self,
        user: Any,
        password_field_name: str = "password1",  # noqa: S107 - a field's name
        commit: bool = True,  # noqa: FBT001, FBT002 - Django's signature
    ) -> Any:
        """Set the password, and save no other column."""
        super().set_password_and_save(user, password_field_name, commit=False)
        if commit:
            user.save(update_fields=["password"])
        return user


class PasswordForm(_WritesPasswordAlone, SetPasswordForm):  # type: ignore[type-arg]
    """A new password, twice."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        """Give the fields the look of the others."""
        super().__init__(user, *args, **kwargs)
        for field in self.fields.values():
            field.widget = UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"})


class OwnPasswordForm(_WritesPasswordAlone, AdminOwnPasswordChangeForm):  # type: ignore[misc]
    """The old password, and a new one twice."""


def addresses() -> list[URLPattern]:
    """Return the pages of signing in; they precede those of the admin site."""
    guarded = sensitive_post_parameters("code")
    return [
        path("login/", limited(_login), name="sign_in"),
        path("second-factor/", limited(never_cache(guarded(_code))), name="second_factor"),
        path("second-factor/set-up/", limited(never_cache(guarded(_set_up))), name="second_factor_set_up"),
        path("password_change/", admin.site.admin_view(_change_password), name="own_password"),
        path("welcome/<uidb64>/<token>/", limited(FirstPassword.as_view()), name="first_password"),
    ]


def limited(view: rate_limit.View, *, methods: Sequence[str] = ("POST",)) -> rate_limit.View:
    """Return a page of signing in that an address may not ask for too often; `methods` are those that try something."""
    tried = rate_limit.per_address("sign-in", allowance=_allowance, methods=methods, refuse=_too_often)
    looked_at = rate_limit.per_address("sign-in page", methods=("GET", "HEAD"), refuse=_too_often)
    return tried(looked_at(view))


def locked_out(request: HttpRequest, reply: HttpResponse | None, credentials: object) -> HttpResponse:
    """Answer a person who has tried too many passwords for a name."""
    return _refused(
        request,
        "Too many wrong passwords were tried for this name. Wait a quarter of an hour and try again. If that was not "
        "you, tell an administrator.",
    )


def _too_often(refusal: Exception, request: HttpRequest) -> HttpResponse:
    return _refused(request, "Too much was tried from your network address. Wait a minute, then try again.")


def _refused(request: HttpRequest, said: str) -> HttpResponse:
    everywhere = admin.site.each_context(request) | {"title": "Too many attempts", "said": said}
    return TemplateResponse(request, "admin/sign_in/locked.html", everywhere, status=429).render()


def _allowance() -> tuple[float, int]:
    return settings.STAFF_SIGN_INS_PER_MINUTE / 60, settings.STAFF_SIGN_INS_PER_MINUTE


def _login(request: HttpRequest) -> HttpResponse:
    """Check name and password, and remember the browser after a successful sign-in."""
    reply = admin.site.login(request)
    if request.method == "POST" and request.user.is_authenticated:
        lock_out.remember(reply, request.user.get_username())
    return reply


class FirstPassword(PasswordResetConfirmView):
    """The page behind a link made by an administrator, on which a person chooses a password."""

    form_class = PasswordForm
    template_name = "admin/sign_in/password.html"
    success_url = reverse_lazy("admin:login")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add what every page shows."""
        everywhere = admin.site.each_context(self.request)
        return everywhere | super().get_context_data(**kwargs) | {"title": "Choose a password"}

    def form_valid(self, form: Any) -> HttpResponse:
        """Store the password, which ends all sessions of the account, and confirm it."""
        reply = super().form_valid(form)
        passwords.record(self.request, form.user.get_username(), "staff.set_password")
        messages.success(self.request, "Your password is set. Sign in with it.")
        return reply


def _change_password(request: HttpRequest) -> HttpResponseBase:
    """Change the password of a person who knows the old one: the admin site's page with our form."""
    view = PasswordChangeView.as_view(
        form_class=OwnPasswordForm,
        success_url=reverse("admin:password_change_done"),
        extra_context=admin.site.each_context(request),
    )
    return view(request)


def _code(request: HttpRequest) -> HttpResponse:
    """Ask for a code after the password."""
    if not admin.site.has_permission(request):
        return redirect_to_login(wanted_page(request), reverse("admin:login"))
    if second_factors.find(request.user.get_username()) is None:
        return HttpResponseRedirect(f"{reverse('second_factor_set_up')}?{urlencode({'next': wanted_page(request)})}")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        with transaction.atomic(durable=True):
            outcome = second_factors.check(
                username=request.user.get_username(),
                code=form.cleaned_data["code"],
                actor=dialogs.actor(request),
                now=clock.real_now(),
            )
        if outcome is Outcome.ACCEPTED:
            sessions.note_second_factor(request)
            return HttpResponseRedirect(wanted_page(request))
        form.add_error("code", second_factors.SAID[outcome])
    return page(request, "code", "Second step", form=form)


def _set_up(request: HttpRequest) -> HttpResponse:
    """Show the secret until a code proves that an app has it; then the recovery codes, once."""
    if not admin.site.has_permission(request):
        return redirect_to_login(wanted_page(request), reverse("admin:login"))
    username = request.user.get_username()
    if second_factors.find(username) is not None:
        return HttpResponseRedirect(f"{reverse('second_factor')}?{urlencode({'next': wanted_page(request)})}")
    with transaction.atomic(durable=True):
        factor = second_factors.begin(username=username, now=clock.real_now())
    form = FirstCodeForm(request.POST or None)
    if form.is_valid():
        with transaction.atomic(durable=True):
            outcome, codes = second_factors.confirm(
                username=username, code=form.cleaned_data["code"], actor=dialogs.actor(request), now=clock.real_now()
            )
        if outcome is Outcome.ACCEPTED:
            sessions.note_second_factor(request)
            return page(request, "recovery", "Recovery codes", codes=codes)
        form.add_error("code", second_factors.SAID[outcome])
    grouped = " ".join(factor.secret[start : start + 4] for start in range(0, len(factor.secret), 4))
    return page(request, "set_up", "Set up your second factor", form=form, secret=grouped, picture=_picture(factor))


def _picture(factor: Any) -> SafeString:
    """Return the secret as a QR code that authenticator apps read."""
    issuer = f"{settings.UNFOLD['SITE_HEADER']} ({settings.ENVIRONMENT})"
    label = f"{issuer}:{factor.username}"
    query = urlencode({"secret": factor.secret, "issuer": issuer}).replace("+", "%20")
    code = segno.make(f"otpauth://totp/{quote(label, safe='')}?{query}", error="m", micro=False)
    return SafeString(code.svg_inline(scale=4, border=3, light="#fff", title="QR code of the secret"))


def wanted_page(request: HttpRequest) -> str:
    """Return the page of the back office that the request asks for next; the first one where it names another site."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if is_ours and wanted.startswith(reverse("admin:index")) else reverse("admin:index")


def page(request: HttpRequest, name: str, title: str, **context: Any) -> HttpResponse:
    """Return a page of signing in."""
    everywhere = admin.site.each_context(request) | {"title": title, "next": wanted_page(request)}
    return TemplateResponse(request, f"admin/sign_in/{name}.html", everywhere | context)

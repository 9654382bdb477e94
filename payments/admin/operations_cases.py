"""Pages of cases: the operators' queue, and the dialogs in which they take, note and close."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action
from unfold.enums import ActionVariant

from payments.models import (
    CaseState,
    DayMark,
    LedgerDay,
    OperationsCase,
    OperationsCaseStep,
    RailDay,
)
from payments.operations import cases
from platforms import audit
from platforms.backoffice import columns, dialogs, panels, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.kit import clock

_OPERATORS = (Role.OPERATIONS, Role.ADMINISTRATOR)
_STATES = {"OPEN": "warning", "CLOSED": "success"}


def _age(case: OperationsCase) -> str:
    seconds = int(((case.closed_at or clock.real_now()) - case.since).total_seconds())
    days, hours = divmod(seconds // 3600, 24)
    return f"{days} d {hours} h" if days else f"{hours} h {seconds // 60 % 60} min"


def _sum(name: str) -> columns.Column:
    """Return a column of a sum, which the database keeps as a number without bounds."""
    return columns.column(name, lambda row: columns.money_text(int(getattr(row, name)), row.currency))


class _CaseForm(dialogs.OperationForm):
    """A dialog on the page of a case; the reason is what goes into its history."""

    operation: Callable[..., OperationsCase]

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> OperationsCase:
        """Call the operation."""
        key = dialogs.key_of(self.object_id)
        return type(self).operation(case_id=key, reason=entered["reason"], actor=actor, now=clock.real_now())


class ClaimForm(_CaseForm):
    """The dialog that takes a case."""

    verb = verbs.declare("case.claim", title="Take a case", roles=_OPERATORS)
    operation = staticmethod(cases.claim)


class ReleaseForm(_CaseForm):
    """The dialog that puts a case back."""

    verb = verbs.declare("case.release", title="Put a case back", roles=_OPERATORS)
    operation = staticmethod(cases.release)


class NoteForm(_CaseForm):
    """The dialog that notes something."""

    verb = verbs.declare("case.note", title="Note something about a case", roles=_OPERATORS)
    operation = staticmethod(cases.note)


class CloseForm(_CaseForm):
    """The dialog that closes a case."""

    verb = verbs.declare("case.close", title="Close a case", roles=_OPERATORS)
    operation = staticmethod(cases.close)


def _dialog(title: str, description: str, form: type[_CaseForm], submit: str) -> dict[str, Any]:
    return {"title": title, "description": description, "form_class": form, "form_submit_text": submit}


@admin.register(OperationsCase)
class OperationsCaseAdmin(ReadOnlyAdmin):
    """What does not get on by itself. The open ones stand oldest first."""

    public_type = "Case"
    names_others_in = "subject"
    exact = ("assigned_to",)
    search_help_text = "Case:…, what it is about, or who has it"
    list_display = ("public_id", "kind", "subject", "age", "cause", "state", "assigned_to", "platform")
    list_filter = ("state", "kind", "platform")
    loads = ("platform",)
    shown = (
        columns.label("state", _STATES),
        columns.text("kind", lambda kind: kind.replace("_", " ").capitalize()),
        columns.subject("subject"),
        columns.column("age", _age, title="in trouble for"),
    )
    groups = (
        ("Case", ("public_id", "state", "kind", "subject", "cause", "platform", "age", "since", "opened_at")),
        ("Whose", ("assigned_to", "assigned_at")),
        ("End", ("closed_at", "closed_by", "resolution")),
    )
    actions_detail = ("claim", "note", "close", "release")

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:
        """Put the oldest first where only open ones are shown: it is a queue."""
        return ("pk",) if request.GET.get("state__exact") == CaseState.OPEN else ("-pk",)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer what fits: nothing on a closed case."""
        key = dialogs.key_of(object_id)
        case = OperationsCase.objects.filter(id=key, state=CaseState.OPEN).first() if key else None
        if case is None:
            return []
        offered = {"note"}
        if case.assigned_to:
            offered |= {"release"}
        if case.assigned_to in {"", dialogs.actor(request).id}:
            offered |= {"close"} | ({"claim"} if not case.assigned_to else set())
        return [one for one in super().get_actions_detail(request, object_id) if one.path in offered]

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show what happened to it, and earlier cases of the same subject."""
        steps = ("at", "kind", "actor_id", "text")
        earlier = ("public_id", "kind", "state", "opened_at", "closed_by", "resolution")
        return (
            panels.rows_of(request, "payments.OperationsCaseStep", *steps, title="History", case=row.pk),
            panels.rows_of(
                request, "payments.OperationsCase", *earlier, title="All cases about this", subject=row.subject
            ),
        )

    @action(  # type: ignore[untyped-decorator]
        description="Take it",
        icon="front_hand",
        variant=ActionVariant.PRIMARY,
        dialog=_dialog("Take this case", "Others see that you are at it.", ClaimForm, "Take it"),
    )
    def claim(self, request: HttpRequest, form: ClaimForm, object_id: str) -> HttpResponse:
        """Show that it is theirs."""
        return dialogs.leave(request, form.done, "The case is yours.")

    @action(  # type: ignore[untyped-decorator]
        description="Note",
        icon="sticky_note_2",
        dialog=_dialog("Note something", "It stays in the history of the case.", NoteForm, "Note it"),
    )
    def note(self, request: HttpRequest, form: NoteForm, object_id: str) -> HttpResponse:
        """Show the history."""
        return dialogs.leave(request, form.done, "Noted.")

    @action(  # type: ignore[untyped-decorator]
        description="Close",
        icon="task_alt",
        dialog=_dialog(
            "Close this case",
            "Cases close by themselves when their cause has gone. Close one whose cause is well as it is: of the same "
            "trouble no other is opened.",
            CloseForm,
            "Close it",
        ),
    )
    def close(self, request: HttpRequest, form: CloseForm, object_id: str) -> HttpResponse:
        """Show that it is closed."""
        return dialogs.leave(request, form.done, "The case is closed.")

    @action(  # type: ignore[untyped-decorator]
        description="Put back",
        icon="undo",
        dialog=_dialog("Put this case back", "Somebody else can take it then.", ReleaseForm, "Put it back"),
    )
    def release(self, request: HttpRequest, form: ReleaseForm, object_id: str) -> HttpResponse:
        """Show that it is nobody's."""
        return dialogs.leave(request, form.done, "The case is back in the queue.")


@admin.register(OperationsCaseStep)
class OperationsCaseStepAdmin(ReadOnlyAdmin):
    """What happened to cases."""

    through = {"Case": "case_id"}
    search_help_text = "Case:…"
    list_display = ("at", "case", "kind", "actor_id", "text")
    loads = ("case",)


@admin.register(LedgerDay)
class LedgerDayAdmin(ReadOnlyAdmin):
    """Totals of postings by the day, from which balances are told."""

    through = {"PlatformConfig": "platform_id"}
    exact = ("kind", "currency")
    search_help_text = "kind, currency or PlatformConfig:…"
    list_display = ("day", "kind", "debit", "credit", "platform")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (_sum("debit"), _sum("credit"))


@admin.register(RailDay)
class RailDayAdmin(ReadOnlyAdmin):
    """Totals of payments by the day, from which charts are drawn."""

    exact = ("rail", "currency")
    search_help_text = "rail or currency"
    list_display = ("day", "rail", "currency", "begun", "completed", "failed", "amount")
    shown = (_sum("amount"),)


@admin.register(DayMark)
class DayMarkAdmin(ReadOnlyAdmin):
    """How far the totals by the day have counted."""

    list_display = ("name", "up_to")

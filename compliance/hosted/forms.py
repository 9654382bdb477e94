"""Forms of the identity page's steps."""

import datetime as dt
import functools
from typing import Any

from babel import Locale
from babel.dates import format_date
from django import forms
from django.conf import settings

from compliance.verification import requirements
from platforms.base import countries, names

_OLDEST = dt.date(1900, 1, 1)
_GROWN_UP = 18
_WITH_A_WORD = (
    "%d %B %Y",
    "%d %b %Y",
    "%d. %B %Y",
    "%d. %b %Y",
    "%d-%b-%Y",
    "%B %d, %Y",
    "%b %d, %Y",
    "%B %d %Y",
    "%b %d %Y",
)
DOCUMENT_TYPES = (
    ("PASSPORT", "Passport"),
    ("DRIVERS_LICENSE", "Driving licence"),
    ("NATIONAL_ID", "National identity card"),
)


@functools.cache
def _countries() -> list[tuple[str, str]]:
    listed = sorted((country_name(code), code) for code in countries.CODES)
    return [("", "Choose a country"), *((code, name) for name, code in listed)]


def country_name(code: str) -> str:
    """Return the name of a country as the lists of the form have it; a code without a name unchanged."""
    return str(Locale("en").territories.get(code, code))


def day_in_words(day: str) -> str:
    """Return a day, `YYYY-MM-DD`, as people write it: 31 January 1990."""
    return str(format_date(dt.date.fromisoformat(day), "d MMMM y", locale="en"))


class StepForm(forms.Form):
    """A form whose fields tell a screen reader their errors."""

    use_required_attribute = False
    """Our own messages stand beside the fields; the browser's bubbles vanish."""
    template_name = "hosted/form.html"
    refused_with = 422
    """The HTTP status of the page when something in the form is refused."""
    retry_after: object = None
    """Seconds until a retry makes sense; None where it does not."""

    def __init__(self, *args: Any, today: dt.date, **kwargs: Any) -> None:
        """Take the day by the platform's clock, and mark wrong fields once the form is bound."""
        self.today = today
        super().__init__(*args, **kwargs)
        if self.is_bound:
            for name in self.errors:
                if name in self.fields:
                    self.fields[name].widget.attrs["aria-invalid"] = "true"


class _SeenText(forms.CharField):
    """A text of which something is seen."""

    def to_python(self, value: Any) -> str:
        """Take a text that shows nothing as an empty one."""
        text = str(super().to_python(value))
        return "" if names.shows_nothing(text) else text


def _text(
    label: str,
    autocomplete: str,
    *,
    hint: str = "",
    required: bool = True,
    longest: int = 255,
    kind: type[forms.CharField] = _SeenText,
) -> forms.CharField:
    return kind(
        label=label,
        help_text=hint,
        required=required,
        max_length=longest,
        widget=forms.TextInput(attrs={"autocomplete": autocomplete}),
        error_messages={"required": f"Enter your {label.lower()}."},
    )


def _country(label: str, *, problem: str, autocomplete: str = "off") -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=_countries,
        widget=forms.Select(attrs={"autocomplete": autocomplete}),
        error_messages={"required": problem, "invalid_choice": problem},
    )


class AboutYou(StepForm):
    """Who the person is."""

    fullName = _text("Full name", "name", hint="As it is written in your identity document.", kind=forms.CharField)
    birthDate = forms.DateField(
        label="Date of birth",
        help_text="For example 31 January 1990.",
        # Where a browser has no calendar, people type. What could be two days, such as 02/03/1988, is asked again.
        input_formats=("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", *_WITH_A_WORD),
        widget=forms.DateInput(attrs={"type": "date", "autocomplete": "bday"}, format="%Y-%m-%d"),
        error_messages={
            "required": "Enter your date of birth.",
            "invalid": "Enter a date, such as 1990-01-31, or with the month as a word: 31 January 1990.",
        },
    )

    def clean_fullName(self) -> str:  # noqa: N802 - Django's name for the check of the field
        """Refuse invalid names, as the API does."""
        name: str = self.cleaned_data["fullName"]
        if names.problem(name):
            raise forms.ValidationError("Enter your name in letters.")
        return name

    nationality = _country("Nationality", problem="Choose your nationality.")

    def clean_birthDate(self) -> dt.date:  # noqa: N802 - Django's name for the check of the field
        """Refuse future dates, and people too young to have an account of their own."""
        day: dt.date = self.cleaned_data["birthDate"]
        today = self.today
        if not _OLDEST <= day <= today:
            raise forms.ValidationError("Enter a day between 1900 and today.")
        age = today.year - day.year - ((today.month, today.day) < (day.month, day.day))
        if age < _GROWN_UP:
            raise forms.ValidationError(f"You must be at least {_GROWN_UP} years old.")
        return day


class Address(StepForm):
    """Where the person lives."""

    line1 = _text("Street and number", "address-line1")
    line2 = _text("Flat, building or other line (optional)", "address-line2", required=False)
    city = _text("Town or city", "address-level2")
    state = _text("State or region (optional)", "address-level1", required=False)
    postalCode = _text(
        "Postal code",
        "postal-code",
        hint="Leave it empty if addresses have none in your country.",
        required=False,
        longest=32,
    )
    country = _country("Country", problem="Choose the country you live in.", autocomplete="country")

    def clean(self) -> dict[str, Any]:
        """Require a postal code in the countries that have them."""
        given = super().clean() or {}
        country, is_lacking = given.get("country"), not given.get("postalCode") and "postalCode" not in self.errors
        if country and is_lacking and country not in countries.WITHOUT_POSTAL_CODES:
            self.add_error("postalCode", "Enter your postal code.")
        return given


class IdentityDocument(StepForm):
    """The identity document."""

    documentType = forms.ChoiceField(
        label="Which document do you use?",
        choices=DOCUMENT_TYPES,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a document.", "invalid_choice": "Choose a document."},
    )
    country = _country("Which country issued it?", problem="Choose the country that issued it.")
    front = forms.FileField(
        label="Photo or scan of the front, or of the photo page of your passport",
        help_text="JPEG, PNG or PDF, up to 10 MB. Everything must be readable.",
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,application/pdf"}),
    )
    back = forms.FileField(
        label="Photo or scan of the back",
        help_text="Not needed for a passport.",
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,application/pdf"}),
    )

    def clean(self) -> dict[str, Any]:
        """Require both sides of a two-sided document; a picture uploaded before need not be sent again."""
        given = super().clean() or {}
        known: set[str] = self.initial.get("uploaded", set())
        is_same = self.initial.get("documentType") == given.get("documentType")
        for side in ("front", "back"):
            file = given.get(side)
            if file and file.size > settings.MAX_FILE_BYTES:
                self.add_error(side, "This file is larger than 10 MB.")
            is_needed = side == "front" or given.get("documentType") in requirements.TWO_SIDED
            if is_needed and not file and side not in self.errors and not (is_same and side in known):
                self.add_error(side, f"Choose a file for the {side}.")
        return given


class Consent(StepForm):
    """The final confirmation."""

    consent = forms.BooleanField(
        label="Everything here is true, and I agree that it is checked against identity and sanctions registers.",
        error_messages={"required": "Tick the box to agree, or close this page if you do not."},
    )

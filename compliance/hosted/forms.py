"""Forms of the identity page's steps."""

import datetime as dt
import re
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from compliance.verification import requirements
from platforms.base import countries, names
from platforms.http import languages

_OLDEST = dt.date(1900, 1, 1)
_GROWN_UP = 18
_TYPED = (
    # What could be two days, such as 02/03/1988, is none of them and is asked again.
    re.compile(r"(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})"),
    # 31 January 1990, 31. Januar 1990, 1er janvier 1990, 31 de enero de 1990, 1º de janeiro de 1990
    re.compile(
        r"(?P<day>\d{1,2})(?:\.|er|[ºo°])?[ -]?(?: ?de )?(?P<word>[^\W\d_]+\.?)(?: de(?:l)? |[ -])(?P<year>\d{4})"
    ),
    re.compile(r"(?P<word>[^\W\d_]+\.?) (?P<day>\d{1,2}),? (?P<year>\d{4})"),
)
"""How people type a day where a browser has no calendar."""
DOCUMENT_TYPES = (
    ("PASSPORT", gettext_lazy("Passport")),
    ("DRIVERS_LICENSE", gettext_lazy("Driving licence")),
    ("NATIONAL_ID", gettext_lazy("National identity card")),
)


def _countries() -> list[tuple[str, str]]:
    return [("", gettext("Choose a country")), *languages.all_countries()]


def _day(text: str) -> dt.date | None:
    """Return the day that was typed; None for what is no day, or could be two."""
    typed = " ".join(text.casefold().split())
    match = next(filter(None, (form.fullmatch(typed) for form in _TYPED)), None)
    if match is None:
        return None
    parts = match.groupdict()
    month = languages.month(parts["word"]) if "word" in parts else int(parts["month"])
    try:
        return dt.date(int(parts["year"]), month or 0, int(parts["day"]))
    except ValueError:
        return None


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
        self.fit_fields()
        if self.is_bound:
            for name in self.errors:
                if name in self.fields:
                    self.fields[name].widget.attrs["aria-invalid"] = "true"

    def fit_fields(self) -> None:
        """Fit the fields to what the form starts with, before anything is checked."""


class _SeenText(forms.CharField):
    """A text of which something is seen."""

    def to_python(self, value: Any) -> str:
        """Take a text that shows nothing as an empty one."""
        text = str(super().to_python(value))
        return "" if names.shows_nothing(text) else text


class _TypedDay(forms.DateField):
    """A day as a browser's calendar sends it, or as people write it in their language."""

    def to_python(self, value: Any) -> dt.date | None:
        """Raise ValidationError for what is no day, or could be two."""
        if value in self.empty_values:
            return None
        day = _day(str(value))
        if day is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return day


def _text(
    label: str,
    autocomplete: str,
    *,
    hint: str = "",
    missing: str = "",
    longest: int = 255,
    kind: type[forms.CharField] = _SeenText,
) -> forms.CharField:
    """Make a field for a text; `missing` is said where it has to be filled in and is not."""
    return kind(
        label=gettext_lazy(label),
        help_text=gettext_lazy(hint) if hint else "",
        required=bool(missing),
        max_length=longest,
        widget=forms.TextInput(attrs={"autocomplete": autocomplete}),
        error_messages={
            "required": gettext_lazy(missing) if missing else "",
            "max_length": gettext_lazy("Use at most %(limit_value)d characters. You used %(show_value)d."),
            "null_characters_not_allowed": gettext_lazy("Leave out the characters that can't be seen."),
        },
    )


def _country(label: str, *, problem: str, autocomplete: str = "off") -> forms.ChoiceField:
    return forms.ChoiceField(
        label=gettext_lazy(label),
        choices=_countries,
        widget=forms.Select(attrs={"autocomplete": autocomplete}),
        error_messages={"required": gettext_lazy(problem), "invalid_choice": gettext_lazy(problem)},
    )


def _file(label: str, *, hint: str) -> forms.FileField:
    choose = gettext_lazy("Choose a file.")
    return forms.FileField(
        label=gettext_lazy(label),
        help_text=gettext_lazy(hint),
        required=False,
        # HEIC is missing on purpose: so an iPhone turns its photos into JPEG by itself.
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,application/pdf"}),
        error_messages={
            "invalid": choose,
            "missing": choose,
            "empty": gettext_lazy("This file is empty. Choose another one."),
        },
    )


class AboutYou(StepForm):
    """Who the person is."""

    fullName = _text(
        gettext_noop("Full name"),
        "name",
        hint=gettext_noop("As it is written in your identity document."),
        missing=gettext_noop("Enter your full name."),
        kind=forms.CharField,
    )
    birthDate = _TypedDay(
        label=gettext_lazy("Date of birth"),
        help_text=gettext_lazy("For example 31 January 1990."),
        widget=forms.DateInput(attrs={"type": "date", "autocomplete": "bday"}, format="%Y-%m-%d"),
        error_messages={
            "required": gettext_lazy("Enter your date of birth."),
            "invalid": gettext_lazy("Enter a date, such as 1990-01-31, or with the month as a word: 31 January 1990."),
        },
    )

    def clean_fullName(self) -> str:  # noqa: N802 - Django's name for the check of the field
        """Refuse invalid names, as the API does."""
        name: str = self.cleaned_data["fullName"]
        if names.problem(name):
            raise forms.ValidationError(gettext("Enter your name in letters."))
        return name

    nationality = _country(gettext_noop("Nationality"), problem=gettext_noop("Choose your nationality."))

    def clean_birthDate(self) -> dt.date:  # noqa: N802 - Django's name for the check of the field
        """Refuse future dates, and people too young to have an account of their own."""
        day: dt.date = self.cleaned_data["birthDate"]
        today = self.today
        if not _OLDEST <= day <= today:
            raise forms.ValidationError(gettext("Enter a day between 1900 and today."))
        age = today.year - day.year - ((today.month, today.day) < (day.month, day.day))
        if age < _GROWN_UP:
            raise forms.ValidationError(gettext("You must be at least %(years)d years old.") % {"years": _GROWN_UP})
        return day


class Address(StepForm):
    """Where the person lives."""

    line1 = _text(
        gettext_noop("Street and number"),
        "address-line1",
        missing=gettext_noop("Enter your street and number."),
    )
    line2 = _text(gettext_noop("Flat, building or other line (optional)"), "address-line2")
    city = _text(
        gettext_noop("Town or city"),
        "address-level2",
        missing=gettext_noop("Enter your town or city."),
    )
    state = _text(gettext_noop("State or region (optional)"), "address-level1")
    postalCode = _text(
        gettext_noop("Postal code"),
        "postal-code",
        hint=gettext_noop("Leave it empty if addresses have none in your country."),
        longest=32,
    )
    country = _country(
        gettext_noop("Country"), problem=gettext_noop("Choose the country you live in."), autocomplete="country"
    )

    def clean(self) -> dict[str, Any]:
        """Require a postal code in the countries that have them."""
        given = super().clean() or {}
        country, is_lacking = given.get("country"), not given.get("postalCode") and "postalCode" not in self.errors
        if country and is_lacking and country not in countries.WITHOUT_POSTAL_CODES:
            self.add_error("postalCode", gettext("Enter your postal code."))
        return given


class IdentityDocument(StepForm):
    """The identity document."""

    documentType = forms.ChoiceField(
        label=gettext_lazy("Which document do you use?"),
        choices=DOCUMENT_TYPES,
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose a document."),
            "invalid_choice": gettext_lazy("Choose a document."),
        },
    )
    country = _country(
        gettext_noop("Which country issued it?"), problem=gettext_noop("Choose the country that issued it.")
    )
    front = _file(
        gettext_noop("Photo or scan of the front, or of the photo page of your passport"),
        hint=gettext_noop("JPEG, PNG or PDF, up to 10 MB. Everything must be readable."),
    )
    back = _file(gettext_noop("Photo or scan of the back"), hint=gettext_noop("Not needed for a passport."))

    def clean(self) -> dict[str, Any]:
        """Require both sides of a two-sided document; a picture uploaded before need not be sent again."""
        given = super().clean() or {}
        known: set[str] = self.initial.get("uploaded", set())
        is_same = self.initial.get("documentType") == given.get("documentType")
        missing = {"front": gettext("Choose a file for the front."), "back": gettext("Choose a file for the back.")}
        for side, choose in missing.items():
            file = given.get(side)
            if file and file.size > settings.MAX_FILE_BYTES:
                self.add_error(side, gettext("This file is larger than 10 MB."))
            is_needed = side == "front" or given.get("documentType") in requirements.TWO_SIDED
            if is_needed and not file and side not in self.errors and not (is_same and side in known):
                self.add_error(side, choose)
        return given


_COMPANY_DOCUMENTS = {
    "PROOF_OF_ADDRESS": gettext_lazy("Proof of address, such as a bill or a bank's letter"),
    "CERTIFICATE_OF_INCORPORATION": gettext_lazy("Certificate of incorporation"),
    "ARTICLES_OF_INCORPORATION": gettext_lazy("Articles of incorporation"),
    "ARTICLES_OF_ASSOCIATION": gettext_lazy("Articles of association"),
    "STATE_REGISTRY_EXCERPT": gettext_lazy("Excerpt of the register of companies"),
    "GOOD_STANDING_CERTIFICATE": gettext_lazy("Certificate of good standing"),
    "INFORMATION_STATEMENT": gettext_lazy("Information statement"),
    "INCUMBENCY_CERTIFICATE": gettext_lazy("Certificate of incumbency"),
    "SHAREHOLDER_REGISTER": gettext_lazy("Register of shareholders"),
    **dict(DOCUMENT_TYPES),
}


class CompanyDocument(IdentityDocument):
    """A document of a business or of one of its owners: of the types in `accepted` of what it starts with."""

    def fit_fields(self) -> None:
        """Offer the types that will do; two sides only where one of them has two."""
        accepted = self.initial["accepted"]
        type_: Any = self.fields["documentType"]
        type_.choices = [(name, _COMPANY_DOCUMENTS.get(name, name.replace("_", " ").capitalize())) for name in accepted]
        if not requirements.TWO_SIDED.intersection(accepted):
            del self.fields["back"]
            self.fields["front"].label = gettext("The document")

    def clean(self) -> dict[str, Any]:
        """Add whose document it is: what the page has asked for."""
        return {**super().clean(), "holder": self.initial["holder"]}


class Consent(StepForm):
    """The final confirmation."""

    consent = forms.BooleanField(
        label=gettext_lazy(
            "Everything here is true, and I agree that it is checked against identity and sanctions registers."
        ),
        error_messages={"required": gettext_lazy("Tick the box to agree, or close this page if you do not.")},
    )

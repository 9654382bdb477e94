"""Fields of the dialogs in which a bank connection is entered or changed."""

import decimal
from collections.abc import Sequence
from typing import Any

from django import forms
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from banks.formats.records import decimal_text
from banks.models import BankConnection
from banks.rail import clearing_days, formats
from platforms.backoffice import amounts, fields
from platforms.base import errors, money
from platforms.models import Platform

_OLDER = "Choose an older version (001.03, 008.02) only if your bank still asks for it: many ended it in November 2026."
_DESCRIBED = (
    "At most 10 letters that receivers read on their statements, such as PAYROLL or PURCHASE, which Nacha demands for "
    "wages to people and for purchases of people online. Empty: PAYMENT."
)
_LIMITS = ("max_payment", "max_day", "max_charge", "max_day_charges")
_HUNDREDTHS = 100
_USUAL_DAYS: int = BankConnection._meta.get_field("confirm_days").default
_BY_CURRENCY = "By the currency: TARGET for EUR, Federal Reserve for USD, Bacs for GBP, SIC for CHF, else its country"
CURRENCIES = [(code, code) for code in sorted(money.SUPPORTED_CURRENCIES) if len(code) == 3]


def _number(
    label: str, help_text: str = "", *, required: bool = True, initial: int | None = None
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=required,
        initial=initial,
        min_value=0,
        max_value=money.MAX_AMOUNT,
        widget=UnfoldAdminTextInputWidget,
    )


def choice(
    label: str, choices: Sequence[tuple[str, str]], help_text: str = "", *, required: bool = True
) -> forms.ChoiceField:
    """Return a field to choose one value of several, or none where it is not required."""
    offered = choices if required else [("", "None"), *choices]
    return forms.ChoiceField(
        label=label, choices=offered, required=required, help_text=help_text, widget=UnfoldAdminSelectWidget
    )


def platforms() -> forms.Field:
    """Return a field to choose a platform, or all of production."""
    return forms.ModelChoiceField(
        queryset=Platform.objects.order_by("name"),
        required=False,
        empty_label="All production platforms",
        widget=UnfoldAdminSelectWidget,
    )


def terms() -> dict[str, forms.Field]:
    """Return the fields of a connection that another one may have."""
    credits_, debits = (
        [(key, one.label) for key, one in formats.FORMATS.items() if one.is_debit == is_debit]
        for is_debit in (False, True)
    )
    limit = "In the major unit of the currency, such as 1,234.56. Empty: none."
    return {
        "currency": choice("Currency of the account", [("", "Choose one"), *CURRENCIES]),
        "owner_name": fields.text("Name of the account's owner"),
        "owner_street": fields.text("Street and number of the owner", required=False),
        "owner_postal_code": fields.text("Postal code of the owner", required=False),
        "owner_town": fields.text(
            "Town of the owner", "Files carry the owner's address if town and country are given.", required=False
        ),
        "owner_country": fields.text("Country of the owner", "Two letters.", required=False),
        "account_number": fields.text("Account number", "An IBAN, or another number."),
        "bic": fields.text("BIC", required=False),
        "clearing_number": fields.text("Bank number", "Sort code, or routing number.", required=False),
        "bank_name": fields.text("Name of the bank", "For NACHA.", required=False),
        "sender_id": fields.text(
            "Sender's id", "Creditor identifier (SEPA debits), company id (NACHA).", required=False
        ),
        "credit_format": choice("Format of payments out", credits_, _OLDER, required=False),
        "debit_format": choice("Format of collections", debits, _OLDER, required=False),
        "credit_description": fields.text("NACHA: what payments out are for", _DESCRIBED, required=False),
        "debit_description": fields.text("NACHA: what collections are for", _DESCRIBED, required=False),
        "needs_addresses": forms.BooleanField(
            label="The bank needs payees' addresses",
            required=False,
            help_text="For payments beyond SEPA. A payment to a beneficiary without city and country fails at once.",
            widget=UnfoldBooleanSwitchWidget,
        ),
        "cut_offs": fields.text("Cut-off times", "Such as 11:00, 15:30.", initial="15:00"),
        "time_zone": fields.text("Their time zone", "Such as Europe/Berlin."),
        "calendar": forms.ChoiceField(
            label="Calendar",
            choices=[("", _BY_CURRENCY), *clearing_days.labels().items()],
            required=False,
            help_text="Days, beside weekends, for which the bank takes no value date.",
            widget=UnfoldAdminSelectWidget,
        ),
        "holidays": forms.CharField(
            label="Bank holidays",
            required=False,
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
            help_text="Beside weekends and calendar: dates such as 2026-12-25, separated by commas.",
        ),
        "worked_days": forms.CharField(
            label="Days on which the bank works",
            required=False,
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
            help_text="Although calendar or weekend say otherwise: dates, separated by commas.",
        ),
        "credit_lead_days": _number("Days to the value date, out", "Business days after the cut-off.", initial=0),
        "debit_lead_days": _number("Days to the value date, collections", initial=1),
        "confirm_days": _number(
            "Days until a statement shows what the bank has told",
            "Banking days, 1 to 30. What no line shows by then is a case. Empty: 3.",
            required=False,
            initial=_USUAL_DAYS,
        ),
        "max_payment": fields.AmountField(label="Limit of one payment", help_text=limit, required=False),
        "max_day": fields.AmountField(label="Limit of one value date", help_text=limit, required=False),
        "max_charge": fields.AmountField(
            label="Largest bank charge within a line",
            help_text="A line that differs from its payment by no more is matched by itself, and the difference booked "
            "as the bank's fee. In the major unit. Empty, with the next one too: people decide about each.",
            required=False,
        ),
        "max_charge_share": fields.AmountField(
            label="The same in percent of the payment",
            help_text="Such as 0.5. At most 10. With both the smaller one counts.",
            required=False,
        ),
        "max_day_charges": fields.AmountField(
            label="All such charges of a day",
            help_text="In the major unit. Lines beyond it wait for people. Needed with either of the two.",
            required=False,
        ),
        "delivery": choice("Delivered by", [("FOLDER", "Folder"), ("SFTP", "SFTP")]),
        "folder": fields.text("Folder", "Below BANK_FILES_FOLDER; by SFTP the path on the server."),
        "answers_folder": fields.text(
            "Folder of files from the bank", "Named alike. Empty: staff upload them.", required=False
        ),
        "sftp_host": fields.text("SFTP server", required=False),
        "sftp_port": _number("SFTP port", initial=22),
        "sftp_user": fields.text("SFTP user", required=False),
        "sftp_host_key": fields.text("SFTP host key", "As ssh-keyscan gives it: ssh-ed25519 AAAA…", required=False),
    }


def former(row: BankConnection | None) -> dict[str, forms.Field]:
    """Return the same fields, filled in with a connection's present terms."""
    made = terms()
    for name, field in made.items():
        said = getattr(row, name, None)
        if isinstance(said, list):
            said = ", ".join(f"{one:%H:%M}" if name == "cut_offs" else f"{one}" for one in said)
        elif row is not None and name in _LIMITS and said is not None:
            said = decimal_text(said, row.currency)
        elif name == "max_charge_share" and said is not None:
            said = decimal.Decimal(said) / _HUNDREDTHS
        field.initial = said
    return made


def in_units(_: BankConnection | None, entered: dict[str, Any]) -> dict[str, Any]:
    """Return the entered terms, with limits in the smallest unit of the account's currency."""
    limits = {name: entered[name] for name in _LIMITS if entered.get(name) is not None}
    units = {name: amounts.smallest_units(limit, entered["currency"], field=name) for name, limit in limits.items()}
    # What a dialog leaves empty, and a proposal of an earlier release, has the usual term.
    days = {} if entered.get("confirm_days") is not None else {"confirm_days": _USUAL_DAYS}
    share = entered.get("max_charge_share")
    if share is not None and share * _HUNDREDTHS % 1:
        raise errors.InvalidInput.field("max_charge_share", "must have two decimals at most")
    shares = {} if share is None else {"max_charge_share": int(share * _HUNDREDTHS)}
    return entered | units | days | shares

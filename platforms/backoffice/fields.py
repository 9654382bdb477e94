"""Fields of dialogs that several pages share, or that the framework has not."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from unfold.widgets import UnfoldAdminTextInputWidget

_GROUP = 3
_DIGITS = 28
"""What decimal numbers keep exactly, by their default context."""


def text(label: str, help_text: str = "", *, required: bool = True, initial: str = "") -> forms.CharField:
    """Return a field for a line of text."""
    widget = UnfoldAdminTextInputWidget
    return forms.CharField(label=label, help_text=help_text, required=required, initial=initial, widget=widget)


class AmountField(forms.CharField):
    """A positive amount in major units, with commas between thousands or without; another field says the currency.

    Where it is not required, it may be left empty.
    """

    def __init__(self, *, may_be_zero: bool = False, **said: Any) -> None:
        """Take whether 0 is an amount too."""
        super().__init__(**({"widget": UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"})} | said))
        self.number = forms.DecimalField(max_digits=_DIGITS)
        self.may_be_zero = may_be_zero

    def clean(self, value: Any) -> Decimal | None:
        """Return the number, None for none; refuse a comma that can also be read as a decimal point."""
        text = str(super().clean(value))
        if not text:
            return None
        whole, point, decimals = text.partition(".")
        first, *groups = whole.split(",")
        if groups and (not 1 <= len(first) <= _GROUP or any(len(group) != _GROUP for group in groups)):
            raise ValidationError("Write it with a point before the decimals, such as 1,234.56.")
        amount: Decimal = self.number.clean("".join([first, *groups]) + point + decimals)
        if amount < 0 or (amount == 0 and not self.may_be_zero):
            raise ValidationError("It must be more than 0." if not self.may_be_zero else "It must not be less than 0.")
        return amount

"""Fields of requests and representations. Requests are strict: a number is not a text, a text is not a number."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from platforms.base import clock, identifiers, money, names, patterns
from platforms.http import multipart


class Body(serializers.Serializer[Any]):
    """The JSON object that a request carries. Unknown fields are tolerated."""


class Query(serializers.Serializer[Any]):
    """The query parameters of a request. Unknown ones are refused by the view."""


class RepeatedField(serializers.ListField):
    """A query parameter that may be given several times, or once with commas: `?code=EUR&code=GBP`, `?code=EUR,GBP`.

    Any other may be given once.
    """

    def to_internal_value(self, data: list[str]) -> list[Any]:
        """Take the values apart."""
        return list(super().to_internal_value([part for value in data for part in value.split(",")]))


_CURRENCY = {"type": "string", "pattern": patterns.one_of(money.SUPPORTED_CURRENCIES)}


@extend_schema_field(_CURRENCY)
class CurrencyFilter(serializers.CharField):
    """A query parameter that names a currency of the service; taken in small letters, too."""

    form = "A code such as `USD`; small letters are taken, too."

    default_error_messages = {"INVALID_CURRENCY": "is not a currency that the service supports"}

    def __init__(self, **options: Any) -> None:
        """Take the options of a text field; a filter may be left out."""
        super().__init__(**{"required": False, "max_length": 8} | options)

    def to_internal_value(self, data: Any) -> str:
        """Return the code as the service writes it."""
        code = str(super().to_internal_value(data)).upper()
        if code not in money.SUPPORTED_CURRENCIES:
            self.fail("INVALID_CURRENCY")
        return code


class PageQuery(Query):
    """Query parameters of every paged list."""

    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    cursor = serializers.CharField(
        required=False,
        max_length=1024,
        help_text="`nextCursor` of the page before, with the same filters. Left out: the first page.",
    )


class WholeListQuery(Query):
    """Query parameters of a list without pages. Clients that page every list may send them here too."""

    limit = serializers.IntegerField(
        min_value=1, max_value=100, required=False, help_text="Without effect: this list comes whole."
    )
    cursor = serializers.CharField(max_length=1024, required=False, help_text="Without effect: this list comes whole.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the filters alone."""
        return {name: value for name, value in attrs.items() if name not in {"limit", "cursor"}}


class TextField(serializers.CharField):
    """A JSON string, kept as sent except for surrounding white space."""

    default_error_messages = {"invalid": "Must be a string."}

    def to_internal_value(self, data: Any) -> str:
        """Refuse numbers, which the parent class would turn into text, and lone surrogates, which no database holds."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


@extend_schema_field({"type": "string", "pattern": patterns.PRINTABLE})
class NameField(TextField):
    """The name of a person or a company."""

    form = "With a letter, and without characters that are not seen."

    def to_internal_value(self, data: Any) -> str:
        """Refuse names without a letter or with invisible characters."""
        name = super().to_internal_value(data)
        if problem := names.problem(name):
            raise serializers.ValidationError(f"{problem[0].upper()}{problem[1:]}.")
        return name


class IdField(TextField):
    """The public identifier of a resource, exactly as returned: any other text is not found."""

    form = "As a reply has shown it, with its prefix."

    def __init__(self, **kwargs: Any) -> None:
        """Take any text: one that is too long, or has blanks around it, is not found."""
        super().__init__(trim_whitespace=False, **kwargs)


@extend_schema_field(_CURRENCY)
class CurrencyField(TextField):
    """A currency of the service. The caller refuses any other, with a specific error code."""

    form = "A code such as `USD` or `BTC`."

    def __init__(self, **kwargs: Any) -> None:
        """Take any text that could be a code."""
        super().__init__(max_length=8, **kwargs)


@extend_schema_field({"type": "string", "pattern": patterns.UMA_ADDRESS})
class UmaAddressField(TextField):
    """The UMA address of a customer, here or elsewhere. The caller refuses others, with a specific error code."""

    form = "`$user@domain`."

    def __init__(self, **kwargs: Any) -> None:
        """Take any text that could be an address."""
        super().__init__(**{"max_length": 320} | kwargs)


class WholeNumberField(serializers.IntegerField):
    """A JSON integer, never a float or a string."""

    default_error_messages = {"invalid": "Must be a whole number."}

    def to_internal_value(self, data: Any) -> int:
        """Refuse anything but an integer."""
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class AmountField(WholeNumberField):
    """An integer in the smallest unit of its currency."""

    form = "A whole number in the smallest unit of its currency."

    default_error_messages = {"invalid": "Must be a whole number in the smallest unit of the currency."}

    def __init__(self, **kwargs: Any) -> None:
        """Bound the value to int64 unless the caller gives tighter bounds."""
        kwargs.setdefault("max_value", money.MAX_AMOUNT)
        super().__init__(**kwargs)


class FlagField(serializers.BooleanField):
    """A JSON boolean."""

    def to_internal_value(self, data: Any) -> bool:
        """Refuse the strings and numbers that the parent class accepts as booleans."""
        if not isinstance(data, bool):
            self.fail("invalid", input=type(data).__name__)
        return data


class MomentField(serializers.DateTimeField):
    """A moment: ISO 8601; in requests with an offset, in replies in UTC with `Z`."""

    form = "ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`."

    def to_internal_value(self, value: Any) -> dt.datetime:
        """Refuse anything but a string, and years outside of calendar arithmetic."""
        if not isinstance(value, str):
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ssZ")
        try:
            moment: dt.datetime = super().to_internal_value(value)
            return moment.astimezone(dt.UTC)
        except (OverflowError, ValueError):
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ssZ")

    def to_representation(self, value: dt.datetime) -> str:
        """Return ISO 8601 in UTC."""
        return clock.iso(value)


@extend_schema_field({"type": "string", "format": "binary"})
class FilePart(serializers.Field[Any, Any, Any, Any]):
    """A part of a multipart body that carries a file."""

    default_error_messages = {
        "invalid": "Must be sent as a file: a part with a file name.",
        "empty": "The file is empty.",
    }

    def to_internal_value(self, data: Any) -> multipart.Upload:
        """Refuse text, and a file without content."""
        if not isinstance(data, multipart.Upload):
            self.fail("invalid")
        if data.size == 0:
            self.fail("empty")
        return data


class PublicId(serializers.CharField):
    """A key shown as `Type:<uuid>`."""

    def __init__(self, type_name: str, **kwargs: Any) -> None:
        """Take the type in front of the colon."""
        self.type_name = type_name
        self.form = f"`{type_name}:<uuid>`."
        super().__init__(**kwargs)

    def to_representation(self, value: Any) -> str:
        """Return the public form of a key."""
        return identifiers.public(self.type_name, value)


Kinds = Mapping[str, serializers.Serializer[Any] | type[serializers.Serializer[Any]]]
"""Bodies by the value of a discriminator."""


class Variants(serializers.Field[Any, Any, Any, Any]):
    """A JSON object of several kinds: the field `discriminator` selects the kind, and each kind has its own body."""

    default_error_messages = {"invalid": "Must be an object.", "unknown": "Must be one of: {kinds}."}

    def __init__(self, *, discriminator: str, kinds: Kinds, **kwargs: Any) -> None:
        """Take the body of each kind by the discriminator's value."""
        self.discriminator = discriminator
        self.kinds = {name: kind() if isinstance(kind, type) else kind for name, kind in kinds.items()}
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Validate by the kind's body; the discriminator stays in the result."""
        if not isinstance(data, dict):
            self.fail("invalid")
        kind = data.get(self.discriminator)
        if not isinstance(kind, str) or kind not in self.kinds:
            message = self.error_messages["unknown"].format(kinds=", ".join(self.kinds))
            raise serializers.ValidationError({self.discriminator: [message]})
        return {**self.kinds[kind].run_validation(data), self.discriminator: kind}


class CurrencySerializer(serializers.Serializer[Any]):
    """A currency, as the reference shows it."""

    code = serializers.CharField(help_text="ISO 4217 code, or that of a digital asset: `USD`, `BTC`.")
    name = serializers.CharField(help_text="English name, such as `US Dollar`.")
    symbol = serializers.CharField(help_text="Symbol, such as `$`; the code where there is none.")
    decimals = serializers.IntegerField(
        min_value=0,
        help_text="How many decimal places of its major unit the smallest unit is: 2 for USD, so 2500 is 25.00.",
    )


class CurrencyAmountSerializer(serializers.Serializer[Any]):
    """An amount in the smallest unit of its currency."""

    amount = AmountField(help_text="How much.")
    currency = CurrencySerializer(help_text="What the amount is counted in.")

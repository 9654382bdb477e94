"""Fields of requests and representations. Requests are strict: a number is not a text, a text is not a number."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import dateparse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from platforms.base import clock, identifiers, money, names, patterns
from platforms.http import multipart


class Body(serializers.Serializer[Any]):
    """The JSON object that a request carries. Unknown fields are tolerated."""


class Query(serializers.Serializer[Any]):
    """The query parameters of a request. Unknown ones are refused by the view."""

    @classmethod
    def gathered(cls, query: Mapping[str, list[str]]) -> dict[str, Any]:
        """Return the lists of values by the names of fields, where several parameters make one field."""
        return dict(query)


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

    default_error_messages = {"INVALID_CURRENCY": "must be a currency of the service, such as USD"}

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

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a stretch of time that ends before it begins."""
        refuse_reversed(attrs)
        return attrs

    def to_internal_value(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Refuse changes in another order than theirs. Only what was sent tells: `sortOrder` has a default."""
        values: dict[str, Any] = super().to_internal_value(data)
        if "updatedAfter" in values and data.get("sortOrder") == "desc":
            raise serializers.ValidationError({"sortOrder": ["must be asc or left out: changes come oldest first"]})
        return values


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

    default_error_messages = {"null_character": "must not contain null characters"}

    def run_validation(self, data: Any = empty) -> Any:
        """Refuse a text that shows nothing as an empty one; identifiers are taken as they are."""
        if self.trim_whitespace and isinstance(data, str) and data.strip() and names.shows_nothing(data):
            self.fail("blank")
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> str:
        """Refuse numbers, which the parent class would turn into text, and lone surrogates, which no database holds."""
        if not isinstance(data, str):
            self.fail("invalid")
        if "\0" in data:
            self.fail("null_character")
        return str(super().to_internal_value(data))


class ChoiceField(serializers.ChoiceField):
    """One of a few texts; a refusal names them, and not what was sent."""

    default_error_messages = {"invalid_choice": "must be one of {choices}"}

    def to_internal_value(self, data: Any) -> Any:
        """Refuse any other value."""
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", choices=", ".join(map(str, self.choices)))
        return data


@extend_schema_field({"type": "string", "pattern": patterns.PRINTABLE})
class NameField(TextField):
    """The name of a person or a company."""

    form = "With a letter that is spoken, and without characters that are not seen."

    def to_internal_value(self, data: Any) -> str:
        """Refuse names without a letter or with invisible characters."""
        name = super().to_internal_value(data)
        if problem := names.problem(name):
            raise serializers.ValidationError(problem)
        return name


class IdField(TextField):
    """The public identifier of a resource, exactly as returned: any other text is not found."""

    form = "As a reply has shown it, with its prefix."

    def __init__(self, **kwargs: Any) -> None:
        """Take any text: one that is too long, or has blanks around it, is not found."""
        super().__init__(trim_whitespace=False, **kwargs)


class IdFilter(IdField):
    """A query parameter with the id of a resource of certain types.

    Another id would match nothing, and an empty list looks as if there were nothing.
    """

    def __init__(self, *types: str, **kwargs: Any) -> None:
        """Take the types."""
        self.types = types
        super().__init__(**{"required": False} | kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Refuse what is no id of these types by its prefix."""
        text = super().to_internal_value(data)
        if text.partition(":")[0] not in self.types or ":" not in text:
            raise serializers.ValidationError(_other_type(self.types))
        return text


class IdOrTextFilter(serializers.CharField):
    """A query parameter with the id of a resource of certain types, or with another text."""

    def __init__(self, *types: str, **kwargs: Any) -> None:
        """Take the types."""
        self.types = types
        super().__init__(**{"required": False} | kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Refuse ids of other types."""
        text = str(super().to_internal_value(data))
        if identifiers.is_one(text) and text.partition(":")[0] not in self.types:
            raise serializers.ValidationError(_other_type(self.types))
        return text


def _other_type(types: Sequence[str]) -> str:
    return f"must be an id that begins with {' or '.join(f'{name}:' for name in types)}"


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

    default_error_messages = {"invalid": "must be a whole number"}

    def to_internal_value(self, data: Any) -> int:
        """Refuse anything but an integer."""
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class AmountField(WholeNumberField):
    """An integer in the smallest unit of its currency."""

    form = "A whole number in the smallest unit of its currency."

    default_error_messages = {"invalid": "must be a whole number in the smallest unit of the currency"}

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

    default_error_messages = {
        "invalid": "must be a moment with an offset, such as 2026-01-31T09:30:00Z",
        "offset": "must say its offset at its end: Z for UTC, or one such as +02:00",
        "blank": "must have an offset without a blank before it: a + is written %2B in an address",
    }

    def to_internal_value(self, value: Any) -> dt.datetime:
        """Refuse anything but a string, moments that are none, and years outside of calendar arithmetic."""
        if not isinstance(value, str):
            self.fail("invalid")
        moment = _moment(value)
        if moment is None:
            self.fail("blank" if _LOST_PLUS.search(value) else "invalid")
        if moment.tzinfo is None:
            self.fail("offset" if _HAS_TIME.search(value) else "invalid")
        return moment

    def to_representation(self, value: dt.datetime) -> str:
        """Return ISO 8601 in UTC."""
        return clock.iso(value)


def _moment(text: str) -> dt.datetime | None:
    """Return a moment in UTC, without a zone if none is given; None for a text that is no moment."""
    try:
        moment = dateparse.parse_datetime(text.upper())
        return moment and (moment.astimezone(dt.UTC) if moment.tzinfo else moment)
    except (OverflowError, ValueError):
        return None


_LOST_PLUS = re.compile(r"[0-9] [0-9]{2}:?[0-9]{2}$")
_HAS_TIME = re.compile(r"[0-9]:[0-9]")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class _RangeField(MomentField):
    """One end of a stretch of time: a moment, or a date."""

    time: dt.time
    """What a date stands for, in UTC."""
    default_error_messages = {"invalid": "must be a date, or a moment with an offset such as 2026-01-31T09:30:00Z"}

    def to_internal_value(self, value: Any) -> dt.datetime:
        """Take a date too."""
        if not isinstance(value, str) or not _DATE.fullmatch(value):
            return super().to_internal_value(value)
        try:
            return dt.datetime.combine(dt.date.fromisoformat(value), self.time, dt.UTC)
        except ValueError:
            self.fail("invalid")


class BeginField(_RangeField):
    """The begin of a stretch of time, which is part of it."""

    form = "ISO 8601 with an offset, or a date: then its first instant in UTC."
    time = dt.time.min


class EndField(_RangeField):
    """The end of a stretch of time, which is part of it."""

    form = "ISO 8601 with an offset, or a date: then its last instant in UTC."
    time = dt.time.max


_RANGES = (("startDate", "endDate"), ("createdAfter", "createdBefore"), ("updatedAfter", "updatedBefore"))


def refuse_reversed(values: Mapping[str, Any]) -> None:
    """Refuse a stretch of time that ends before it begins: nothing would match, and nobody would notice."""
    wrong = {
        end: [f"must not be before {begin}"]
        for begin, end in _RANGES
        if begin in values and end in values and values[end] < values[begin]
    }
    if wrong:
        raise serializers.ValidationError(wrong)


@extend_schema_field({"type": "string", "format": "binary"})
class FilePart(serializers.Field[Any, Any, Any, Any]):
    """A part of a multipart body that carries a file."""

    default_error_messages = {
        "invalid": "must be sent as a file: a part with a file name",
        "empty": "must not be empty",
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

    default_error_messages = {"invalid": "must be an object", "unknown": "must be one of {kinds}"}

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

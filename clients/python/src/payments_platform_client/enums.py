"""Enumerations of the API: sets of texts that may grow within a version."""

import enum
from typing import Self


class OpenEnum(enum.StrEnum):
    """Texts with names. One that this version of the client does not know is kept as it came.

    So a reply with a new value can be read: `account.status == "NEW"` compares, and `is_known` tells.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_ = unknown._value_ = value
        return unknown

    @property
    def is_known(self) -> bool:
        """Whether this version of the client knows the value."""
        return self._name_ in type(self).__members__

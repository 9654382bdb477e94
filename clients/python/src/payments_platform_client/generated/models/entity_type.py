from ...enums import OpenEnum


class EntityType(OpenEnum):
    CORPORATION = "CORPORATION"
    LLC = "LLC"
    NON_PROFIT = "NON_PROFIT"
    OTHER = "OTHER"
    PARTNERSHIP = "PARTNERSHIP"
    SOLE_PROPRIETORSHIP = "SOLE_PROPRIETORSHIP"
    S_CORPORATION = "S_CORPORATION"

    def __str__(self) -> str:
        return str(self.value)

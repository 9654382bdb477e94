from ...enums import OpenEnum


class InstitutionKind(OpenEnum):
    BANK = "BANK"
    MOBILE_MONEY = "MOBILE_MONEY"

    def __str__(self) -> str:
        return str(self.value)

from ...enums import OpenEnum


class XafExternalAccountCreateInfoRegion(OpenEnum):
    CG = "CG"
    CM = "CM"

    def __str__(self) -> str:
        return str(self.value)

from ...enums import OpenEnum


class XafExternalAccountInfoRegion(OpenEnum):
    CG = "CG"
    CM = "CM"

    def __str__(self) -> str:
        return str(self.value)

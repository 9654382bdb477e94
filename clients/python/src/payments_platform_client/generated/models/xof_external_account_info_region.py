from ...enums import OpenEnum


class XofExternalAccountInfoRegion(OpenEnum):
    BJ = "BJ"
    CI = "CI"
    SN = "SN"
    TG = "TG"

    def __str__(self) -> str:
        return str(self.value)

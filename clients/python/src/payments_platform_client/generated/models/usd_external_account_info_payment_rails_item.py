from ...enums import OpenEnum


class UsdExternalAccountInfoPaymentRailsItem(OpenEnum):
    ACH = "ACH"
    BANK_TRANSFER = "BANK_TRANSFER"
    FEDNOW = "FEDNOW"
    RTP = "RTP"
    WIRE = "WIRE"

    def __str__(self) -> str:
        return str(self.value)

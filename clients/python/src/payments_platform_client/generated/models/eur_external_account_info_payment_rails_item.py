from ...enums import OpenEnum


class EurExternalAccountInfoPaymentRailsItem(OpenEnum):
    SEPA = "SEPA"
    SEPA_INSTANT = "SEPA_INSTANT"

    def __str__(self) -> str:
        return str(self.value)

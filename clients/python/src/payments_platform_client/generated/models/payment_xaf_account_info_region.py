from ...enums import OpenEnum


class PaymentXafAccountInfoRegion(OpenEnum):
    CG = "CG"
    CM = "CM"

    def __str__(self) -> str:
        return str(self.value)

from ...enums import OpenEnum


class PurposeOfPayment(OpenEnum):
    DONATION = "DONATION"
    EDUCATION = "EDUCATION"
    GIFT = "GIFT"
    GOODS_OR_SERVICES = "GOODS_OR_SERVICES"
    HEALTH_OR_MEDICAL = "HEALTH_OR_MEDICAL"
    LOAN_PAYMENT = "LOAN_PAYMENT"
    OTHER = "OTHER"
    REAL_ESTATE_PURCHASE = "REAL_ESTATE_PURCHASE"
    SELF = "SELF"
    TAX_PAYMENT = "TAX_PAYMENT"
    TRAVEL = "TRAVEL"
    UTILITY_BILL = "UTILITY_BILL"

    def __str__(self) -> str:
        return str(self.value)

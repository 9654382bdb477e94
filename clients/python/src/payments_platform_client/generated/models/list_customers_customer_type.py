from ...enums import OpenEnum


class ListCustomersCustomerType(OpenEnum):
    BUSINESS = "BUSINESS"
    INDIVIDUAL = "INDIVIDUAL"

    def __str__(self) -> str:
        return str(self.value)

from ...enums import OpenEnum


class ExpectedMonthlyTransactionCount(OpenEnum):
    COUNT_100_TO_500 = "COUNT_100_TO_500"
    COUNT_10_TO_100 = "COUNT_10_TO_100"
    COUNT_500_TO_1000 = "COUNT_500_TO_1000"
    COUNT_OVER_1000 = "COUNT_OVER_1000"
    COUNT_UNDER_10 = "COUNT_UNDER_10"

    def __str__(self) -> str:
        return str(self.value)

from ...enums import OpenEnum


class ExpectedMonthlyTransactionVolume(OpenEnum):
    VOLUME_100K_TO_1M = "VOLUME_100K_TO_1M"
    VOLUME_10K_TO_100K = "VOLUME_10K_TO_100K"
    VOLUME_1M_TO_10M = "VOLUME_1M_TO_10M"
    VOLUME_OVER_10M = "VOLUME_OVER_10M"
    VOLUME_UNDER_10K = "VOLUME_UNDER_10K"

    def __str__(self) -> str:
        return str(self.value)

from ...enums import OpenEnum


class PaymentSparkWalletInfoAssetType(OpenEnum):
    BTC = "BTC"
    USDB = "USDB"

    def __str__(self) -> str:
        return str(self.value)

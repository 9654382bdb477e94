from ...enums import OpenEnum


class NetworkCurrency(OpenEnum):
    BTC = "BTC"
    USDB = "USDB"
    USDC = "USDC"
    USDT = "USDT"

    def __str__(self) -> str:
        return str(self.value)

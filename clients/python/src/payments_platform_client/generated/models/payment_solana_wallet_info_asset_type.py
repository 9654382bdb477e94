from ...enums import OpenEnum


class PaymentSolanaWalletInfoAssetType(OpenEnum):
    USDC = "USDC"
    USDT = "USDT"

    def __str__(self) -> str:
        return str(self.value)

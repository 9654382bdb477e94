"""Asking what a withdrawal would cost."""

_ADDRESSES = {
    "SOLANA": "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
    "TRON": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    "POLYGON": "0x52908400098527886E0F7030069857D2E4169EE7",
    "BASE": "0x52908400098527886E0F7030069857D2E4169EE7",
    "ETHEREUM": "0x52908400098527886E0F7030069857D2E4169EE7",
    "SPARK": "spark1pgss9akg892ve8rh8247ztha675lmk4tvhaqa02rxf7ymr7aum0uf72fqca6ns",
    "LIGHTNING": "ana@wallet.example",
}


def estimate(api, account, *, key=None, **changes):
    body = {
        "internalAccountId": account,
        "currency": "USDC",
        "cryptoNetwork": "SOLANA",
        "amount": 5_000_000,
        "destinationAddress": _ADDRESSES["SOLANA"],
    }
    return api.post("/crypto/estimate-withdrawal-fee", body | changes, key=key)

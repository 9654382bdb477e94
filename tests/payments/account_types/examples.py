"""One account of each type that is right in every respect: (currency, accountInfo)."""

from typing import Any

ADDRESS = {"line1": "1 Main Street", "city": "Springfield", "postalCode": "12345", "country": "US"}
PERSON = {
    "beneficiaryType": "INDIVIDUAL",
    "fullName": "Ana María López",
    "birthDate": "1990-02-28",
    "nationality": "MX",
    "email": "ana@example.com",
    "phoneNumber": "+525512345678",
    "countryOfResidence": "MX",
    "address": ADDRESS,
}
COMPANY = {"beneficiaryType": "BUSINESS", "legalName": "Acme GmbH & Co. KG", "taxId": "12-3456789"}

_ACCOUNT = {"accountNumber": "1234567890", "swiftCode": "DBSSSGSG"}
_EVM_ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

_BANKS: dict[str, dict[str, Any]] = {
    "AED": {"iban": "AE070331234567890123456", "swiftCode": "EBILAEAD"},
    "BDT": {"accountNumber": "1234567890123", "branchCode": "12345", "phoneNumber": "+8801712345678"},
    "BRL": {"pixKey": "ana@example.com", "pixKeyType": "EMAIL", "taxId": "11144477735"},
    "BWP": {"phoneNumber": "+26771234567", "provider": "Orange Money"},
    "CAD": {"bankCode": "001", "branchCode": "00011", "accountNumber": "1234567"},
    "COP": {"accountNumber": "123456789", "bankAccountType": "SAVINGS", "phoneNumber": "+573001234567"},
    "DKK": {"iban": "DK5000400440116243"},
    "EGP": {"accountNumber": "263180002", "iban": "EG380019000500000000263180002"},
    "EUR": {"iban": "DE89370400440532013000", "swiftCode": "COBADEFFXXX"},
    "GBP": {"sortCode": "040004", "accountNumber": "12345678"},
    "GHS": {"accountNumber": "1234567890123", "phoneNumber": "+233201234567"},
    "GTQ": {"accountNumber": "01020000001210029690", "phoneNumber": "+50251234567"},
    "HKD": _ACCOUNT | {"bankName": "Hang Seng Bank"},
    "HTG": {"phoneNumber": "+50934123456"},
    "IDR": _ACCOUNT | {"bankName": "Bank Mandiri", "phoneNumber": "+6281234567890"},
    "INR": {"vpa": "ana.lopez@okbank"},
    "JMD": {"accountNumber": "123456789", "branchCode": "12345", "bankAccountType": "CHECKING"},
    "KES": {"phoneNumber": "+254712345678", "provider": "M-PESA"},
    "MWK": {"phoneNumber": "+265991234567", "provider": "Airtel"},
    "MXN": {"clabeNumber": "032180000118359719"},
    "MYR": _ACCOUNT | {"bankName": "Maybank"},
    "NGN": {"accountNumber": "0123456789", "bankName": "Access Bank"},
    "PHP": {"bankName": "BDO Unibank", "accountNumber": "123456789012"},
    "PKR": {
        "accountNumber": "0000001123456702",
        "iban": "PK36SCBL0000001123456702",
        "phoneNumber": "+923001234567",
    },
    "RWF": {"phoneNumber": "+250781234567", "provider": "MTN"},
    "SGD": _ACCOUNT | {"bankName": "DBS"},
    "THB": _ACCOUNT | {"bankName": "Bangkok Bank"},
    "TZS": {"phoneNumber": "+255712345678", "provider": "Vodacom"},
    "UGX": {"phoneNumber": "+256712345678", "provider": "MTN"},
    "USD": {"accountNumber": "123456789", "routingNumber": "021000021"},
    "VND": _ACCOUNT | {"bankName": "Vietcombank"},
    "XAF": {"phoneNumber": "+237671234567", "provider": "MTN", "region": "CM"},
    "XOF": {"phoneNumber": "+221771234567", "provider": "Orange Money", "region": "SN"},
    "ZAR": {"accountNumber": "123456789", "bankName": "Nedbank"},
    "ZMW": {"phoneNumber": "+260971234567", "provider": "MTN"},
}

_WALLETS: dict[str, tuple[str, dict[str, Any]]] = {
    "SPARK_WALLET": ("BTC", {"address": "spark1pgss9akg892ve8rh8247ztha675lmk4tvhaqa02rxf7ymr7aum0uf72fqca6ns"}),
    "LIGHTNING": ("BTC", {"lightningAddress": "ana@wallet.example"}),
    "SOLANA_WALLET": ("USDC", {"address": "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"}),
    "TRON_WALLET": ("USDT", {"address": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"}),
    "POLYGON_WALLET": ("USDC", {"address": _EVM_ADDRESS}),
    "BASE_WALLET": ("USDC", {"address": _EVM_ADDRESS}),
    "ETHEREUM_WALLET": ("USDC", {"address": _EVM_ADDRESS}),
}

EXAMPLES: dict[str, tuple[str, dict[str, Any]]] = {
    f"{currency}_ACCOUNT": (currency, {"accountType": f"{currency}_ACCOUNT", **members, "beneficiary": PERSON})
    for currency, members in _BANKS.items()
} | {code: (asset, {"accountType": code, **members}) for code, (asset, members) in _WALLETS.items()}

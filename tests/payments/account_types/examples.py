"""One account of each type that is right in every respect: (currency, accountInfo)."""

from typing import Any

from payments.account_types import table

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

_MEMBERS: dict[str, dict[str, Any]] = {
    "AED_ACCOUNT": {"iban": "AE070331234567890123456", "swiftCode": "EBILAEAD"},
    "BDT_ACCOUNT": {"accountNumber": "1234567890123", "branchCode": "12345", "phoneNumber": "+8801712345678"},
    "BRL_ACCOUNT": {"pixKey": "ana@example.com", "pixKeyType": "EMAIL", "taxId": "11144477735"},
    "BWP_ACCOUNT": {"phoneNumber": "+26771234567", "provider": "Orange Money"},
    "CAD_ACCOUNT": {"bankCode": "001", "branchCode": "00011", "accountNumber": "1234567"},
    "COP_ACCOUNT": {"accountNumber": "123456789", "bankAccountType": "SAVINGS", "phoneNumber": "+573001234567"},
    "DKK_ACCOUNT": {"iban": "DK5000400440116243"},
    "EGP_ACCOUNT": {"accountNumber": "263180002", "iban": "EG380019000500000000263180002"},
    "EUR_ACCOUNT": {"iban": "DE89370400440532013000", "swiftCode": "COBADEFFXXX"},
    "GBP_ACCOUNT": {"sortCode": "040004", "accountNumber": "12345678"},
    "GHS_ACCOUNT": {"accountNumber": "1234567890123", "phoneNumber": "+233201234567"},
    "GTQ_ACCOUNT": {"accountNumber": "01020000001210029690", "phoneNumber": "+50251234567"},
    "HKD_ACCOUNT": _ACCOUNT | {"bankName": "Hang Seng Bank"},
    "HTG_ACCOUNT": {"phoneNumber": "+50934123456"},
    "IDR_ACCOUNT": _ACCOUNT | {"bankName": "Bank Mandiri", "phoneNumber": "+6281234567890"},
    "INR_ACCOUNT": {"vpa": "ana.lopez@okbank"},
    "JMD_ACCOUNT": {"accountNumber": "123456789", "branchCode": "12345", "bankAccountType": "CHECKING"},
    "KES_ACCOUNT": {"phoneNumber": "+254712345678", "provider": "M-PESA"},
    "MWK_ACCOUNT": {"phoneNumber": "+265991234567", "provider": "Airtel"},
    "MXN_ACCOUNT": {"clabeNumber": "032180000118359719"},
    "MYR_ACCOUNT": _ACCOUNT | {"bankName": "Maybank"},
    "NGN_ACCOUNT": {"accountNumber": "0123456789", "bankName": "Access Bank"},
    "PHP_ACCOUNT": {"bankName": "BDO Unibank", "accountNumber": "123456789012"},
    "PKR_ACCOUNT": {
        "accountNumber": "0000001123456702",
        "iban": "PK36SCBL0000001123456702",
        "phoneNumber": "+923001234567",
    },
    "RWF_ACCOUNT": {"phoneNumber": "+250781234567", "provider": "MTN"},
    "SGD_ACCOUNT": _ACCOUNT | {"bankName": "DBS"},
    "THB_ACCOUNT": _ACCOUNT | {"bankName": "Bangkok Bank"},
    "TZS_ACCOUNT": {"phoneNumber": "+255712345678", "provider": "Vodacom"},
    "UGX_ACCOUNT": {"phoneNumber": "+256712345678", "provider": "MTN"},
    "USD_ACCOUNT": {"accountNumber": "123456789", "routingNumber": "021000021"},
    "VND_ACCOUNT": _ACCOUNT | {"bankName": "Vietcombank"},
    "XAF_ACCOUNT": {"phoneNumber": "+237671234567", "provider": "MTN", "region": "CM"},
    "XOF_ACCOUNT": {"phoneNumber": "+221771234567", "provider": "Orange Money", "region": "SN"},
    "ZAR_ACCOUNT": {"accountNumber": "123456789", "bankName": "Nedbank"},
    "ZMW_ACCOUNT": {"phoneNumber": "+260971234567", "provider": "MTN"},
    "SPARK_WALLET": {"address": "spark1pgss9akg892ve8rh8247ztha675lmk4tvhaqa02rxf7ymr7aum0uf72fqca6ns"},
    "LIGHTNING": {"lightningAddress": "ana@wallet.example"},
    "SOLANA_WALLET": {"address": "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"},
    "TRON_WALLET": {"address": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"},
    "POLYGON_WALLET": {"address": _EVM_ADDRESS},
    "BASE_WALLET": {"address": _EVM_ADDRESS},
    "ETHEREUM_WALLET": {"address": _EVM_ADDRESS},
}

EXAMPLES: dict[str, tuple[str, dict[str, Any]]] = {
    code: (
        table.get(code).currencies[0],
        {"accountType": code, **members} | ({"beneficiary": PERSON} if table.get(code).beneficiaries else {}),
    )
    for code, members in _MEMBERS.items()
}

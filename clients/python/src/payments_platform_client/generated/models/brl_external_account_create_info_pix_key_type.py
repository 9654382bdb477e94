from ...enums import OpenEnum


class BrlExternalAccountCreateInfoPixKeyType(OpenEnum):
    CNPJ = "CNPJ"
    CPF = "CPF"
    EMAIL = "EMAIL"
    PHONE = "PHONE"
    RANDOM = "RANDOM"

    def __str__(self) -> str:
        return str(self.value)

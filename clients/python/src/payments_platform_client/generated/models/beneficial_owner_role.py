from ...enums import OpenEnum


class BeneficialOwnerRole(OpenEnum):
    COMPANY_OFFICER = "COMPANY_OFFICER"
    CONTROL_PERSON = "CONTROL_PERSON"
    DIRECTOR = "DIRECTOR"
    GENERAL_PARTNER = "GENERAL_PARTNER"
    TRUSTEE = "TRUSTEE"
    UBO = "UBO"

    def __str__(self) -> str:
        return str(self.value)

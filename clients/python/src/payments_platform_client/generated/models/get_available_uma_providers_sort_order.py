from ...enums import OpenEnum


class GetAvailableUmaProvidersSortOrder(OpenEnum):
    ASC = "asc"
    DESC = "desc"

    def __str__(self) -> str:
        return str(self.value)

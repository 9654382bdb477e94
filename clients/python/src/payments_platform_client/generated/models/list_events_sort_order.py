from ...enums import OpenEnum


class ListEventsSortOrder(OpenEnum):
    ASC = "asc"
    DESC = "desc"

    def __str__(self) -> str:
        return str(self.value)

from ...enums import OpenEnum


class Permission(OpenEnum):
    MANAGE = "MANAGE"
    TRANSACT = "TRANSACT"
    VIEW = "VIEW"

    def __str__(self) -> str:
        return str(self.value)

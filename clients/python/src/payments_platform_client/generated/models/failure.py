from ...enums import OpenEnum


class Failure(OpenEnum):
    TIMEOUT = "TIMEOUT"
    UNREACHABLE = "UNREACHABLE"

    def __str__(self) -> str:
        return str(self.value)

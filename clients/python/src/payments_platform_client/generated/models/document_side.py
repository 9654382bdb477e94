from ...enums import OpenEnum


class DocumentSide(OpenEnum):
    BACK = "BACK"
    FRONT = "FRONT"

    def __str__(self) -> str:
        return str(self.value)

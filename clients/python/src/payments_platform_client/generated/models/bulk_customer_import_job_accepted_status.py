from ...enums import OpenEnum


class BulkCustomerImportJobAcceptedStatus(OpenEnum):
    PENDING = "PENDING"
    PROCESSING = "PROCESSING"

    def __str__(self) -> str:
        return str(self.value)

from ...enums import OpenEnum


class BulkUploadWebhookType(OpenEnum):
    BULK_UPLOAD_COMPLETED = "BULK_UPLOAD.COMPLETED"
    BULK_UPLOAD_FAILED = "BULK_UPLOAD.FAILED"

    def __str__(self) -> str:
        return str(self.value)

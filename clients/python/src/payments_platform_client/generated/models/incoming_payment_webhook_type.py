from ...enums import OpenEnum


class IncomingPaymentWebhookType(OpenEnum):
    INCOMING_PAYMENT_COMPLETED = "INCOMING_PAYMENT.COMPLETED"
    INCOMING_PAYMENT_FAILED = "INCOMING_PAYMENT.FAILED"
    INCOMING_PAYMENT_PENDING = "INCOMING_PAYMENT.PENDING"

    def __str__(self) -> str:
        return str(self.value)

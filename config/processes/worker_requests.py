"""What a worker does with a message that it has taken: Celery's request, whose slot ends even without the broker."""

import celery.worker.request
from kombu.transport import virtual


class Request(celery.worker.request.Request):
    """A request that releases its slot when the broker does not take the acknowledgement.

    A broker that was stopped for some seconds answers no acknowledgement. Celery logs that and keeps the slot; with all
    slots kept the worker lives, and takes no message ever again. The message itself is sent once more an hour later:
    a wake-up too many.
    """

    def acknowledge(self) -> None:
        """Acknowledge the message; release its slot in any case."""
        super().acknowledge()
        self._release()

    def reject(self, requeue: bool = False) -> None:  # noqa: FBT001, FBT002 - Celery's signature
        """Reject the message; release its slot in any case."""
        super().reject(requeue)
        self._release()

    def _release(self) -> None:
        channel = self.message.channel
        if not self.message.acknowledged and isinstance(channel, virtual.Channel):
            virtual.QoS.ack(channel.qos, self.message.delivery_tag)

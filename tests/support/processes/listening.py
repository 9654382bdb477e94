"""Whether the service believes that a listener answers approvals: it remembers for some seconds, across tests."""

from platforms.models import Platform
from webhooks.delivery import listeners


def forget(platform: Platform) -> None:
    server = listeners._server()
    assert server is not None
    server.delete(listeners._key(platform.id))


def seconds_left(platform: Platform) -> int:
    server = listeners._server()
    assert server is not None
    return int(str(server.ttl(listeners._key(platform.id))))

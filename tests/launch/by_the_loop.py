"""The service's application for a test: what goes by the web server's event loop is answered with 418."""

from granian.rsgi import HTTPProtocol, Scope

from config.server.application import Application


class ByTheLoop(Application):
    """Records which way a request took."""

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer a request that was not taken before."""
        protocol.response_empty(418, [])


application = ByTheLoop()

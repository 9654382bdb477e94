"""The official conformance suite finds nothing wrong, but for what this server does not offer."""

import contextlib
import pathlib
import re
import socketserver
import threading
import wsgiref.simple_server
from collections.abc import Callable, Iterator

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django_mcpz.server import Audio, EmbeddedResource, Image, MCPServer, Text, ToolError

from config.mcp import server
from tests.support import node

pytestmark = [pytest.mark.beside, pytest.mark.django_db(transaction=True)]
_NODE = pathlib.Path(__file__).parent / "node"
_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


class _Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


class _Quiet(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the library
        pass


@contextlib.contextmanager
def _served(authorization: str) -> Iterator[str]:
    """Serve the whole service over HTTP, with a token for those who bring none: the suite knows no credentials."""
    handler = WSGIHandler()

    def application(environ, start_response):
        environ.setdefault("HTTP_AUTHORIZATION", authorization)
        try:
            return handler(environ, start_response)
        finally:
            connections.close_all()

    with wsgiref.simple_server.make_server("127.0.0.1", 0, application, _Server, _Quiet) as listening:
        thread = threading.Thread(target=listening.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.server_port}/2025-10-13/mcp"
        finally:
            listening.shutdown()
            thread.join()


NOT_OFFERED = {
    "logging-set-level": "no logging: what happened to a request is in the log of the service",
    "tools-call-with-logging": "as above",
    "tools-call-with-progress": "no call takes so long: each is one request of the API",
    "completion-complete": "no completions",
    "tools-call-sampling": "no tool asks the client's model for anything",
    "tools-call-elicitation": "no tool asks the client's person for anything; people decide in the back office",
    "elicitation-sep1034-defaults": "as above",
    "elicitation-sep1330-enums": "as above",
    "resources-list": "no resources: whatever can be read has a tool",
    "resources-read-text": "as above",
    "resources-read-binary": "as above",
    "resources-templates-read": "as above",
    "resources-subscribe": "as above",
    "resources-unsubscribe": "as above",
    "prompts-list": "no prompts",
    "prompts-get-simple": "as above",
    "prompts-get-with-args": "as above",
    "prompts-get-embedded-resource": "as above",
    "prompts-get-with-image": "as above",
}
"""Scenarios of abilities that the server does not say it has."""
PASSED = {
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
}


def _answering(answer: object) -> Callable[[object], object]:
    return lambda _: answer


def _with_tools_of_the_suite() -> MCPServer:
    """The server as it is made, and the tools by which the suite learns how one answers."""
    made = server.make()

    def fail(request):
        raise ToolError("This tool intentionally returns an error for testing")

    resource = EmbeddedResource(
        "test://embedded-resource", "This is an embedded resource content.", mime_type="text/plain"
    )
    mixed = EmbeddedResource(
        "test://mixed-content-resource", '{"test": "data", "value": 123}', mime_type="application/json"
    )
    answers = {
        "test_simple_text": "This is a simple text response for testing.",
        "test_image_content": Image(_PIXEL, "image/png"),
        "test_audio_content": Audio(b"RIFF$\0\0\0WAVEfmt ", "audio/wav"),
        "test_embedded_resource": resource,
        "test_multiple_content_types": [Text("Multiple content types test:"), Image(_PIXEL, "image/png"), mixed],
    }
    for name, answer in answers.items():
        made.tool(name=name, description="Of the suite.")(_answering(answer))
    made.tool(name="test_error_handling", description="Of the suite.")(fail)
    return made


def test_the_suite_finds_nothing_but_what_is_not_offered(api, settings, monkeypatch, tmp_path):
    settings.MCP = True
    extended = _with_tools_of_the_suite()
    monkeypatch.setattr(server, "of_tools", lambda: extended)
    packages = node.installed(*(_NODE / name for name in ("package.json", "package-lock.json")))

    with _served(api.headers["Authorization"]) as url:
        done = node.run(
            packages,
            "@modelcontextprotocol/conformance/dist/index.js",
            *("server", "--url", url, "--output-dir", str(tmp_path)),
        )

    found = re.findall(r"^([✓✗]) (\S+): ", done.stdout, re.MULTILINE)
    assert {name for mark, name in found if mark == "✗"} == NOT_OFFERED.keys(), done.stdout + done.stderr
    assert {name for mark, name in found if mark == "✓"} == PASSED

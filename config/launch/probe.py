"""The web server of this machine, asked without a proxy in between: `python -m config.launch.probe [path]`.

Ends with status 0 when the reply is 200, and with 1 otherwise: the health check of a container.
"""

import http.client
import os
import sys
from collections.abc import Mapping

_SECONDS = 5


def ask(path: str, variables: Mapping[str, str]) -> tuple[int, bytes]:
    """Return status and body of a GET. Raises OSError or HTTPException when nobody answers in 5 s."""
    bind = variables.get("BIND") or "127.0.0.1"
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind, bind)  # noqa: S104
    named = (variables.get("ALLOWED_HOSTS") or "localhost").split(",")[0].strip()
    connection = http.client.HTTPConnection(host, int(variables.get("PORT") or 8000), timeout=_SECONDS)
    try:
        # A name that begins with a dot stands for itself and all names below it.
        connection.request("GET", path, headers={"Host": named.removeprefix(".")})
        reply = connection.getresponse()
        return reply.status, reply.read()
    finally:
        connection.close()


def main() -> int:
    """Ask for `/healthz`, or for the path of the command line; return the exit code."""
    path = sys.argv[1] if len(sys.argv) > 1 else "/healthz"
    try:
        status, _ = ask(path, os.environ)
    except (OSError, http.client.HTTPException) as error:
        print(f"{path}: no answer ({type(error).__name__})")
        return 1
    print(f"{path}: {status}")
    return 0 if status == http.HTTPStatus.OK else 1


if __name__ == "__main__":
    sys.exit(main())

"""The TCP port of the web server."""

import contextlib
import errno
import socket
import sys
from collections.abc import Mapping

from config.launch import failures


def of_web(variables: Mapping[str, str]) -> tuple[str, int]:
    """Return the address and the port of the web role, as its variables say: `config.variables` has checked them."""
    return variables.get("BIND") or "127.0.0.1", int(variables.get("PORT") or "8000")


def claim(*, address: str, port: int) -> contextlib.AbstractContextManager[object]:
    """Return what holds a port for one web role of this machine until it is closed or the process ends.

    Web processes of one role share their port. Those of another role could share it too, and would answer half of all
    requests by settings of their own. Raises LaunchError where another program has the port, or a role that is only
    starting.
    """
    require_free(address=address, port=port)
    if sys.platform != "linux":
        return contextlib.nullcontext()
    held = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        # A name without a file: of this network namespace, like the port, and gone with the processes that hold it.
        held.bind(f"\0payments-web-{address}-{port}")
    except OSError:
        held.close()
        raise _taken(address, port) from None
    return held


def require_free(*, address: str, port: int) -> None:
    """Refuse a port that another program holds, and name a free one."""
    problem = _problem(address, port)
    if problem is None:
        return
    if problem == errno.EACCES:
        raise failures.LaunchError(
            f"Port {port} on {address} needs more rights than this user has.", "Choose another: PORT=8000"
        )
    if problem == errno.EADDRINUSE:
        raise _taken(address, port)
    raise failures.LaunchError(
        f"Port {port} on {address} cannot be opened: {errno.errorcode.get(problem, problem)}.",
        "Set BIND to an address of this machine, for example BIND=127.0.0.1",
    )


def _taken(address: str, port: int) -> failures.LaunchError:
    free = next((p for p in range(port + 1, min(port + 100, 65536)) if _problem(address, p) is None), port + 1)
    return failures.LaunchError(
        f"Port {port} on {address} is taken by another program.",
        f"End that program, which may be another web server of this service, or choose another port: PORT={free}",
    )


def _problem(address: str, port: int) -> int | None:
    """Try to listen; None when it works. SO_REUSEPORT stays off: with it two servers would share the port."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
            probe.listen(1)
        except OSError as error:
            return error.errno or errno.EINVAL
    return None

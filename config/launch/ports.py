"""The TCP port of the web server."""

import contextlib
import errno
import socket
import sys
from collections.abc import Mapping

from config.launch import failures
from config.variables import kinds


def of_web(variables: Mapping[str, str]) -> tuple[str, int]:
    """Return the address and the port of the web role, as its variables say: `config.variables` has checked them."""
    return variables.get("BIND") or "127.0.0.1", int(variables.get("PORT") or "8000")


def is_shared(variables: Mapping[str, str]) -> bool:
    """Tell whether the web role is to serve beside another one on its port, as SHARE_PORT asks."""
    return kinds.flag(variables.get("SHARE_PORT") or "false")


def claim(*, address: str, port: int, is_shared: bool = False) -> contextlib.AbstractContextManager[object]:
    """Return what holds a port for one web role of this machine until it is closed or the process ends.

    Web processes of one role share their port. Those of another role could share it too, and would answer half of all
    requests by settings of their own: so that is asked for. Raises LaunchError where another program has the port, or a
    role that is only starting.
    """
    require_free(address=address, port=port, is_shared=is_shared)
    if is_shared or sys.platform != "linux":
        return contextlib.nullcontext()
    held = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        # A name without a file: of this network namespace, like the port, and gone with the processes that hold it.
        held.bind(f"\0payments-web-{address}-{port}")
    except OSError:
        held.close()
        raise _taken(address, port) from None
    return held


def require_free(*, address: str, port: int, is_shared: bool = False) -> None:
    """Refuse a port that another program holds, and name a free one."""
    problem = _problem(address, port, is_shared=is_shared)
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
        f"End that program, or choose another port: PORT={free}. To have a web server serve beside another one of this "
        "service: SHARE_PORT=true",
    )


def _problem(address: str, port: int, *, is_shared: bool = False) -> int | None:
    """Try to listen; None when it works. SO_REUSEPORT is off unless asked for: two servers would share the port."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_shared:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            probe.bind((address, port))
            # One that shares a port would be sent connections once it listens.
            if not is_shared:
                probe.listen(1)
        except OSError as error:
            return error.errno or errno.EINVAL
    return None

"""The TCP port of the web server."""

import errno
import socket

from config.launch import failures


def require_free(*, address: str, port: int) -> None:
    """Refuse a port that another program holds, and name a free one."""
    problem = _problem(address, port)
    if problem is None:
        return
    if problem == errno.EACCES:
        raise failures.LaunchError(
            f"Port {port} on {address} needs more rights than this user has.", "Choose another: PORT=8000 make run"
        )
    if problem == errno.EADDRINUSE:
        free = next((p for p in range(port + 1, min(port + 100, 65536)) if _problem(address, p) is None), port + 1)
        raise failures.LaunchError(
            f"Port {port} on {address} is taken by another program.", f"Choose another: PORT={free} make run"
        )
    raise failures.LaunchError(
        f"Port {port} on {address} cannot be opened: {errno.errorcode.get(problem, problem)}.",
        "Set BIND to an address of this machine, for example BIND=127.0.0.1 make run",
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

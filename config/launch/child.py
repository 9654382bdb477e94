"""Turn this process into a server: give up root, die with the supervisor, then run the program.

Run as a script (`python -I -S child.py ... -- program arguments`): between fork and exec errors would go
unseen, and a script of its own can report them like any other program.
"""

import argparse
import ctypes
import os
import struct
import sys

_PR_SET_PDEATHSIG, _PR_SET_SECUREBITS, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE = 1, 28, 47, 2
_SECBIT_NO_SETUID_FIXUP = 1 << 2
_CAPABILITY_VERSION, _CAP_DAC_OVERRIDE = 0x20080522, 1


def main() -> None:
    """Apply the options in the one order that works, then become the program."""
    options = _options()
    if options.uid is not None:
        _become(options.uid, options.gid)
    # After the change of user, which clears the death signal.
    if options.death_signal and sys.platform == "linux":
        _die_with_parent(options.death_signal, options.parent)
    os.execv(options.program[0], options.program)  # noqa: S606


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--uid", type=int)
    parser.add_argument("--gid", type=int)
    parser.add_argument("--parent", type=int, default=0)
    parser.add_argument("--death-signal", type=int, default=0)
    parser.add_argument("program", nargs="+")
    return parser.parse_args()


def _become(uid: int, gid: int) -> None:
    """Become another user, who still reaches the folders of root: the project may lie below a private home.

    Where the system knows no such right, the user does without, and folders that are open to all can be reached.
    """
    libc = ctypes.CDLL(None)
    if sys.platform == "linux":
        # Rights stay with the change of user, and count where a program asks what it may (access), as initdb does.
        libc.prctl(_PR_SET_SECUREBITS, _SECBIT_NO_SETUID_FIXUP, 0, 0, 0)
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
    if sys.platform == "linux":
        only = 0b10  # the bit of CAP_DAC_OVERRIDE
        libc.capset(struct.pack("Ii", _CAPABILITY_VERSION, 0), struct.pack("6I", only, only, only, 0, 0, 0))
        libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _CAP_DAC_OVERRIDE, 0, 0)


def _die_with_parent(death_signal: int, parent: int) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the supervisor is gone")


if __name__ == "__main__":
    main()

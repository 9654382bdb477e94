"""Processes that a role forks: they end with it, however it ends."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
_forking = 0
"""The process that forked this one last, as it was before."""


def end_with_this() -> None:
    """Have the system kill each process forked from now on, by this process or by one of them, when its parent ends.

    A parent that is killed can't end them, and they would serve on with old settings (Linux). They end with the thread
    that forks them: so that has to be the main thread.
    """
    if sys.platform == "linux":
        os.register_at_fork(before=_note_parent, after_in_child=_end_with_parent)


def _note_parent() -> None:
    global _forking  # noqa: PLW0603
    _forking = os.getpid()


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != _forking:
        # It ended before this process had asked.
        os.kill(os.getpid(), signal.SIGKILL)

"""Slots for threads of a web process that wait for other institutions and for platforms' approvals.

An outsider chooses the domain that is asked, and so how slowly it answers; and a pay request waits up to ten seconds
for the receiver's platform. If all threads of a web server were waiting, nothing else would be answered; not even the
call by which a platform approves the payment that one of them waits for. So some threads never wait, and requests
caused by outsiders take no slots from those of our platforms.
"""

from django.conf import settings

from platforms.base.slots import Slots


def _some(number: int) -> int:
    """Return a part of UMA_MOST_WAITING, at least 1 unless that is 0."""
    return max(number, min(1, settings.UMA_MOST_WAITING))


def _ours() -> int:
    return _some(settings.UMA_MOST_WAITING // 2)


def _outsiders() -> int:
    return _some(settings.UMA_MOST_WAITING - _ours())


OURS = Slots(_ours)
"""For requests of platforms to other institutions: lookups and quotes, by domain and platform."""
_OUTSIDERS = Slots(_outsiders)
APPROVALS = Slots(lambda: _some(_outsiders() - 1), within=_OUTSIDERS)
"""For pay requests of outsiders that wait for the receiver's platform, by platform."""
KEYS = Slots(lambda: _some(_outsiders() // 2), within=_OUTSIDERS)
"""For fetching the keys of institutions named by outsiders, by domain."""

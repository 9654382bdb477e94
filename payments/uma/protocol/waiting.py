"""How many threads of a web process may wait for other institutions, and for what platforms say, at the same moment.

A stranger chooses how slowly the domain that it names answers, and a pay request waits up to ten seconds for the
receiver's platform. With every thread of a web server waiting, nothing else would be answered; not even the call by
which a platform approves the payment that one of them waits for. So some threads never wait, and what outsiders make us
wait for takes nothing away from what our platforms ask others.
"""

from django.conf import settings

from platforms.base.slots import Slots


def _some(number: int) -> int:
    """Return a part of UMA_MOST_WAITING, which is nothing only if that is."""
    return max(number, min(1, settings.UMA_MOST_WAITING))


def _ours() -> int:
    return _some(settings.UMA_MOST_WAITING // 2)


def _outsiders() -> int:
    return _some(settings.UMA_MOST_WAITING - _ours())


OURS = Slots(_ours)
"""For what platforms ask other institutions: lookups and quotes, by domain and platform."""
_OUTSIDERS = Slots(_outsiders)
APPROVALS = Slots(lambda: _some(_outsiders() - 1), within=_OUTSIDERS)
"""For pay requests of outsiders while the receiver's platform thinks, by platform."""
KEYS = Slots(lambda: _some(_outsiders() // 2), within=_OUTSIDERS)
"""For asking the keys of institutions that outsiders name, by domain."""

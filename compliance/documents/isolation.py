"""Programs that read files of outsiders, each file in a process of its own without any of our keys."""

import atexit

from compliance.documents import inspection, rendering
from platforms.base.isolation.isolation import Isolation

INSPECTION, RENDERING = inspection.__file__, rendering.__file__

_isolation = Isolation(INSPECTION, RENDERING)
atexit.register(_isolation.close)
run = _isolation.run
